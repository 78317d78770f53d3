(* Streams of characters or of bytes. The runtime has files by number, which buffer; here are the two views of them.

   An imperative input stream reads from its file, until somebody asks for the functional stream in it: from then on
   it is a variable that has a functional one. A functional stream is a list of chunks that are read when they are first
   wanted. Output streams of both kinds are files. *)

signature IO =
sig
  exception Io of {name : string, function : string, cause : exn}
  exception BlockingNotSupported
  exception NonblockingNotSupported
  exception RandomAccessNotSupported
  exception ClosedStream
  datatype buffer_mode = NO_BUF | LINE_BUF | BLOCK_BUF
end

structure IO : IO =
struct
  exception Io of {name : string, function : string, cause : exn}
  exception BlockingNotSupported
  exception NonblockingNotSupported
  exception RandomAccessNotSupported
  exception ClosedStream
  datatype buffer_mode = NO_BUF | LINE_BUF | BLOCK_BUF
end

signature STREAM_IO =
sig
  type elem
  type vector
  type instream
  type outstream
  val input : instream -> vector * instream
  val input1 : instream -> (elem * instream) option
  val inputN : instream * int -> vector * instream
  val inputAll : instream -> vector * instream
  val closeIn : instream -> unit
  val endOfStream : instream -> bool
  val canInput : instream * int -> int option
  val output : outstream * vector -> unit
  val output1 : outstream * elem -> unit
  val flushOut : outstream -> unit
  val closeOut : outstream -> unit
  val setBufferMode : outstream * IO.buffer_mode -> unit
  val getBufferMode : outstream -> IO.buffer_mode
end

structure Files =
struct
  val openFile = _prim "io_open" : string * int -> int
  val openText = _prim "io_open_string" : string -> int
  val close = _prim "io_close" : int -> int
  val read = _prim "io_read" : int * int -> string
  val readAll = _prim "io_read_all" : int -> string
  val readLine = _prim "io_read_line" : int -> string
  val peek = _prim "io_peek" : int -> int
  val available = _prim "io_available" : int -> int
  val bufferMode = _prim "io_mode" : int * int -> int
  val write = _prim "io_write" : int * string -> int
  val flush = _prim "io_flush" : int -> int
  val problem = _prim "io_problem" : unit -> int
  type file = {number : int, name : string}
  (* Primitives return a negative number for what went wrong. *)
  fun checked (function, name, n) =
    if n < 0 then
      let val cause = if n = ~2 then IO.ClosedStream else OSCalls.error (problem ())
      in raise IO.Io {name = name, function = function, cause = cause}
      end
    else n
  val readProblem = _prim "io_read_problem" : int -> int
  (* What has been read, unless the last attempt was an error: nothing is lost if it comes behind some text. *)
  fun wasRead (function, {number, name} : file, what) =
    (ignore (checked (function, name, readProblem number)); what)
  fun readSome (function, file : file, most) =
    case read (#number file, most) of "" => wasRead (function, file, "") | text => text
  (* Of at most n characters, how many can be taken without waiting. *)
  fun canTake (there, n) =
    if n < 0 then raise Size
    else case there () of count => if count < 0 then NONE else SOME (Int.min (n, count))
  fun opening (function, name, mode) : file = {number = checked (function, name, openFile (name, mode)), name = name}
  fun closing (function, {number, name} : file) = ignore (checked (function, name, close number))
end

functor MakeStreamIO
  (type elem
   type vector
   val toVector : string -> vector
   val fromVector : vector -> string
   val toElem : char -> elem
   val fromElem : elem -> char) =
struct
  structure Functional =
  struct
    type elem = elem
    type vector = vector
    type outstream = Files.file
    datatype rest = Unread | End | Next of string * rest ref
    (* What has been read from `at` on, and what comes behind it. *)
    type instream = {text : string, at : int, rest : rest ref, file : Files.file}
    fun fromFile file : instream = {text = "", at = 0, rest = ref Unread, file = file}
    (* The stream at a place where there is something, or at its end. *)
    fun filled (s as {text, at, rest, file} : instream) =
      if at < String.size text then s
      else
        case !rest of
          Next (text, rest) => filled {text = text, at = 0, rest = rest, file = file}
        | End => s
        | Unread =>
            (rest := (case Files.readSome ("input", file, 4096) of
                        "" => End
                      | text => Next (text, ref Unread));
             filled s)
    fun left ({text, at, ...} : instream) = String.size text - at
    fun advanced ({text, at, rest, file} : instream, n) : instream =
      {text = text, at = at + n, rest = rest, file = file}
    fun taken (s as {text, at, ...} : instream, n) = (String.substring (text, at, n), advanced (s, n))
    fun endOfStream s = left (filled s) = 0
    fun canInput (s, n) =
      let
        fun there (s as {rest, file, ...} : instream) =
          if left s > 0 then left s
          else
            case !rest of
              Next (text, rest) => there {text = text, at = 0, rest = rest, file = file}
            | End => 0
            | Unread => Files.available (#number file)
      in
        Files.canTake (fn () => there s, n)
      end
    fun inputText s = let val s = filled s in taken (s, left s) end
    fun input s = let val (text, s) = inputText s in (toVector text, s) end
    fun input1 s =
      let val s = filled s
      in if left s = 0 then NONE else SOME (toElem (String.sub (#text s, #at s)), advanced (s, 1))
      end
    (* Parts until `enough` says how much of the stream to take as the last one. *)
    fun collect enough s =
      let
        fun go (s, out) =
          let val s = filled s
          in
            case (left s, enough (s, out)) of
              (0, _) => (String.concat (List.rev out), s)
            | (_, SOME n) =>
                let val (text, s) = taken (s, n) in (String.concat (List.rev (text :: out)), s) end
            | (n, NONE) => let val (text, s) = taken (s, n) in go (s, text :: out) end
          end
      in
        go (s, [])
      end
    fun inputN (s, n) =
      if n < 0 then raise Size
      else if n = 0 then (toVector "", s)
      else
        let
          fun enough (s, out) =
            let val missing = n - List.foldl (fn (part, sum) => String.size part + sum) 0 out
            in if left s >= missing then SOME missing else NONE
            end
          val (text, s) = collect enough s
        in
          (toVector text, s)
        end
    fun inputAll s = let val (text, s) = collect (fn _ => NONE) s in (toVector text, s) end
    fun lineOf s =
      let
        fun enough ({text, at, ...} : instream, _) =
          let
            fun go i =
              if i = String.size text then NONE
              else if String.sub (text, i) = #"\n" then SOME (i + 1 - at)
              else go (i + 1)
          in
            go at
          end
      in
        case collect enough s of
          ("", _) => NONE
        | (line, s) => SOME (if String.isSuffix "\n" line then line else String.^ (line, "\n"), s)
      end
    fun closeIn ({file, ...} : instream) = Files.closing ("closeIn", file)
    fun outputText ({number, name} : outstream, s) = ignore (Files.checked ("output", name, Files.write (number, s)))
    fun output (stream, v) = outputText (stream, fromVector v)
    fun output1 (stream, x) = outputText (stream, String.str (fromElem x))
    fun flushOut ({number, name} : outstream) = ignore (Files.checked ("flushOut", name, Files.flush number))
    fun closeOut stream = Files.closing ("closeOut", stream)
    fun modeOf (function, {number, name} : outstream, mode) =
      Files.checked (function, name, Files.bufferMode (number, mode))
    fun setBufferMode (stream, mode) =
      ignore (modeOf ("setBufferMode", stream, case mode of IO.NO_BUF => 0 | IO.LINE_BUF => 1 | IO.BLOCK_BUF => 2))
    fun getBufferMode stream =
      case modeOf ("getBufferMode", stream, ~1) of 0 => IO.NO_BUF | 1 => IO.LINE_BUF | _ => IO.BLOCK_BUF
  end

  structure StreamIO = Functional
  type elem = elem
  type vector = vector
  datatype source = Direct of Files.file | Through of Functional.instream
  type instream = source ref
  type outstream = Functional.outstream ref
  fun openIn name = ref (Direct (Files.opening ("openIn", name, 0)))
  fun openOut name = ref (Files.opening ("openOut", name, 1))
  fun openAppend name = ref (Files.opening ("openAppend", name, 2))
  fun mkInstream s = ref (Through s)
  fun setInstream (stream, s) = stream := Through s
  fun getInstream stream =
    case !stream of
      Through s => s
    | Direct file => let val s = Functional.fromFile file in setInstream (stream, s); s end
  fun mkOutstream s = ref s
  fun getOutstream stream = !stream
  fun setOutstream (stream, s) = stream := s
  (* By the file, or by the functional stream, which moves on. *)
  fun through (stream, s, f) = let val (result, s) = f s in setInstream (stream, s); result end
  fun input stream =
    case !stream of
      Direct file => toVector (Files.readSome ("input", file, 4096))
    | Through s => through (stream, s, Functional.input)
  fun inputN (stream, n) =
    case !stream of
      Through s => through (stream, s, fn s => Functional.inputN (s, n))
    | Direct file =>
        let
          fun go (0, out) = toVector (String.concat (List.rev out))
            | go (left, out) =
                case Files.readSome ("inputN", file, left) of
                  "" => go (0, out)
                | s => go (left - String.size s, s :: out)
        in
          if n < 0 then raise Size else go (n, [])
        end
  fun inputAll stream =
    case !stream of
      Direct file => toVector (Files.wasRead ("inputAll", file, Files.readAll (#number file)))
    | Through s => through (stream, s, Functional.inputAll)
  fun peek (function, stream) =
    case !stream of
      Direct file =>
        let val c = Files.peek (#number file)
        in if c < 0 then Files.wasRead (function, file, NONE) else SOME (toElem (Char.chr c))
        end
    | Through s => Option.map #1 (Functional.input1 s)
  fun lookahead stream = peek ("lookahead", stream)
  fun input1 stream =
    case !stream of
      Direct file =>
        (case Files.readSome ("input1", file, 1) of
           "" => NONE
         | s => SOME (toElem (String.sub (s, 0))))
    | Through s =>
        case Functional.input1 s of
          SOME (x, s) => (setInstream (stream, s); SOME x)
        | NONE => NONE
  fun endOfStream stream = Bool.not (Option.isSome (peek ("endOfStream", stream)))
  fun canInput (stream, n) =
    case !stream of
      Direct {number, ...} => Files.canTake (fn () => Files.available number, n)
    | Through s => Functional.canInput (s, n)
  fun closeIn stream =
    case !stream of
      Direct file => Files.closing ("closeIn", file)
    | Through s => Functional.closeIn s
  fun output (stream, v) = Functional.output (!stream, v)
  fun output1 (stream, x) = Functional.output1 (!stream, x)
  fun flushOut stream = Functional.flushOut (!stream)
  fun closeOut stream = Functional.closeOut (!stream)
end
