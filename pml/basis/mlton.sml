(* MLton: what programs for MLton and MPL use of it, as far as it has a meaning here. docs/pml.md has the list. *)

signature MLTON_PARALLEL =
sig
  val numberOfProcessors : int
  (* Which of them runs the caller, from 0 on. A task may go on elsewhere after each call. *)
  val processorNumber : unit -> int
  (* Each returns what was there before. *)
  val compareAndSwap : 'a ref -> 'a * 'a -> 'a
  val arrayCompareAndSwap : 'a array * int -> 'a * 'a -> 'a
  val fetchAndAdd : int ref -> int -> int
  val arrayFetchAndAdd : int array * int -> int -> int
  structure Unsafe :
  sig
    val arrayUninit : int -> 'a array
    val arrayCompareAndSwap : 'a array * int -> 'a * 'a -> 'a
  end
end

signature MLTON_RANDOM =
sig
  val alphaNumChar : unit -> char
  val alphaNumString : int -> string
  (* The next pseudo-random word. Tasks may ask at the same time. *)
  val rand : unit -> word
  val srand : word -> unit
  (* True random words, from the system. *)
  val seed : unit -> word option
  val useed : unit -> word option
end

signature MLTON_RUSAGE =
sig
  type t = {utime : Time.time, stime : Time.time}
  val measureGC : bool -> unit
  val rusage : unit -> {children : t, gc : t, self : t}
end

signature MLTON_WORD =
sig
  type t
  (* The bytes in the other order. *)
  val bswap : t -> t
  val rol : t * word -> t
  val ror : t * word -> t
end

signature MLTON_REAL =
sig
  type t
  type word
  val castFromWord : word -> t
  val castToWord : t -> word
  val fromWord : Word.word -> t
  val fromLargeWord : LargeWord.word -> t
  val toWord : IEEEReal.rounding_mode -> t -> Word.word
  val toLargeWord : IEEEReal.rounding_mode -> t -> LargeWord.word
end

signature MLTON_INT_INF =
sig
  type t
  val areSmall : t * t -> bool
  val gcd : t * t -> t
  val isSmall : t -> bool
  structure BigWord : WORD
  structure SmallInt : INTEGER
  (* What fits into 63 bits, and others: a word that is 1 for negative numbers, and the magnitude, the least word first. *)
  datatype rep = Big of BigWord.word vector | Small of SmallInt.int
  val rep : t -> rep
  (* NONE for what rep does not give. *)
  val fromRep : rep -> t option
end

signature MLTON_PLATFORM =
sig
  structure Arch :
  sig
    datatype t =
      Alpha | AMD64 | ARM | ARM64 | HPPA | IA64 | LoongArch64 | m68k | MIPS | PowerPC | PowerPC64 | RISCV | S390 | Sparc | Wasm32
    | X86
    val fromString : string -> t option
    val host : t
    val toString : t -> string
  end
  structure Format :
  sig
    datatype t = Archive | Executable | LibArchive | Library
    val fromString : string -> t option
    val host : t
    val toString : t -> string
  end
  structure OS :
  sig
    datatype t = AIX | Cygwin | Darwin | FreeBSD | Hurd | HPUX | Linux | MinGW | NetBSD | OpenBSD | Solaris | WASI
    val fromString : string -> t option
    val host : t
    val toString : t -> string
  end
end

signature MLTON_EXN =
sig
  (* What exnMessage says; the latest is asked first. *)
  val addExnMessager : (exn -> string option) -> unit
  val defaultTopLevelHandler : exn -> 'a
  (* What an exception comes to that nobody handles. It ends the program: one that returns or raises fails. *)
  val getTopLevelHandler : unit -> exn -> unit
  val setTopLevelHandler : (exn -> unit) -> unit
  val topLevelHandler : exn -> 'a
  (* Nothing is kept of the way of an exception. *)
  val history : exn -> string list
end

signature MLTON =
sig
  val isMLton : bool
  val debug : bool
  val safe : bool
  (* Whether two values are the same object; false may be said of equal values, true never of different ones. *)
  val eq : 'a * 'a -> bool
  (* How many bytes the value takes in the heap, with all that it leads to. *)
  val size : 'a -> IntInf.int
  (* Of all that is in use, and of what has died since the last collection. *)
  val sizeAll : unit -> IntInf.int
  (* The same for values that are equal, as long as nobody changes an array or a reference in them. *)
  val hash : 'a -> Word32.word
  (* Hints to a collector that shares equal objects; this one does not. *)
  val share : 'a -> unit
  val shareAll : unit -> unit
  structure Array : sig val unfoldi : int * 'b * (int * 'b -> 'a * 'b) -> 'a array * 'b end
  structure Vector :
  sig
    val unfoldi : int * 'b * (int * 'b -> 'a * 'b) -> 'a vector * 'b
    (* A vector whose elements are written in their order, each once or again; done when all are. *)
    val create : int -> {done : unit -> 'a vector, sub : int -> 'a, update : int * 'a -> unit}
  end
  structure GC :
  sig
    val collect : unit -> unit
    val pack : unit -> unit
    val unpack : unit -> unit
    (* Nothing is said here: TACTUS_STATS asks for it. *)
    val setMessages : bool -> unit
    val setSummary : bool -> unit
    (* A collection of young objects is a minor one, and one of all objects a copying one. *)
    structure Statistics :
    sig
      val bytesAllocated : unit -> IntInf.int
      val lastBytesLive : unit -> IntInf.int
      val maxBytesLive : unit -> IntInf.int
      val numCopyingGCs : unit -> IntInf.int
      val numMarkCompactGCs : unit -> IntInf.int
      val numMinorGCs : unit -> IntInf.int
    end
  end
  structure CharArray : MLTON_MONO_ARRAY where type t = CharArray.array where type elem = char
  structure CharVector : MLTON_MONO_VECTOR where type t = CharVector.vector where type elem = char
  structure Word8Array : MLTON_MONO_ARRAY where type t = Word8Array.array where type elem = Word8.word
  structure Word8Vector : MLTON_MONO_VECTOR where type t = Word8Vector.vector where type elem = Word8.word
  structure Exn : MLTON_EXN
  structure IntInf : MLTON_INT_INF where type t = IntInf.int
  structure Platform : MLTON_PLATFORM
  structure Cont : MLTON_CONT
  structure Finalizable : MLTON_FINALIZABLE
  structure Itimer : MLTON_ITIMER
  structure ProcEnv : MLTON_PROC_ENV
  structure Process : MLTON_PROCESS where type pid = Posix.ProcEnv.pid
  structure Profile : MLTON_PROFILE
  structure TextIO : MLTON_IO where type instream = TextIO.instream where type outstream = TextIO.outstream
  structure BinIO : MLTON_IO where type instream = BinIO.instream where type outstream = BinIO.outstream
  structure Rlimit : MLTON_RLIMIT
  structure Syslog : MLTON_SYSLOG
  structure Signal : MLTON_SIGNAL where type t = Posix.Signal.signal
  structure Thread : MLTON_THREAD where type Runnable.t = Threads.Runnable.t
  structure Weak : MLTON_WEAK
  structure Parallel : MLTON_PARALLEL
  structure Random : MLTON_RANDOM
  structure Rusage : MLTON_RUSAGE
  structure Real : MLTON_REAL where type t = Real.real where type word = Word64.word
  structure Real32 : MLTON_REAL where type t = Real32.real where type word = Word32.word
  structure Real64 : MLTON_REAL where type t = Real64.real where type word = Word64.word
  structure LargeReal : MLTON_REAL where type t = LargeReal.real where type word = Word64.word
  structure Word : MLTON_WORD where type t = word
  structure LargeWord : MLTON_WORD where type t = LargeWord.word
  structure Word8 : MLTON_WORD where type t = Word8.word
  structure Word16 : MLTON_WORD where type t = Word16.word
  structure Word32 : MLTON_WORD where type t = Word32.word
  structure Word64 : MLTON_WORD where type t = Word64.word
end

functor Rotated (W : WORD) : MLTON_WORD =
struct
  type t = W.word
  val bits = Word.fromInt W.wordSize
  fun bswap w =
    let
      fun go (0, _, made) = made
        | go (left, w, made) =
            go (left - 8, W.>> (w, 0w8), W.orb (W.<< (made, 0w8), W.andb (w, W.fromInt 255)))
    in go (W.wordSize, w, W.fromInt 0)
    end
  fun rol (w, n) =
    let val n = Word.mod (n, bits)
    in if n = 0w0 then w else W.orb (W.<< (w, n), W.>> (w, Word.- (bits, n)))
    end
  fun ror (w, n) = rol (w, Word.- (bits, Word.mod (n, bits)))
end

(* The generator that MLton has, so that programs get the same numbers (Press and others: Numerical Recipes in C, 1992,
   page 284). One compare-and-swap takes a number. *)
structure RandomWords : MLTON_RANDOM =
struct
  val state = ref (0w13 : Word.word)
  fun rand () =
    let
      val now = !state
      val after = Word.+ (Word.* (0w1664525, now), 0w1013904223)
    in if Concurrency.cas state (now, after) = now then after else rand ()
    end
  fun srand w = state := w
  fun fromSystem () =
    let
      val file = Files.openFile ("/dev/urandom", 0)
      val bytes = if file < 0 then "" else Files.read (file, 8)
      fun add (c, w) = Word64.orb (Word64.<< (w, 0w8), Word64.fromInt (Char.ord c))
    in
      ignore (Files.close file);
      if String.size bytes < 8 then NONE else SOME (Word.fromLarge (CharVector.foldl add 0w0 bytes))
    end
  val seed = fromSystem and useed = fromSystem
  val letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
  (* The low bits repeat soon. *)
  fun alphaNumChar () =
    String.sub (letters, Word.toInt (Word.mod (Word.>> (rand (), Word.fromInt (Word.wordSize - 16)), 0w62)))
  fun alphaNumString n = CharVector.tabulate (n, fn _ => alphaNumChar ())
end

structure LargeIntegers : MLTON_INT_INF =
struct
  type t = IntInf.int
  structure BigWord = Word64 and SmallInt = Int64
  datatype rep = Big of BigWord.word vector | Small of SmallInt.int
  val bound = IntInf.<< (1, 0w62)
  fun isSmall a = IntInf.~ bound <= a andalso a < bound
  fun areSmall (a, b) = isSmall a andalso isSmall b
  fun gcd (a, b) = if b = 0 then IntInf.abs a else gcd (b, IntInf.mod (a, b))
  fun words a = if a = 0 then [] else Word64.fromLargeInt a :: words (IntInf.~>> (a, 0w64))
  fun rep a =
    if isSmall a then Small (Int64.fromLarge a)
    else Big (Vector.fromList ((if a < 0 then 0w1 else 0w0) :: words (IntInf.abs a)))
  fun fromRep (Small n) =
        let val a = Int64.toLarge n in if isSmall a then SOME a else NONE end
    | fromRep (given as Big v) =
        case Vector.foldr (op ::) [] v of
          sign :: limbs =>
            let
              val a = List.foldr (fn (w, a) => IntInf.+ (IntInf.<< (a, 0w64), Word64.toLargeInt w)) 0 limbs
              val a = if sign = 0w0 then a else IntInf.~ a
            in
              if rep a = given then SOME a else NONE
            end
        | [] => NONE
end

structure MLtonPlatform : MLTON_PLATFORM =
struct
  fun find (all, toString) s =
    List.find (fn x => String.map Char.toLower (toString x) = String.map Char.toLower s) all
  structure Arch =
  struct
    datatype t =
      Alpha | AMD64 | ARM | ARM64 | HPPA | IA64 | LoongArch64 | m68k | MIPS | PowerPC | PowerPC64 | RISCV | S390 | Sparc | Wasm32
    | X86
    fun toString a =
      case a of
        Alpha => "Alpha" | AMD64 => "AMD64" | ARM => "ARM" | ARM64 => "ARM64" | HPPA => "HPPA" | IA64 => "IA64"
      | LoongArch64 => "LoongArch64" | m68k => "m68k" | MIPS => "MIPS" | PowerPC => "PowerPC" | PowerPC64 => "PowerPC64"
      | RISCV => "RISCV" | S390 => "S390" | Sparc => "Sparc" | Wasm32 => "Wasm32" | X86 => "X86"
    val fromString =
      find ([Alpha, AMD64, ARM, ARM64, HPPA, IA64, LoongArch64, m68k, MIPS, PowerPC, PowerPC64, RISCV, S390, Sparc, Wasm32, X86],
            toString)
    val host = AMD64
  end
  structure Format =
  struct
    datatype t = Archive | Executable | LibArchive | Library
    fun toString f =
      case f of Archive => "Archive" | Executable => "Executable" | LibArchive => "LibArchive" | Library => "Library"
    val fromString = find ([Archive, Executable, LibArchive, Library], toString)
    val host = Executable
  end
  structure OS =
  struct
    datatype t = AIX | Cygwin | Darwin | FreeBSD | Hurd | HPUX | Linux | MinGW | NetBSD | OpenBSD | Solaris | WASI
    fun toString s =
      case s of
        AIX => "AIX" | Cygwin => "Cygwin" | Darwin => "Darwin" | FreeBSD => "FreeBSD" | Hurd => "Hurd" | HPUX => "HPUX"
      | Linux => "Linux" | MinGW => "MinGW" | NetBSD => "NetBSD" | OpenBSD => "OpenBSD" | Solaris => "Solaris" | WASI => "WASI"
    val fromString =
      find ([AIX, Cygwin, Darwin, FreeBSD, Hurd, HPUX, Linux, MinGW, NetBSD, OpenBSD, Solaris, WASI], toString)
    val host = Linux
  end
end

functor RealWords (R : REAL) =
struct
  fun fromLargeWord w = R.fromLargeInt (LargeWord.toLargeInt w)
  fun fromWord w = fromLargeWord (Word.toLarge w)
  fun toLargeWord mode r = LargeWord.fromLargeInt (R.toLargeInt mode r)
  fun toWord mode r = Word.fromLargeInt (R.toLargeInt mode r)
end
structure WordsOfReals = RealWords (Real64) and WordsOfReals32 = RealWords (Real32)

structure MLton : MLTON =
struct
  val isMLton = false and debug = false and safe = true
  val eq = _prim "same_object" : 'a * 'a -> bool
  val bytesOf = _prim "object_bytes" : 'a list -> int64
  val hashOf = _prim "object_hash" : 'a list -> Word64.word
  (* In a list, so that it is an object: a header, the value's word and a tail, none of which counts, as in MLton. A list of
     constants is data and has no bytes at all. *)
  val listBytes = 24
  fun size x =
    if Weak.isObject x orelse Weak.isTuple x then IntInf.max (0, IntInf.- (Int64.toLarge (bytesOf [x]), listBytes)) else 0
  fun hash x = Word32.fromLarge (hashOf [x])
  fun share _ = ()
  fun shareAll () = ()
  structure Array =
  struct
    fun unfoldi (n, b, f) =
      let
        val a = ArrayPrimitives.allocChecked n
        fun go (i, b) =
          if i = n then b else let val (x, b) = f (i, b) in Array.update (a, i, x); go (i + 1, b) end
        val b = go (0, b)
      in (a, b)
      end
  end
  structure Vector =
  struct
    fun unfoldi p = let val (a, b) = Array.unfoldi p in (ArrayPrimitives.unsafeFreeze a, b) end
    fun create n =
      let
        val a = ArrayPrimitives.allocChecked n
        val isDone = ref false and written = ref 0
        fun done () =
          if !isDone orelse !written < n then raise Fail "MLton.Vector.create: not done"
          else (isDone := true; ArrayPrimitives.unsafeFreeze a)
        fun sub i = if i < 0 orelse i >= !written then raise Subscript else ArrayPrimitives.unsafeSub (a, i)
        fun update (i, x) =
          if !isDone then raise Fail "MLton.Vector.create: done"
          else if i < 0 orelse i > !written orelse i >= n then raise Subscript
          else (ArrayPrimitives.unsafeUpdate (a, i, x); written := Int.max (!written, i + 1))
      in {done = done, sub = sub, update = update}
      end
  end
  structure GC =
  struct
    val collectNow = _prim "collect_garbage" : unit -> unit
    (* What is called behind collections is done before this returns. *)
    fun collect () = (collectNow (); Interrupts.look ())
    val pack = collect
    fun unpack () = ()
    fun setMessages (_ : bool) = ()
    fun setSummary (_ : bool) = ()
    structure Statistics =
    struct
      val bytesAllocated = Counts.allocated and lastBytesLive = Counts.live and maxBytesLive = Counts.mostLive
      val numMinorGCs = Counts.youngCollections
      fun numCopyingGCs () = IntInf.- (Counts.wholeCollections (), numMinorGCs ())
      fun numMarkCompactGCs () = 0 : IntInf.int
    end
  end
  structure CharArray = GeneralCharArray and CharVector = GeneralCharVector
  structure Word8Array = GeneralWord8Array and Word8Vector = GeneralWord8Vector
  structure Syslog = SystemLog
  structure Exn =
  struct
    val same = _prim "same_object" : 'a * 'a -> bool
    fun addExnMessager f =
      let val known = !Messages.messagers
      in
        if same (Concurrency.cas Messages.messagers (known, f :: known), known) then () else addExnMessager f
      end
    fun say what =
      TextIO.output (TextIO.stdErr, String.concat ["tactus: error: the top-level handler has ", what, "; end the program there\n"])
    fun ending handler e =
      (handler e handle _ => (say "raised an exception"; OSProcess.terminate OSProcess.failure);
       say "returned";
       OSProcess.exit OSProcess.failure)
    val defaultTopLevelHandler = OSProcess.fail
    fun getTopLevelHandler () = !OSProcess.handler
    fun setTopLevelHandler handler = OSProcess.handler := ending handler
    fun topLevelHandler e = (getTopLevelHandler () e; OSProcess.exit OSProcess.failure)
    fun history (_ : exn) : string list = []
  end
  structure IntInf = LargeIntegers and Platform = MLtonPlatform
  structure Process = Processes and ProcEnv = Environment and Rlimit = ResourceLimits
  structure Profile = Profiling and TextIO = NewFiles (TextIO) and BinIO = NewFiles (BinIO)
  val sizeAll = Counts.heap
  structure Thread = Threads and Cont = Continuations and Signal = Signals and Itimer = IntervalTimers
  structure Weak = Weak and Finalizable = Finalizables
  structure Parallel =
  struct
    open Concurrency
    val processorNumber = Counts.worker
    val compareAndSwap = cas and arrayCompareAndSwap = casArray and arrayFetchAndAdd = fetchAndAddArray
    structure Unsafe =
    struct
      val arrayUninit = ArrayPrimitives.allocChecked
      val arrayCompareAndSwap = casArray
    end
  end
  structure Random = RandomWords
  structure Rusage =
  struct
    type t = {utime : Time.time, stime : Time.time}
    fun measureGC _ = ()
    fun rusage () =
      let val {usr, sys} = Timer.checkCPUTimer (Timer.totalCPUTimer ())
      in
        {self = {utime = usr, stime = sys},
         gc = {utime = Time.+ (Counts.wholeTime (), Counts.ownTime ()), stime = Time.zeroTime},
         children = {utime = Counts.childrenUser (), stime = Counts.childrenSystem ()}}
      end
  end
  structure Real64 =
  struct
    type t = Real64.real and word = Word64.word
    val castToWord = _prim "real64_to_word64_bits" : real -> Word64.word
    val castFromWord = _prim "real64_from_word64_bits" : Word64.word -> real
    open WordsOfReals
  end
  structure Real = Real64 and LargeReal = Real64
  structure Real32 =
  struct
    type t = Real32.real and word = Word32.word
    val toBits = _prim "real32_to_word64_bits" : Real32.real -> Word64.word
    val fromBits = _prim "real32_from_word64_bits" : Word64.word -> Real32.real
    fun castToWord r = Word32.fromLarge (toBits r)
    fun castFromWord w = fromBits (Word32.toLarge w)
    open WordsOfReals32
  end
  structure Word = Rotated (Word) and Word8 = Rotated (Word8) and Word16 = Rotated (Word16)
  structure Word32 = Rotated (Word32) and Word64 = Rotated (Word64) and LargeWord = Rotated (LargeWord)
end
