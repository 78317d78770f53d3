(* OS.Process, OS and COMMAND_LINE. *)

signature OS_PROCESS =
sig
  type status
  val success : status
  val failure : status
  val isSuccess : status -> bool
  val system : string -> status
  val atExit : (unit -> unit) -> unit
  val exit : status -> 'a
  val terminate : status -> 'a
  val getEnv : string -> string option
  val sleep : Time.time -> unit
end

(* A status is 0, what a program ends with, or a signal with 128 added, as in a shell. *)
structure OSProcess :>
sig
  include OS_PROCESS
  val fromInt : int -> status
  val toInt : status -> int
  (* What an exception comes to that nobody handles: fail, which says so and ends the program, or what MLton.Exn sets. *)
  val handler : (exn -> unit) ref
  val fail : exn -> 'a
end =
struct
  type status = int
  val success = 0
  val failure = 1
  fun isSuccess s = s = success
  fun fromInt s = s
  fun toInt s = s
  (* A command's exit status. What the program has written and not flushed comes after what the command writes. *)
  fun system command = Int64.toInt (OSCalls.checked (12, command, "", OSCalls.none))
  val compareAndSwap = _prim "ref_compare_and_swap" : 'a ref * 'a * 'a -> 'a
  val same = _prim "same_object" : 'a * 'a -> bool
  val actions : (unit -> unit) list ref = ref []
  val isEnding = ref false
  (* Tasks may do so at the same time. While the program ends, nothing is registered any more, as the Basis has it. *)
  fun atExit f =
    let val those = !actions
    in
      if !isEnding orelse same (compareAndSwap (actions, those, f :: those), those) then () else atExit f
    end
  val terminate = _prim "process_exit" : int -> 'a
  (* Actions run once, the latest first; what they raise is ignored. One that calls exit does not return: the rest is
     done there. *)
  fun exit status =
    case (isEnding := true; !actions) of
      [] => terminate status
    | those as f :: rest =>
        (if same (compareAndSwap (actions, those, rest), those) then f () handle _ => () else (); exit status)
  (* A program that comes to its end, or to an exception that nobody handles, does what is registered, too. The primitives
     take functions that have names here. *)
  fun finish () = case !actions of [] => () | _ => exit success
  val report = _prim "exn_report" : string -> unit
  (* Whoever read standard output has had enough, as `head` has: no error, and the status that a shell gives a program that
     SIGPIPE ends. *)
  val readerIsGone = 141
  fun hasNoReader (IO.Io {name = "<stdout>", cause = OSCalls.SysErr (_, SOME problem), ...}) =
        problem = OSCalls.numberOfError "EPIPE"
    | hasNoReader _ = false
  fun fail e = if hasNoReader e then exit readerIsGone else (report (Messages.exnMessage e); exit failure)
  val atEnd = _prim "program_end" : (unit -> unit) -> unit
  val handler : (exn -> unit) ref = ref fail
  fun failed e = !handler e
  val atFailure = _prim "on_failure" : (exn -> unit) -> unit
  val () = (atEnd finish; atFailure failed)
  (* No string or one. *)
  val environment = _prim "process_environment" : string -> string vector
  fun getEnv name =
    let val found = environment name
    in if Vector.length found = 0 then NONE else SOME (Vector.sub (found, 0))
    end
  val sleepFor = _prim "process_sleep_ns" : int64 -> unit
  fun sleep t = sleepFor (Int64.fromLarge (Time.toNanoseconds t))
end

signature OS =
sig
  eqtype syserror
  exception SysErr of string * syserror option
  val errorMsg : syserror -> string
  val errorName : syserror -> string
  val syserror : string -> syserror option
  structure FileSys : OS_FILE_SYS
  structure IO : OS_IO where type iodesc = OSIO.iodesc
  structure Path : OS_PATH
  structure Process : OS_PROCESS
end

signature POSIX_ERROR =
sig
  eqtype syserror
  val toWord : syserror -> Word64.word
  val fromWord : Word64.word -> syserror
  val errorMsg : syserror -> string
  val errorName : syserror -> string
  val syserror : string -> syserror option
  val acces : syserror val again : syserror val badf : syserror val busy : syserror val child : syserror
  val deadlk : syserror val dom : syserror val exist : syserror val fault : syserror val fbig : syserror
  val intr : syserror val inval : syserror val io : syserror val isdir : syserror val loop : syserror
  val mfile : syserror val mlink : syserror val nametoolong : syserror val nfile : syserror val nodev : syserror
  val noent : syserror val noexec : syserror val nolck : syserror val nomem : syserror val nospc : syserror
  val nosys : syserror val notdir : syserror val notempty : syserror val notty : syserror val nxio : syserror
  val perm : syserror val pipe : syserror val range : syserror val rofs : syserror val spipe : syserror
  val srch : syserror val toobig : syserror val xdev : syserror
  val badmsg : syserror val canceled : syserror val inprogress : syserror val msgsize : syserror val notsup : syserror
end

(* Errors are numbers, which nobody sees. *)
structure Sealed :>
sig
  structure OS : OS where type Process.status = OSProcess.status
  structure PosixError : POSIX_ERROR
  sharing type OS.syserror = PosixError.syserror
end =
struct
  structure OS =
  struct
    open OSCalls
    structure FileSys = OSFileSys and IO = OSIO and Path = OSPath and Process = OSProcess
  end
  structure PosixError =
  struct
    type syserror = OSCalls.syserror
    fun toWord n = Word64.fromInt n
    fun fromWord w = Word64.toIntX w
    val errorMsg = OSCalls.errorMsg and errorName = OSCalls.errorName and syserror = OSCalls.syserror
    (* The numbers of Linux. *)
    val acces = 13 : syserror and again = 11 : syserror and badf = 9 : syserror and busy = 16 : syserror
    val child = 10 : syserror and deadlk = 35 : syserror and dom = 33 : syserror and exist = 17 : syserror
    val fault = 14 : syserror and fbig = 27 : syserror and intr = 4 : syserror and inval = 22 : syserror
    val io = 5 : syserror and isdir = 21 : syserror and loop = 40 : syserror and mfile = 24 : syserror
    val mlink = 31 : syserror and nametoolong = 36 : syserror and nfile = 23 : syserror
    val nodev = 19 : syserror and noent = 2 : syserror and noexec = 8 : syserror and nolck = 37 : syserror
    val nomem = 12 : syserror and nospc = 28 : syserror and nosys = 38 : syserror and notdir = 20 : syserror
    val notempty = 39 : syserror and notty = 25 : syserror and nxio = 6 : syserror and perm = 1 : syserror
    val pipe = 32 : syserror and range = 34 : syserror and rofs = 30 : syserror and spipe = 29 : syserror
    val srch = 3 : syserror and toobig = 7 : syserror and xdev = 18 : syserror
    val badmsg = 74 : syserror and canceled = 125 : syserror and inprogress = 115 : syserror
    val msgsize = 90 : syserror and notsup = 95 : syserror
  end
end
structure OS = Sealed.OS and PosixError = Sealed.PosixError

signature COMMAND_LINE =
sig
  val name : unit -> string
  val arguments : unit -> string list
end

structure CommandLine : COMMAND_LINE =
struct
  val name = _prim "command_name" : unit -> string
  val all = _prim "command_arguments" : unit -> string vector
  fun arguments () = Vector.foldr (op ::) [] (all ())
end
