(* TEXT_IO. A line that one call writes is never split between streams of several workers. *)

signature TEXT_STREAM_IO =
sig
  include STREAM_IO
    where type elem = char where type vector = string where type reader = TextPrimIO.reader
    where type writer = TextPrimIO.writer where type pos = TextPrimIO.pos
  val inputLine : instream -> (string * instream) option
  val outputSubstr : outstream * Substring.substring -> unit
end

signature TEXT_IO =
sig
  structure StreamIO : TEXT_STREAM_IO
  type elem = char
  type vector = string
  type instream
  type outstream
  val input : instream -> vector
  val input1 : instream -> elem option
  val inputN : instream * int -> vector
  val inputAll : instream -> vector
  val lookahead : instream -> elem option
  val closeIn : instream -> unit
  val endOfStream : instream -> bool
  val canInput : instream * int -> int option
  val output : outstream * vector -> unit
  val output1 : outstream * elem -> unit
  val flushOut : outstream -> unit
  val closeOut : outstream -> unit
  val mkInstream : StreamIO.instream -> instream
  val getInstream : instream -> StreamIO.instream
  val setInstream : instream * StreamIO.instream -> unit
  val mkOutstream : StreamIO.outstream -> outstream
  val getOutstream : outstream -> StreamIO.outstream
  val setOutstream : outstream * StreamIO.outstream -> unit
  val getPosOut : outstream -> StreamIO.out_pos
  val setPosOut : outstream * StreamIO.out_pos -> unit
  val inputLine : instream -> string option
  val outputSubstr : outstream * Substring.substring -> unit
  val openIn : string -> instream
  val openOut : string -> outstream
  val openAppend : string -> outstream
  val openString : string -> instream
  val stdIn : instream
  val stdOut : outstream
  val stdErr : outstream
  val print : string -> unit
  val scanStream :
    ((char, StreamIO.instream) StringCvt.reader -> ('a, StreamIO.instream) StringCvt.reader) -> instream -> 'a option
end

structure TextIO :> TEXT_IO =
struct
  structure Streams =
    MakeStreamIO
      (type elem = char
       type vector = string
       fun toVector s = s
       fun fromVector s = s
       fun toElem c = c
       fun fromElem c = c
       structure Prim = TextPrimIO
       fun slice (s, i) = Substring.extract (s, i, NONE)
       val textOf = Substring.string)
  open Streams
  structure StreamIO =
  struct
    open Streams.StreamIO
    val inputLine = lineOf
    fun outputSubstr (stream, s) = output (stream, Substring.string s)
  end
  fun inputLine stream =
    case !stream of
      Through s =>
        (case StreamIO.inputLine s of
           NONE => NONE
         | SOME (line, s) => (setInstream (stream, s); SOME line))
    | Direct file =>
        case Files.readLine (#number file) of
          "" => Files.wasRead ("inputLine", file, NONE)
        | s => SOME (if String.isSuffix "\n" s then s else String.^ (s, "\n"))
  fun outputSubstr (stream, s) = output (stream, Substring.string s)
  fun openString s = ref (Direct {number = Files.openText s, name = "<string>"})
  val stdIn = ref (Direct {number = 0, name = "<stdin>"})
  val stdOut : outstream = ref (StreamIO.OutFile {number = 1, name = "<stdout>"})
  val stdErr : outstream = ref (StreamIO.OutFile {number = 2, name = "<stderr>"})
  (* As the Basis has it, the text is there when print returns. *)
  fun print s =
    (output (stdOut, s);
     case !stdOut of
       StreamIO.OutFile {number, name} => ignore (Files.checked ("output", name, Files.flush number))
     | stream => StreamIO.flushOut stream)
  fun scanStream scan stream =
    case scan StreamIO.input1 (getInstream stream) of
      NONE => NONE
    | SOME (x, s) => (setInstream (stream, s); SOME x)
end

val print = TextIO.print
