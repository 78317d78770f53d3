// Part of Tactus, under the MIT licence. See LICENSE for details.
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicUsize, Ordering};

fn fib(n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    let (one, other) = tactus::join(|| fib(n - 1), || fib(n - 2));
    one + other
}

#[test]
fn joins_nest() {
    assert_eq!(fib(22), 17711);
}

#[test]
fn each_index_is_visited_once() {
    for count in [0, 1, 2, 63, 100_000] {
        let seen: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
        tactus::for_each(0..count, |index| {
            seen[index].fetch_add(1, Ordering::Relaxed);
        });
        assert!(seen.iter().all(|times| times.load(Ordering::Relaxed) == 1));
    }
}

#[test]
fn loops_nest_in_loops() {
    let mut rows = vec![vec![0u64; 50]; 200];
    tactus::for_each_mut(&mut rows, |row, cells| {
        tactus::for_each_mut(cells, |column, cell| *cell = (row * column) as u64);
    });
    let sum = tactus::map_reduce(0..200, 0, |row| rows[row].iter().sum(), |one: u64, other| one + other);
    assert_eq!(sum, 199 * 200 / 2 * (49 * 50 / 2));
}

/// What is combined in order need not commute.
#[test]
fn reductions_keep_the_order() {
    type Interval = Option<(usize, usize)>;
    let meet = |one: Interval, other: Interval| match (one, other) {
        (None, any) | (any, None) => any,
        (Some((begin, middle)), Some((next, end))) => {
            assert_eq!(middle, next);
            Some((begin, end))
        }
    };
    let whole = tactus::map_reduce(3..70_000, None, |index| Some((index, index + 1)), meet);
    assert_eq!(whole, Some((3, 70_000)));
}

#[test]
fn panics_arrive() {
    let told = |panic: Box<dyn std::any::Any + Send>| *panic.downcast::<&str>().expect("a text");
    let first = catch_unwind(|| tactus::join(|| panic!("first"), || ())).map(|_: ((), ())| ());
    assert_eq!(first.map_err(told), Err("first"));
    let second = catch_unwind(|| tactus::join(|| (), || panic!("second"))).map(|_: ((), ())| ());
    assert_eq!(second.map_err(told), Err("second"));
    let looped = catch_unwind(|| tactus::for_each(0..10_000, |index| assert!(index != 7777, "at 7777")));
    assert!(looped.is_err());
    let reduced = catch_unwind(AssertUnwindSafe(|| {
        tactus::map_reduce(0..10_000, 0, |index| if index == 5 { panic!("five") } else { index }, |one, other| one + other)
    }));
    assert_eq!(reduced.map_err(told), Err("five"));
}

#[test]
fn results_are_dropped_once() {
    struct Counted<'a>(&'a AtomicUsize);
    impl Drop for Counted<'_> {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
    let dropped = AtomicUsize::new(0);
    for _ in 0..1000 {
        let both = tactus::join(|| Counted(&dropped), || Counted(&dropped));
        drop(both);
    }
    let _ = catch_unwind(AssertUnwindSafe(|| tactus::join(|| panic!("no"), || Counted(&dropped)) as ((), _)));
    assert_eq!(dropped.load(Ordering::Relaxed), 2001);
}
