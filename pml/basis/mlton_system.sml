(* MLton.ProcEnv, Rlimit, Process, TextIO, BinIO, Profile, Syslog and arrays of one type. *)

signature MLTON_PROC_ENV =
sig
  val setenv : {name : string, value : string} -> unit
end

signature MLTON_RLIMIT =
sig
  structure RLim :
  sig
    type t
    val castFromSysWord : Word64.word -> t
    val castToSysWord : t -> Word64.word
  end
  val infinity : RLim.t
  type t
  val coreFileSize : t
  val cpuTime : t
  val dataSize : t
  val fileSize : t
  val lockedInMemorySize : t
  val numFiles : t
  val numProcesses : t
  val residentSetSize : t
  val stackSize : t
  val virtualMemorySize : t
  val get : t -> {hard : RLim.t, soft : RLim.t}
  val set : t * {hard : RLim.t, soft : RLim.t} -> unit
end

signature MLTON_PROCESS =
sig
  type pid
  (* Starts a program, without waiting for it; Posix.Process.waitpid does. *)
  val spawn : {args : string list, path : string} -> pid
  val spawne : {args : string list, env : string list, path : string} -> pid
  val spawnp : {args : string list, file : string} -> pid
  type ('stdin, 'stdout, 'stderr) t
  type input
  type output
  (* What is done with a file: nothing, it goes to another process, or what nobody knows any more. *)
  type none
  type chain
  type any
  exception MisuseOfForget
  exception DoublyRedirected
  structure Child :
  sig
    type ('use, 'direction) t
    (* Each gives the same file, which is to be used in one way. *)
    val binIn : (BinIO.instream, input) t -> BinIO.instream
    val binOut : (BinIO.outstream, output) t -> BinIO.outstream
    val fd : (Posix.FileSys.file_desc, 'direction) t -> Posix.FileSys.file_desc
    val remember : (any, 'direction) t -> ('use, 'direction) t
    val textIn : (TextIO.instream, input) t -> TextIO.instream
    val textOut : (TextIO.outstream, output) t -> TextIO.outstream
  end
  structure Param :
  sig
    type ('use, 'direction) t
    val child : (chain, 'direction) Child.t -> (none, 'direction) t
    val fd : Posix.FileSys.file_desc -> (none, 'direction) t
    val file : string -> (none, 'direction) t
    val forget : ('use, 'direction) t -> (any, 'direction) t
    val null : (none, 'direction) t
    val pipe : ('use, 'direction) t
    val self : (none, 'direction) t
  end
  (* The arguments are without the program's name. *)
  val create :
    {args : string list, env : string list option, path : string, stderr : ('stderr, output) Param.t,
     stdin : ('stdin, input) Param.t, stdout : ('stdout, output) Param.t} -> ('stdin, 'stdout, 'stderr) t
  val getStderr : ('stdin, 'stdout, 'stderr) t -> ('stderr, input) Child.t
  val getStdin : ('stdin, 'stdout, 'stderr) t -> ('stdin, output) Child.t
  val getStdout : ('stdin, 'stdout, 'stderr) t -> ('stdout, input) Child.t
  val kill : ('stdin, 'stdout, 'stderr) t * Posix.Signal.signal -> unit
  val reap : ('stdin, 'stdout, 'stderr) t -> Posix.Process.exit_status
end

signature MLTON_IO =
sig
  type instream
  type outstream
  (* A new file whose name begins, and ends, as told; its name, and a stream to write it. *)
  val mkstemp : string -> string * outstream
  val mkstemps : {prefix : string, suffix : string} -> string * outstream
  (* Streams have names for messages. The descriptor is closed. *)
  val newIn : Posix.FileSys.file_desc * string -> instream
  val newOut : Posix.FileSys.file_desc * string -> outstream
  (* The name in the folder for temporary files. *)
  val tempPrefix : string -> string
end

(* Nothing is profiled here. *)
signature MLTON_PROFILE =
sig
  structure Data :
  sig
    type t
    val equals : t * t -> bool
    val free : t -> unit
    val malloc : unit -> t
    val write : t * string -> unit
  end
  val isOn : bool
  val withData : Data.t * (unit -> 'a) -> 'a
end

functor NewFiles (S : sig type instream type outstream val openIn : string -> instream val openOut : string -> outstream end) :
  MLTON_IO where type instream = S.instream where type outstream = S.outstream =
struct
  open S
  fun mkstemps {prefix, suffix} =
    let
      val wanted = String.concat [prefix, "XXXXXX", OSCalls.named suffix]
      val call = String.concat ["mkstemps ", Int.toString (String.size suffix), " ", OSCalls.named wanted]
      val name = List.hd (PosixCalls.texts (call, []))
    in (name, openOut name)
    end
  fun mkstemp prefix = mkstemps {prefix = prefix, suffix = ""}
  fun device file = String.^ ("/dev/fd/", Word64.fmt StringCvt.DEC (Posix.FileSys.fdToWord file))
  fun newIn (file, _) = let val made = openIn (device file) in Posix.IO.close file; made end
  fun newOut (file, _) = let val made = openOut (device file) in Posix.IO.close file; made end
  fun tempPrefix name =
    String.concat [case OSProcess.getEnv "TMPDIR" of SOME folder => folder | NONE => "/tmp", "/", name]
end

structure Profiling : MLTON_PROFILE =
struct
  structure Data =
  struct
    type t = unit
    fun equals _ = true
    fun free () = ()
    fun malloc () = ()
    fun write _ = ()
  end
  val isOn = false
  fun withData (_, f) = f ()
end

structure Environment : MLTON_PROC_ENV =
struct
  fun setenv {name, value} = ignore (PosixCalls.call ("setenv", [], PosixCalls.textList [name, value], 0))
end

structure ResourceLimits :> MLTON_RLIMIT =
struct
  structure RLim =
  struct
    type t = Word64.word
    fun castFromSysWord w = w
    fun castToSysWord w = w
  end
  val infinity = Word64.notb 0w0
  type t = int
  val coreFileSize = 0 and cpuTime = 1 and dataSize = 2 and fileSize = 3 and lockedInMemorySize = 4 and numFiles = 5
  val numProcesses = 6 and residentSetSize = 7 and stackSize = 8 and virtualMemorySize = 9
  fun limit text = Word64.fromLargeInt (Option.valOf (LargeInt.fromString text))
  fun get which =
    case PosixCalls.texts ("getrlimit", [which]) of
      [soft, hard] => {soft = limit soft, hard = limit hard}
    | _ => raise OSCalls.failure ()
  fun written w = String.map (fn #"~" => #"-" | c => c) (LargeInt.toString (Word64.toLargeIntX w))
  fun set (which, {hard, soft}) =
    ignore
      (OSCalls.checked
         (21, String.concat ["setrlimit ", Int.toString which, " ", written soft, " ", written hard], "", OSCalls.none))
end

structure Processes :> MLTON_PROCESS where type pid = Posix.ProcEnv.pid =
struct
  type pid = Posix.ProcEnv.pid
  type file = Posix.FileSys.file_desc
  fun number file = Word64.toInt (Posix.FileSys.fdToWord file)
  fun start (numbers, path, args, env) =
    Posix.Process.wordToPid (Word64.fromInt (PosixCalls.program ("spawn", numbers, path, args, env)))
  fun spawn {args, path} = start ([0, 0, 1, 2], path, args, NONE)
  fun spawne {args, env, path} = start ([0, 0, 1, 2], path, args, SOME env)
  fun spawnp {args, file} = start ([1, 0, 1, 2], file, args, NONE)
  type input = unit and output = unit and none = unit and chain = unit and any = unit
  exception MisuseOfForget
  exception DoublyRedirected
  structure Child =
  struct
    (* Our end of a pipe, until it is used. *)
    type ('use, 'direction) t = file option ref
    fun take file =
      case !file of
        SOME taken => (file := NONE; taken)
      | NONE => raise MisuseOfForget
    fun fd c = take c
    fun remember c = c
    fun stream opened c =
      let
        val file = take c
        val made = opened (String.^ ("/dev/fd/", Int.toString (number file)))
      in Posix.IO.close file; made
      end
    fun binIn c = stream BinIO.openIn c
    fun binOut c = stream BinIO.openOut c
    fun textIn c = stream TextIO.openIn c
    fun textOut c = stream TextIO.openOut c
  end
  structure Param =
  struct
    datatype ('use, 'direction) t = Child of file option ref | File of string | FD of file | Null | Pipe | Self
    fun child c = Child c
    fun fd file = FD file
    fun file name = File name
    fun forget Self = Self
      | forget Pipe = Pipe
      | forget Null = Null
      | forget (Child c) = Child c
      | forget (File name) = File name
      | forget (FD file) = FD file
    val null = Null and pipe = Pipe and self = Self
  end
  type ('stdin, 'stdout, 'stderr) t =
    {pid : pid, stdin : file option ref, stdout : file option ref, stderr : file option ref,
     status : Posix.Process.exit_status option ref}
  (* The child's file, what is closed behind the start, and our end. *)
  fun opened (own, isInput, param) =
    let
      val closesOnExec = Posix.FileSys.O.fromWord 0wx80000
      fun named name =
        let
          val file =
            if isInput then Posix.FileSys.openf (name, Posix.FileSys.O_RDONLY, closesOnExec)
            else
              Posix.FileSys.createf
                (name, Posix.FileSys.O_WRONLY, Posix.FileSys.O.flags [Posix.FileSys.O.trunc, closesOnExec],
                 Posix.FileSys.S.flags [Posix.FileSys.S.irusr, Posix.FileSys.S.iwusr])
        in (file, [file], NONE)
        end
    in
      case param of
        Param.Self => (own, [], NONE)
      | Param.FD file => (file, [file], NONE)
      | Param.Child c => let val file = Child.take c in (file, [file], NONE) end
      | Param.File name => named name
      | Param.Null => named "/dev/null"
      | Param.Pipe =>
          let val {infd, outfd} = ChildPipes.pipe ()
          in if isInput then (infd, [infd], SOME outfd) else (outfd, [outfd], SOME infd)
          end
    end
  fun create {args, env, path, stderr, stdin, stdout} =
    let
      val (i, closeI, ownI) = opened (Posix.FileSys.stdin, true, stdin)
      val (out, closeOut, ownOut) = opened (Posix.FileSys.stdout, false, stdout)
      val (err, closeErr, ownErr) = opened (Posix.FileSys.stderr, false, stderr)
      fun close () = List.app (List.app Posix.IO.close) [closeI, closeOut, closeErr]
      val pid =
        start ([0, number i, number out, number err], path, path :: args, env) handle problem => (close (); raise problem)
    in close (); {pid = pid, stdin = ref ownI, stdout = ref ownOut, stderr = ref ownErr, status = ref NONE}
    end
  fun getStdin ({stdin, ...} : ('a, 'b, 'c) t) = stdin
  fun getStdout ({stdout, ...} : ('a, 'b, 'c) t) = stdout
  fun getStderr ({stderr, ...} : ('a, 'b, 'c) t) = stderr
  fun kill ({pid, ...} : ('a, 'b, 'c) t, signal) = Posix.Process.kill (Posix.Process.K_PROC pid, signal)
  (* What nobody has used is closed. *)
  fun reap ({pid, stdin, stdout, stderr, status} : ('a, 'b, 'c) t) =
    case !status of
      SOME known => known
    | NONE =>
        let
          val () = List.app (fn file => case !file of SOME f => (file := NONE; Posix.IO.close f) | NONE => ()) [stdin, stdout, stderr]
          val ended = #2 (Posix.Process.waitpid (Posix.Process.W_CHILD pid, []))
        in status := SOME ended; ended
        end
end

(* The same arrays, and vectors of the same elements, as those of any type. *)
signature MLTON_MONO_ARRAY =
sig
  type t
  type elem
  val fromPoly : elem array -> t
  val toPoly : t -> elem array
end

signature MLTON_MONO_VECTOR =
sig
  type t
  type elem
  val fromPoly : elem vector -> t
  val toPoly : t -> elem vector
end

functor GeneralArray (M : MONO) : MLTON_MONO_ARRAY =
struct
  type t = M.Array.array
  type elem = M.elem
  val fromPoly = M.fromGeneral and toPoly = M.toGeneral
end

functor GeneralVector (M : MONO) : MLTON_MONO_VECTOR =
struct
  type t = M.Vector.vector
  type elem = M.elem
  fun fromPoly v = M.Vector.tabulate (Vector.length v, fn i => Vector.sub (v, i))
  fun toPoly v = Vector.tabulate (M.Vector.length v, fn i => M.Vector.sub (v, i))
end
structure GeneralCharArray = GeneralArray (CharMono) and GeneralWord8Array = GeneralArray (Word8Mono)
structure GeneralCharVector = GeneralVector (CharMono) and GeneralWord8Vector = GeneralVector (Word8Mono)

signature MLTON_SYSLOG =
sig
  type openflag
  val CONS : openflag
  val NDELAY : openflag
  val NOWAIT : openflag
  val ODELAY : openflag
  val PERROR : openflag
  val PID : openflag
  type facility
  val AUTHPRIV : facility
  val CRON : facility
  val DAEMON : facility
  val KERN : facility
  val LOCAL0 : facility
  val LOCAL1 : facility
  val LOCAL2 : facility
  val LOCAL3 : facility
  val LOCAL4 : facility
  val LOCAL5 : facility
  val LOCAL6 : facility
  val LOCAL7 : facility
  val LPR : facility
  val MAIL : facility
  val NEWS : facility
  val SYSLOG : facility
  val USER : facility
  val UUCP : facility
  type loglevel
  val EMERG : loglevel
  val ALERT : loglevel
  val CRIT : loglevel
  val ERR : loglevel
  val WARNING : loglevel
  val NOTICE : loglevel
  val INFO : loglevel
  val DEBUG : loglevel
  val closelog : unit -> unit
  val log : loglevel * string -> unit
  (* What each message begins with, mostly the program's name. It need not be called. *)
  val openlog : string * openflag list * facility -> unit
end

(* The numbers are those of Linux. *)
structure SystemLog :> MLTON_SYSLOG =
struct
  type openflag = int
  val PID = 1 and CONS = 2 and ODELAY = 4 and NDELAY = 8 and NOWAIT = 16 and PERROR = 32
  type facility = int
  fun facility n = 8 * n
  val KERN = facility 0 and USER = facility 1 and MAIL = facility 2 and DAEMON = facility 3 and SYSLOG = facility 5
  val LPR = facility 6 and NEWS = facility 7 and UUCP = facility 8 and CRON = facility 9 and AUTHPRIV = facility 10
  val LOCAL0 = facility 16 and LOCAL1 = facility 17 and LOCAL2 = facility 18 and LOCAL3 = facility 19
  val LOCAL4 = facility 20 and LOCAL5 = facility 21 and LOCAL6 = facility 22 and LOCAL7 = facility 23
  type loglevel = int
  val EMERG = 0 and ALERT = 1 and CRIT = 2 and ERR = 3 and WARNING = 4 and NOTICE = 5 and INFO = 6 and DEBUG = 7
  fun openlog (name, flags, facility) = PosixCalls.does ("openlog", [List.foldl (op +) 0 flags, facility], name, 0)
  fun log (level, text) = PosixCalls.does ("syslog", [level], text, 0)
  fun closelog () = PosixCalls.does ("closelog", [], "", 0)
end
