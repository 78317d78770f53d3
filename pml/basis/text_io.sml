(* TEXT_IO, the imperative streams. A stream is a number of the runtime, which buffers; a line is never split between
   streams of several workers. *)

structure IO =
struct
  exception Io of {name : string, function : string, cause : exn}
  exception BlockingNotSupported
  exception NonblockingNotSupported
  exception RandomAccessNotSupported
  exception ClosedStream
  datatype buffer_mode = NO_BUF | LINE_BUF | BLOCK_BUF
end

signature TEXT_IO =
sig
  type vector = string
  type elem = char
  type instream
  type outstream
  val stdIn : instream
  val stdOut : outstream
  val stdErr : outstream
  val openIn : string -> instream
  val openOut : string -> outstream
  val openAppend : string -> outstream
  val openString : string -> instream
  val closeIn : instream -> unit
  val closeOut : outstream -> unit
  val input : instream -> vector
  val input1 : instream -> elem option
  val inputN : instream * int -> vector
  val inputAll : instream -> vector
  val inputLine : instream -> string option
  val lookahead : instream -> elem option
  val endOfStream : instream -> bool
  val output : outstream * vector -> unit
  val output1 : outstream * elem -> unit
  val outputSubstr : outstream * Substring.substring -> unit
  val flushOut : outstream -> unit
  val print : string -> unit
  val scanStream :
    ((char, StringCvt.cs) StringCvt.reader -> ('a, StringCvt.cs) StringCvt.reader) -> instream -> 'a option
end

structure TextIO :> TEXT_IO =
struct
  type vector = string
  type elem = char
  type instream = {handle' : int, name : string}
  type outstream = {handle' : int, name : string}
  exception SysErr of string
  val openFile = _prim "io_open" : string * int -> int
  val openText = _prim "io_open_string" : string -> int
  val close = _prim "io_close" : int -> int
  val read = _prim "io_read" : int * int -> string
  val readAll = _prim "io_read_all" : int -> string
  val readLine = _prim "io_read_line" : int -> string
  val peek = _prim "io_peek" : int -> int
  val write = _prim "io_write" : int * string -> int
  val flush = _prim "io_flush" : int -> int
  val problem = _prim "io_problem" : unit -> string

  val stdIn = {handle' = 0, name = "<stdin>"}
  val stdOut = {handle' = 1, name = "<stdout>"}
  val stdErr = {handle' = 2, name = "<stderr>"}
  (* Primitives return a negative number for what went wrong. *)
  fun checked (function, name, n) =
    if n < 0 then raise IO.Io {name = name, function = function, cause = SysErr (problem ())} else n
  fun opening (function, name, mode) = {handle' = checked (function, name, openFile (name, mode)), name = name}
  fun openIn name = opening ("openIn", name, 0)
  fun openOut name = opening ("openOut", name, 1)
  fun openAppend name = opening ("openAppend", name, 2)
  fun openString s = {handle' = openText s, name = "<string>"}
  fun closeIn ({handle', name} : instream) = ignore (checked ("closeIn", name, close handle'))
  fun closeOut ({handle', name} : outstream) = ignore (checked ("closeOut", name, close handle'))
  fun input ({handle', ...} : instream) = read (handle', 4096)
  fun inputN ({handle', ...} : instream, n) =
    if n < 0 then raise Size
    else
      let
        fun go (0, out) = String.concat (List.rev out)
          | go (left, out) =
              case read (handle', left) of
                "" => go (0, out)
              | s => go (left - String.size s, s :: out)
      in
        go (n, [])
      end
  fun inputAll ({handle', ...} : instream) = readAll handle'
  fun inputLine ({handle', ...} : instream) =
    case readLine handle' of
      "" => NONE
    | s => SOME (if String.isSuffix "\n" s then s else String.^ (s, "\n"))
  fun lookahead ({handle', ...} : instream) =
    let val c = peek handle'
    in if c < 0 then NONE else SOME (Char.chr c)
    end
  fun input1 (stream as {handle', ...} : instream) =
    case read (handle', 1) of
      "" => NONE
    | s => SOME (String.sub (s, 0))
  fun endOfStream stream = Bool.not (Option.isSome (lookahead stream))
  fun output ({handle', name} : outstream, s) = ignore (checked ("output", name, write (handle', s)))
  fun output1 (stream, c) = output (stream, String.str c)
  fun outputSubstr (stream, s) = output (stream, Substring.string s)
  fun flushOut ({handle', name} : outstream) = ignore (checked ("flushOut", name, flush handle'))
  fun print s = output (stdOut, s)
  (* The rest of the stream as a string is what is scanned; what is left over stays in the stream. *)
  val unread = _prim "io_unread" : int * string -> unit
  fun scanStream scan ({handle', ...} : instream) =
    let
      val text = readAll handle'
      val used = ref 0
      val found =
        StringCvt.scanString
          (fn next => fn source =>
             let
               fun counted s =
                 case next s of
                   NONE => NONE
                 | some => some
               fun length (s, n) =
                 case next s of
                   NONE => n
                 | SOME (_, rest) => length (rest, n + 1)
             in
               case scan counted source of
                 NONE => NONE
               | SOME (x, rest) => (used := String.size text - length (rest, 0); SOME (x, rest))
             end)
          text
    in
      unread (handle', String.extract (text, !used, NONE));
      found
    end
end

val print = TextIO.print
