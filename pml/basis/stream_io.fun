(* Streams of characters or of bytes. The runtime has files by number, which buffer; here are the two views of them.

   An imperative input stream reads from its file, until somebody asks for the functional stream in it: from then on
   it is a variable that has a functional one. A functional stream is a list of chunks that are read when they are first
   wanted. Output streams of both kinds are files, or writers with what has been written and not passed on. *)

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
  (* Over readers and writers. *)
  type reader
  type writer
  type pos
  type out_pos
  val mkInstream : reader * vector -> instream
  val getReader : instream -> reader * vector
  val filePosIn : instream -> pos
  val mkOutstream : writer * IO.buffer_mode -> outstream
  val getWriter : outstream -> writer * IO.buffer_mode
  val getPosOut : outstream -> out_pos
  val setPosOut : out_pos -> outstream
  val filePosOut : out_pos -> pos
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
   val fromElem : elem -> char
   structure Prim : PRIM_IO where type vector = vector where type pos = Position.int
   (* What is left of a vector from a place on, and the text of such a part. *)
   val slice : vector * int -> Prim.vector_slice
   val textOf : Prim.vector_slice -> string) =
struct
  structure Functional =
  struct
    type elem = elem
    type vector = vector
    type reader = Prim.reader
    type writer = Prim.writer
    type pos = Position.int
    datatype rest = Unread | End | Next of string * rest ref
    (* A reader's stream ends for others when somebody takes the reader, or closes the stream. Where its text begins is
       known if the reader tells. *)
    datatype source =
      File of Files.file
    | Reader of {reader : Prim.reader, name : string, read : int -> string, isOpen : bool ref, start : pos option}
    (* What has been read from `at` on, and what comes behind it; how much has been read before this text. *)
    type instream = {text : string, at : int, passed : pos, rest : rest ref, file : source}
    fun fromFile file : instream = {text = "", at = 0, passed = 0, rest = ref Unread, file = File file}
    fun ioError (name, function, cause) = raise IO.Io {name = name, function = function, cause = cause}
    (* The exceptions of readers and writers are causes. *)
    fun guarded (name, function, f) = f () handle e => ioError (name, function, e)
    fun nameOf (File {name, ...}) = name
      | nameOf (Reader {name, ...}) = name
    fun readFrom (File file, n) = Files.readSome ("input", file, n)
      | readFrom (Reader {name, read, isOpen, ...}, n) =
          if !isOpen then guarded (name, "input", fn () => read n) else ""
    fun following ({text, passed, file, ...} : instream, next, rest) : instream =
      {text = next, at = 0, passed = passed + Position.fromInt (String.size text), rest = rest, file = file}
    (* The stream at a place where there is something, or at its end. *)
    fun filled (s as {text, at, rest, file, ...} : instream) =
      if at < String.size text then s
      else
        case !rest of
          Next (next, rest) => filled (following (s, next, rest))
        | End => s
        | Unread =>
            (rest := (case readFrom (file, 4096) of
                        "" => End
                      | text => Next (text, ref Unread));
             filled s)
    fun left ({text, at, ...} : instream) = String.size text - at
    fun advanced ({text, at, passed, rest, file} : instream, n) : instream =
      {text = text, at = at + n, passed = passed, rest = rest, file = file}
    fun taken (s as {text, at, ...} : instream, n) = (String.substring (text, at, n), advanced (s, n))
    fun endOfStream s = left (filled s) = 0
    fun canInput (s, n) =
      let
        fun there (s as {rest, file, ...} : instream) =
          if left s > 0 then left s
          else
            case !rest of
              Next (next, rest) => there (following (s, next, rest))
            | End => 0
            | Unread =>
                case file of
                  File {number, ...} => Files.available number
                | Reader {reader = Prim.RD {readVecNB = NONE, ...}, name, ...} =>
                    ioError (name, "canInput", IO.NonblockingNotSupported)
                | Reader {reader = Prim.RD {readVecNB = SOME read, ...}, name, ...} =>
                    case guarded (name, "canInput", fn () => read 4096) of
                      NONE => ~1
                    | SOME v =>
                        let val text = fromVector v
                        in rest := (if text = "" then End else Next (text, ref Unread)); String.size text
                        end
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
    (* The last of the chunks that have been read. *)
    fun lastRead (s as {rest, ...} : instream) =
      case !rest of Next (next, rest) => lastRead (following (s, next, rest)) | _ => s
    fun closeIn (s as {file, ...} : instream) =
      case file of
        File file => Files.closing ("closeIn", file)
      | Reader {reader = Prim.RD {close, ...}, name, isOpen, ...} =>
          if !isOpen then (isOpen := false; #rest (lastRead s) := End; guarded (name, "closeIn", close)) else ()
    fun mkInstream (reader, v) : instream =
      let
        val augmented as Prim.RD {name, readVec, getPos, ...} = Prim.augmentReader reader
        fun read n =
          case readVec of SOME f => fromVector (f n) | NONE => raise IO.BlockingNotSupported
        val text = fromVector v
        val start =
          case getPos of SOME f => SOME (f () - Position.fromInt (String.size text)) | NONE => NONE
      in
        {text = text, at = 0, passed = 0, rest = ref Unread,
         file = Reader {reader = augmented, name = name, read = read, isOpen = ref true, start = start}}
      end
    (* A file as a reader. *)
    fun readerOf (file as {number, name} : Files.file) =
      Prim.augmentReader
        (Prim.RD {name = name, chunkSize = 4096,
                  readVec = SOME (fn n => toVector (Files.readSome ("readVec", file, n))), readArr = NONE,
                  readVecNB = SOME (fn n => if Files.available number < 0 then NONE
                                            else SOME (toVector (Files.readSome ("readVecNB", file, n)))),
                  readArrNB = NONE, block = NONE, canInput = SOME (fn () => Files.available number >= 0),
                  avail = fn () => NONE, getPos = NONE, setPos = NONE, endPos = NONE, verifyPos = NONE,
                  close = fn () => Files.closing ("close", file), ioDesc = if number < 3 then SOME number else NONE})
    (* The stream ends there. *)
    fun getReader (s as {file, ...} : instream) =
      let
        fun taken s = let val (text, next) = inputText s in if text = "" then [] else text :: taken next end
        val last = #rest (lastRead s)
        val () = case !last of Unread => last := End | _ => ()
        val unread = toVector (String.concat (taken s))
      in
        case file of
          File file => (readerOf file, unread)
        | Reader {reader, isOpen, name, ...} =>
            if !isOpen then (isOpen := false; (reader, unread)) else ioError (name, "getReader", IO.ClosedStream)
      end
    fun filePosIn ({at, passed, file, ...} : instream) =
      case file of
        Reader {start = SOME start, ...} => start + passed + Position.fromInt at
      | _ => ioError (nameOf file, "filePosIn", IO.RandomAccessNotSupported)

    datatype outstream =
      OutFile of Files.file
    | Writer of {writer : Prim.writer, name : string, size : int, held : string list ref, count : int ref,
                 mode : IO.buffer_mode ref, isOpen : bool ref}
    type out_pos = outstream * pos
    fun writeAll (function, Prim.WR {name, writeVec, ...}, text) =
      let
        val v = toVector text
        fun go from =
          if from >= String.size text then ()
          else
            case writeVec of
              SOME write => go (from + guarded (name, function, fn () => write (slice (v, from))))
            | NONE => ioError (name, function, IO.BlockingNotSupported)
      in
        go 0
      end
    fun flushHeld (function, writer, held, count) =
      case !held of
        [] => ()
      | those => (held := []; count := 0; writeAll (function, writer, String.concat (List.rev those)))
    fun outputText (OutFile {number, name}, s) = ignore (Files.checked ("output", name, Files.write (number, s)))
      | outputText (Writer {writer, name, size, held, count, mode, isOpen}, s) =
          if Bool.not (!isOpen) then ioError (name, "output", IO.ClosedStream)
          else
            (held := s :: !held;
             count := !count + String.size s;
             if !mode = IO.NO_BUF orelse !count >= size orelse
                (!mode = IO.LINE_BUF andalso Char.contains s #"\n")
             then flushHeld ("output", writer, held, count) else ())
    fun output (stream, v) = outputText (stream, fromVector v)
    fun output1 (stream, x) = outputText (stream, String.str (fromElem x))
    fun flushOut (OutFile {number, name}) = ignore (Files.checked ("flushOut", name, Files.flush number))
      | flushOut (Writer {writer, held, count, ...}) = flushHeld ("flushOut", writer, held, count)
    fun closeOut (OutFile file) = Files.closing ("closeOut", file)
      | closeOut (Writer {writer as Prim.WR {close, name, ...}, held, count, isOpen, ...}) =
          if !isOpen then
            (flushHeld ("closeOut", writer, held, count); isOpen := false; guarded (name, "closeOut", close))
          else ()
    fun modeOf (function, {number, name} : Files.file, mode) =
      Files.checked (function, name, Files.bufferMode (number, mode))
    fun setBufferMode (OutFile file, mode) =
          ignore (modeOf ("setBufferMode", file, case mode of IO.NO_BUF => 0 | IO.LINE_BUF => 1 | IO.BLOCK_BUF => 2))
      | setBufferMode (stream as Writer {mode, ...}, new) =
          (mode := new; if new = IO.NO_BUF then flushOut stream else ())
    fun getBufferMode (OutFile file) =
          (case modeOf ("getBufferMode", file, ~1) of 0 => IO.NO_BUF | 1 => IO.LINE_BUF | _ => IO.BLOCK_BUF)
      | getBufferMode (Writer {mode, ...}) = !mode
    fun mkOutstream (writer, mode) =
      let val augmented as Prim.WR {name, chunkSize, ...} = Prim.augmentWriter writer
      in
        Writer {writer = augmented, name = name, size = Int.max (chunkSize, 1), held = ref [], count = ref 0,
                mode = ref mode, isOpen = ref true}
      end
    fun writerOf (file as {number, name} : Files.file) =
      Prim.augmentWriter
        (Prim.WR {name = name, chunkSize = 4096,
                  writeVec = SOME (fn s => let val text = textOf s
                                           in ignore (Files.checked ("writeVec", name, Files.write (number, text)));
                                              ignore (Files.checked ("writeVec", name, Files.flush number));
                                              String.size text
                                           end),
                  writeArr = NONE, writeVecNB = NONE, writeArrNB = NONE, block = NONE, canOutput = NONE, getPos = NONE,
                  setPos = NONE, endPos = NONE, verifyPos = NONE, close = fn () => Files.closing ("close", file),
                  ioDesc = if number < 3 then SOME number else NONE})
    (* The stream writes no more. *)
    fun getWriter stream =
      let val mode = getBufferMode stream
      in
        flushOut stream;
        case stream of
          OutFile file => (writerOf file, mode)
        | Writer {writer, isOpen, ...} => (isOpen := false; (writer, mode))
      end
    fun getPosOut (stream as OutFile {name, ...}) = ioError (name, "getPosOut", IO.RandomAccessNotSupported)
      | getPosOut (stream as Writer {writer = Prim.WR {getPos, name, ...}, ...}) =
          (flushOut stream;
           case getPos of
             SOME f => (stream, guarded (name, "getPosOut", f))
           | NONE => ioError (name, "getPosOut", IO.RandomAccessNotSupported))
    fun setPosOut (stream, pos) =
      case stream of
        Writer {writer = Prim.WR {setPos = SOME f, name, ...}, ...} =>
          (flushOut stream; guarded (name, "setPosOut", fn () => f pos); stream)
      | _ => ioError ("<out>", "setPosOut", IO.RandomAccessNotSupported)
    fun filePosOut (_, pos) = pos
  end

  structure StreamIO = Functional
  type elem = elem
  type vector = vector
  datatype source = Direct of Files.file | Through of Functional.instream
  type instream = source ref
  type outstream = Functional.outstream ref
  fun openIn name = ref (Direct (Files.opening ("openIn", name, 0)))
  fun openOut name = ref (Functional.OutFile (Files.opening ("openOut", name, 1)))
  fun openAppend name = ref (Functional.OutFile (Files.opening ("openAppend", name, 2)))
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
  fun getPosOut stream = Functional.getPosOut (!stream)
  fun setPosOut (stream, pos) = stream := Functional.setPosOut pos
end
