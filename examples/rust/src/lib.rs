// Part of Tactus, under the MIT licence. See LICENSE for details.
//! Latent parallelism for Rust, on the C interface of libtactus (`tactus/tactus.h`).
//!
//! ```no_run
//! let (left, right) = tactus::join(|| 1 + 1, || 2 + 2);
//! let mut squares = vec![0; 1000];
//! tactus::for_each_mut(&mut squares, |index, square| *square = index * index);
//! let sum = tactus::map_reduce(0..1000, 0, |index| squares[index], |one, other| one + other);
//! assert_eq!((left, right, sum), (2, 4, 332_833_500));
//! ```
//!
//! Nothing has a grain size. Parallel calls run in place until a heartbeat makes tasks of them, so that they may be as
//! small as they come, and nested as they come.
//!
//! A panic arrives at the caller, after everything that had begun has ended. Of several, the first in time arrives.
#![warn(missing_docs)]

use std::any::Any;
use std::ffi::c_void;
use std::ops::Range;
use std::panic::{catch_unwind, resume_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Mutex;

mod c {
    //! What of `tactus/tactus.h` is used here.
    use std::ffi::c_void;

    pub type Function = unsafe extern "C" fn(*mut c_void);
    pub type Block = unsafe extern "C" fn(u64, u64, *mut c_void);
    pub type BlockAccumulation = unsafe extern "C" fn(u64, u64, *mut c_void, *mut c_void);
    pub type Combination = unsafe extern "C" fn(*mut c_void, *mut c_void, *mut c_void);

    extern "C" {
        pub fn tactus_par(first: Function, first_context: *mut c_void, second: Function, second_context: *mut c_void);
        pub fn tactus_parallel_for_blocks(begin: u64, end: u64, body: Block, context: *mut c_void);
        pub fn tactus_parallel_reduce_blocks(
            begin: u64,
            end: u64,
            result: *mut c_void,
            size: usize,
            body: BlockAccumulation,
            combine: Combination,
            context: *mut c_void,
        );
        pub fn tactus_worker_count() -> u32;
        pub fn tactus_finish();
    }
}

/// How many workers a computation may occupy at a time, the caller included.
pub fn worker_count() -> usize {
    unsafe { c::tactus_worker_count() as usize }
}

/// Writes what `TACTUS_STATS` and `TACTUS_TRACE` ask for, in programs that end by `std::process::abort()` or the like.
/// Others need not call it.
pub fn finish() {
    unsafe { c::tactus_finish() }
}

/// Calls both functions, `first` on this thread and `second` here or elsewhere.
#[inline(always)]
pub fn join<A, B, RA, RB>(first: A, second: B) -> (RA, RB)
where
    A: FnOnce() -> RA,
    B: FnOnce() -> RB + Send,
    RB: Send,
{
    let (mut first, mut second) = (Branch::new(first), Branch::new(second));
    // The records of both branches outlive the call, which returns when both have ended.
    unsafe {
        c::tactus_par(
            Branch::<A, RA>::run,
            &mut first as *mut _ as *mut c_void,
            Branch::<B, RB>::run,
            &mut second as *mut _ as *mut c_void,
        );
    }
    (first.take(), second.take())
}

/// A function, then what it has returned, or its panic: none may pass through C.
struct Branch<F, R> {
    function: Option<F>,
    result: Option<Result<R, Box<dyn Any + Send>>>,
}

impl<F: FnOnce() -> R, R> Branch<F, R> {
    fn new(function: F) -> Self {
        Branch { function: Some(function), result: None }
    }

    unsafe extern "C" fn run(branch: *mut c_void) {
        let branch = &mut *(branch as *mut Self);
        if let Some(function) = branch.function.take() {
            branch.result = Some(catch_unwind(AssertUnwindSafe(function)));
        }
    }

    fn take(&mut self) -> R {
        match self.result.take() {
            Some(Ok(result)) => result,
            Some(Err(panic)) => resume_unwind(panic),
            None => unreachable!("a branch has not run"),
        }
    }
}

/// What all tasks of a loop share: its functions, and the first panic in time.
struct Loop<F> {
    function: F,
    has_panicked: AtomicBool,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

impl<F> Loop<F> {
    fn new(function: F) -> Self {
        Loop { function, has_panicked: AtomicBool::new(false), panic: Mutex::new(None) }
    }

    /// After a panic, what has not begun is left out.
    fn guard(&self, part: impl FnOnce(&F)) {
        if self.has_panicked.load(Ordering::Relaxed) {
            return;
        }
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| part(&self.function))) {
            self.has_panicked.store(true, Ordering::Relaxed);
            if let Ok(mut first) = self.panic.lock() {
                first.get_or_insert(panic);
            }
        }
    }

    fn end(self) {
        if let Some(panic) = self.panic.into_inner().unwrap_or(None) {
            resume_unwind(panic);
        }
    }
}

/// Calls `body` for each index of the range, in any order and at the same time.
pub fn for_each<F: Fn(usize) + Sync>(range: Range<usize>, body: F) {
    unsafe extern "C" fn run<F: Fn(usize) + Sync>(begin: u64, end: u64, context: *mut c_void) {
        (*(context as *const Loop<F>)).guard(|body| (begin..end).for_each(|index| body(index as usize)));
    }
    let shared = Loop::new(body);
    unsafe {
        c::tactus_parallel_for_blocks(
            range.start as u64,
            range.end as u64,
            run::<F>,
            &shared as *const _ as *mut c_void,
        );
    }
    shared.end();
}

/// Calls `body` for each element with its index, as `par_iter_mut().enumerate()` of other libraries.
pub fn for_each_mut<T: Send, F: Fn(usize, &mut T) + Sync>(elements: &mut [T], body: F) {
    /// Each index is given away once, so no element is borrowed twice.
    struct Elements<T>(*mut T);
    unsafe impl<T: Send> Sync for Elements<T> {}
    impl<T> Elements<T> {
        fn at(&self, index: usize) -> *mut T {
            unsafe { self.0.add(index) }
        }
    }
    let (count, shared) = (elements.len(), Elements(elements.as_mut_ptr()));
    for_each(0..count, |index| body(index, unsafe { &mut *shared.at(index) }));
}

/// `map` of each index, put together by `combine` in the order of the range. `neutral` changes nothing that it is
/// combined with, and `combine` is associative.
pub fn map_reduce<T, M, C>(range: Range<usize>, neutral: T, map: M, combine: C) -> T
where
    T: Copy + Send + Sync,
    M: Fn(usize) -> T + Sync,
    C: Fn(T, T) -> T + Sync,
{
    unsafe extern "C" fn add<T: Copy, M: Fn(usize) -> T, C: Fn(T, T) -> T>(
        begin: u64,
        end: u64,
        accumulator: *mut c_void,
        context: *mut c_void,
    ) {
        let accumulator = &mut *(accumulator as *mut T);
        (*(context as *const Loop<(M, C)>)).guard(|(map, combine)| {
            *accumulator = (begin..end).fold(*accumulator, |sum, index| combine(sum, map(index as usize)));
        });
    }
    unsafe extern "C" fn join<T: Copy, M: Fn(usize) -> T, C: Fn(T, T) -> T>(
        accumulator: *mut c_void,
        later: *mut c_void,
        context: *mut c_void,
    ) {
        let (accumulator, later) = (&mut *(accumulator as *mut T), *(later as *const T));
        (*(context as *const Loop<(M, C)>)).guard(|(_, combine)| *accumulator = combine(*accumulator, later));
    }
    // Tasks have copies that C's memcpy() makes, at this alignment.
    assert!(std::mem::align_of::<T>() <= 16, "map_reduce: a type with an alignment of more than 16 bytes");
    let (mut result, shared) = (neutral, Loop::new((map, combine)));
    unsafe {
        c::tactus_parallel_reduce_blocks(
            range.start as u64,
            range.end as u64,
            &mut result as *mut _ as *mut c_void,
            std::mem::size_of::<T>(),
            add::<T, M, C>,
            join::<T, M, C>,
            &shared as *const _ as *mut c_void,
        );
    }
    shared.end();
    result
}
