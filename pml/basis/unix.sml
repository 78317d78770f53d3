(* Unix: programs whose standard input and output are streams of this one. *)

signature UNIX =
sig
  type ('a, 'b) proc
  type signal
  datatype exit_status = W_EXITED | W_EXITSTATUS of Word8.word | W_SIGNALED of signal | W_STOPPED of signal
  val fromStatus : OS.Process.status -> exit_status
  val execute : string * string list -> ('a, 'b) proc
  val executeInEnv : string * string list * string list -> ('a, 'b) proc
  (* The same stream at each call. *)
  val textInstreamOf : (TextIO.instream, 'a) proc -> TextIO.instream
  val binInstreamOf : (BinIO.instream, 'a) proc -> BinIO.instream
  val textOutstreamOf : ('a, TextIO.outstream) proc -> TextIO.outstream
  val binOutstreamOf : ('a, BinIO.outstream) proc -> BinIO.outstream
  val streamsOf : (TextIO.instream, TextIO.outstream) proc -> TextIO.instream * TextIO.outstream
  val reap : ('a, 'b) proc -> OS.Process.status
  val kill : ('a, 'b) proc * signal -> unit
  val exit : Word8.word -> 'a
end

(* Children get the ends that they are given, and no others. *)
structure ChildPipes =
struct
  fun pipe () =
    let
      fun file d = Posix.FileSys.wordToFD (Word64.fromInt d)
      val {infd, outfd} = PosixDescriptors.pipe true
    in {infd = file infd, outfd = file outfd}
    end
end

structure Unix :> UNIX where type signal = Posix.Signal.signal where type exit_status = Posix.Process.exit_status =
struct
  type signal = Posix.Signal.signal
  datatype exit_status = datatype Posix.Process.exit_status
  (* The end of a pipe, the stream that it has become, and what closes them. *)
  type 'a channel = {file : Posix.IO.file_desc, stream : 'a option ref, close : (unit -> unit) ref}
  type ('a, 'b) proc = {pid : Posix.Process.pid, input : 'a channel, output : 'b channel, status : OS.Process.status option ref}

  fun channel file = {file = file, stream = ref NONE, close = ref (fn () => Posix.IO.close file)}
  fun number file = Word64.toInt (Posix.FileSys.fdToWord file)
  fun start (path, arguments, environment) =
    let
      val given = ChildPipes.pipe () and taken = ChildPipes.pipe ()
      fun closeTheirs () = (Posix.IO.close (#infd given); Posix.IO.close (#outfd taken))
      val pid =
        PosixCalls.program ("spawn", [0, number (#infd given), number (#outfd taken), 2], path, path :: arguments, environment)
        handle problem => (closeTheirs (); Posix.IO.close (#outfd given); Posix.IO.close (#infd taken); raise problem)
    in
      closeTheirs ();
      {pid = Posix.Process.wordToPid (Word64.fromInt pid), input = channel (#infd taken), output = channel (#outfd given),
       status = ref NONE}
    end
  fun execute (path, arguments) = start (path, arguments, NONE)
  fun executeInEnv (path, arguments, environment) = start (path, arguments, SOME environment)

  fun streamOf ({file, stream, close} : 'a channel, open_, close_) =
    case !stream of
      SOME made => made
    | NONE =>
        let val made = open_ (String.^ ("/dev/fd/", Int.toString (number file)))
        in !close (); stream := SOME made; close := (fn () => close_ made); made
        end
  fun textInstreamOf ({input, ...} : (TextIO.instream, 'a) proc) = streamOf (input, TextIO.openIn, TextIO.closeIn)
  fun binInstreamOf ({input, ...} : (BinIO.instream, 'a) proc) = streamOf (input, BinIO.openIn, BinIO.closeIn)
  fun textOutstreamOf ({output, ...} : ('a, TextIO.outstream) proc) = streamOf (output, TextIO.openOut, TextIO.closeOut)
  fun binOutstreamOf ({output, ...} : ('a, BinIO.outstream) proc) = streamOf (output, BinIO.openOut, BinIO.closeOut)
  fun streamsOf process = (textInstreamOf process, textOutstreamOf process)

  fun reap ({pid, input, output, status} : ('a, 'b) proc) =
    case !status of
      SOME known => known
    | NONE =>
        let
          val () = (!(#close output) ()) handle IO.Io _ => ()
          val () = !(#close input) ()
          val ended =
            case #2 (Posix.Process.waitpid (Posix.Process.W_CHILD pid, [])) of
              W_EXITED => 0
            | W_EXITSTATUS status => Word8.toInt status
            | W_SIGNALED signal => 128 + Word64.toInt (Posix.Signal.toWord signal)
            | W_STOPPED signal => 128 + Word64.toInt (Posix.Signal.toWord signal)
        in status := SOME (OSProcess.fromInt ended); OSProcess.fromInt ended
        end
  fun kill ({pid, ...} : ('a, 'b) proc, signal) = Posix.Process.kill (Posix.Process.K_PROC pid, signal)
  val fromStatus = Posix.Process.fromStatus
  fun exit status = OS.Process.exit (OSProcess.fromInt (Word8.toInt status))
end
