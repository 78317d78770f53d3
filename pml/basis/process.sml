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

structure OSProcess :> OS_PROCESS =
struct
  type status = int
  val success = 0
  val failure = 1
  fun isSuccess s = s = success
  (* A command's exit status. What the program has written and not flushed comes after what the command writes. *)
  fun system command = Int64.toInt (OSCalls.checked (12, command, "", OSCalls.none))
  val actions : (unit -> unit) list ref = ref []
  fun atExit f = actions := f :: !actions
  val terminate = _prim "process_exit" : int -> 'a
  (* Actions run once, the latest first; what they raise is ignored. *)
  fun exit status =
    case !actions of
      [] => terminate status
    | f :: rest => (actions := rest; f () handle _ => (); exit status)
  (* A program that comes to its end does what is registered, too. The primitive takes a function that has a name here. *)
  fun finish () = case !actions of [] => () | _ => exit success
  val atEnd = _prim "program_end" : (unit -> unit) -> unit
  val () = atEnd finish
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
  structure Path : OS_PATH
  structure Process : OS_PROCESS
end

structure OS :> OS =
struct
  open OSCalls
  structure FileSys = OSFileSys and Path = OSPath and Process = OSProcess
end

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
