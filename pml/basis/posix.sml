(* Posix: files, processes and signals of the system. File descriptors are the runtime's files, which buffer; so what is
   written is there when the descriptor is closed, duplicated, or asked for its number. *)

signature POSIX_FLAGS =
sig
  type flags
  val toWord : flags -> Word64.word
  val fromWord : Word64.word -> flags
  val flags : flags list -> flags
  val all : flags
  val allSet : flags * flags -> bool
  val anySet : flags * flags -> bool
  val clear : flags * flags -> flags
end

signature POSIX_FILE_SYS =
sig
  eqtype uid
  eqtype gid
  eqtype file_desc
  type dirstream
  val fdToWord : file_desc -> Word64.word
  val wordToFD : Word64.word -> file_desc
  val fdToIOD : file_desc -> OS.IO.iodesc
  val iodToFD : OS.IO.iodesc -> file_desc option
  val opendir : string -> dirstream
  val readdir : dirstream -> string option
  val rewinddir : dirstream -> unit
  val closedir : dirstream -> unit
  eqtype mode
  val stdin : file_desc
  val stdout : file_desc
  val stderr : file_desc
  structure S :
  sig
    include POSIX_FLAGS where type flags = mode
    val irwxu : mode val irusr : mode val iwusr : mode val ixusr : mode
    val irwxg : mode val irgrp : mode val iwgrp : mode val ixgrp : mode
    val irwxo : mode val iroth : mode val iwoth : mode val ixoth : mode
    val isuid : mode val isgid : mode
  end
  structure O :
  sig
    include POSIX_FLAGS
    val append : flags val excl : flags val noctty : flags val nonblock : flags val sync : flags val trunc : flags
  end
  datatype open_mode = O_RDONLY | O_WRONLY | O_RDWR
  (* Files are read or written: O_RDWR reads what is there. *)
  val openf : string * open_mode * O.flags -> file_desc
  val createf : string * open_mode * O.flags * mode -> file_desc
  val creat : string * mode -> file_desc
  eqtype dev
  val wordToDev : Word64.word -> dev
  val devToWord : dev -> Word64.word
  eqtype ino
  val wordToIno : Word64.word -> ino
  val inoToWord : ino -> Word64.word
  structure ST :
  sig
    type stat
    val size : stat -> Position.int
    val mode : stat -> mode
    val atime : stat -> Time.time
    val mtime : stat -> Time.time
    val ctime : stat -> Time.time
    val dev : stat -> dev
    val ino : stat -> ino
    val nlink : stat -> int
    val uid : stat -> uid
    val gid : stat -> gid
    val isDir : stat -> bool
    val isReg : stat -> bool
    val isChr : stat -> bool
    val isBlk : stat -> bool
    val isFIFO : stat -> bool
    val isLink : stat -> bool
    val isSock : stat -> bool
  end
  val stat : string -> ST.stat
  val lstat : string -> ST.stat
  val fstat : file_desc -> ST.stat
  datatype access_mode = A_READ | A_WRITE | A_EXEC
  val access : string * access_mode list -> bool
  val umask : mode -> mode
  val link : {old : string, new : string} -> unit
  val symlink : {old : string, new : string} -> unit
  val readlink : string -> string
  val mkdir : string * mode -> unit
  val mkfifo : string * mode -> unit
  val chmod : string * mode -> unit
  val chown : string * uid * gid -> unit
  val ftruncate : file_desc * Position.int -> unit
  val utime : string * {actime : Time.time, modtime : Time.time} option -> unit
  val unlink : string -> unit
  val rmdir : string -> unit
  val chdir : string -> unit
  val getcwd : unit -> string
  val rename : {old : string, new : string} -> unit
end

signature POSIX_IO =
sig
  eqtype file_desc
  val pipe : unit -> {infd : file_desc, outfd : file_desc}
  val dup : file_desc -> file_desc
  val dup2 : {old : file_desc, new : file_desc} -> unit
  val close : file_desc -> unit
  val readVec : file_desc * int -> Word8Vector.vector
  val readArr : file_desc * Word8ArraySlice.slice -> int
  val writeVec : file_desc * Word8VectorSlice.slice -> int
  val writeArr : file_desc * Word8ArraySlice.slice -> int
end

signature POSIX_SIGNAL =
sig
  eqtype signal
  val toWord : signal -> Word64.word
  val fromWord : Word64.word -> signal
  val abrt : signal val alrm : signal val bus : signal val chld : signal val cont : signal val fpe : signal
  val hup : signal val ill : signal val int : signal val kill : signal val pipe : signal val prof : signal
  val quit : signal val segv : signal val stop : signal val sys : signal val term : signal val trap : signal
  val tstp : signal val ttin : signal val ttou : signal val urg : signal val usr1 : signal val usr2 : signal
  val vtalrm : signal val xcpu : signal val xfsz : signal
end

signature POSIX_PROCESS =
sig
  eqtype signal
  eqtype pid
  val wordToPid : Word64.word -> pid
  val pidToWord : pid -> Word64.word
  structure W : sig include POSIX_FLAGS val untraced : flags end
  datatype exit_status = W_EXITED | W_EXITSTATUS of Word8.word | W_SIGNALED of signal | W_STOPPED of signal
  datatype killpid_arg = K_PROC of pid | K_SAME_GROUP | K_GROUP of pid
  datatype waitpid_arg = W_ANY_CHILD | W_CHILD of pid | W_SAME_GROUP | W_GROUP of pid
  (* Only while one thread runs the program: a child would have no others. *)
  val fork : unit -> pid option
  val exec : string * string list -> 'a
  val exece : string * string list * string list -> 'a
  val execp : string * string list -> 'a
  val wait : unit -> pid * exit_status
  val waitpid : waitpid_arg * W.flags list -> pid * exit_status
  val waitpid_nh : waitpid_arg * W.flags list -> (pid * exit_status) option
  val fromStatus : OS.Process.status -> exit_status
  val exit : Word8.word -> 'a
  val kill : killpid_arg * signal -> unit
  val alarm : Time.time -> Time.time
  val pause : unit -> unit
  val sleep : Time.time -> Time.time
end

signature POSIX_PROC_ENV =
sig
  eqtype pid
  eqtype uid
  eqtype gid
  eqtype file_desc
  val uidToWord : uid -> Word64.word
  val wordToUid : Word64.word -> uid
  val gidToWord : gid -> Word64.word
  val wordToGid : Word64.word -> gid
  val pidToWord : pid -> Word64.word
  val getpid : unit -> pid
  val getppid : unit -> pid
  val getuid : unit -> uid
  val geteuid : unit -> uid
  val getgid : unit -> gid
  val getegid : unit -> gid
  val setuid : uid -> unit
  val setgid : gid -> unit
  val getgroups : unit -> gid list
  val getlogin : unit -> string
  val getpgrp : unit -> pid
  val setsid : unit -> pid
  val setpgid : {pid : pid option, pgid : pid option} -> unit
  val uname : unit -> (string * string) list
  val time : unit -> Time.time
  val times :
    unit -> {elapsed : Time.time, utime : Time.time, stime : Time.time, cutime : Time.time, cstime : Time.time}
  val getenv : string -> string option
  val environ : unit -> string list
  val ctermid : unit -> string
  val ttyname : file_desc -> string
  val isatty : file_desc -> bool
end

signature POSIX =
sig
  structure Error : POSIX_ERROR where type syserror = OS.syserror
  structure Signal : POSIX_SIGNAL
  structure FileSys : POSIX_FILE_SYS
  structure IO : POSIX_IO where type file_desc = FileSys.file_desc
  structure ProcEnv :
    POSIX_PROC_ENV where type file_desc = FileSys.file_desc where type uid = FileSys.uid where type gid = FileSys.gid
  structure Process : POSIX_PROCESS where type signal = Signal.signal where type pid = ProcEnv.pid
end

structure PosixFlags =
struct
  type flags = Word64.word
  fun toWord w = w
  fun fromWord w = w
  val flags = List.foldl Word64.orb 0w0
  val all = Word64.notb 0w0
  fun allSet (a, b) = Word64.andb (a, b) = a
  fun anySet (a, b) = Word64.andb (a, b) <> 0w0
  fun clear (a, b) = Word64.andb (Word64.notb a, b)
end

(* Calls by name: those of pml/system/posix.h. *)
structure PosixCalls =
struct
  fun written numbers = String.concat (List.map (fn n => String.^ (" ", String.map (fn #"~" => #"-" | c => c) (Int.toString n))) numbers)
  fun call (name, numbers, text, number) =
    Int64.toInt (OSCalls.checked (21, String.^ (name, written numbers), text, number))
  fun number name = call (name, [], "", 0)
  fun texts (name, numbers) =
    case OSCalls.texts (8, String.^ (name, written numbers), OSCalls.none) of
      found => if Vector.length found = 0 then raise OSCalls.failure () else Vector.foldr (op ::) [] found
  fun numbers (name, arguments) = List.map (fn t => Option.valOf (Int.fromString t)) (texts (name, arguments))
  fun textList l =
    String.concat (Int.toString (List.length l) :: " " ::
                   List.map (fn t => String.concat [Int.toString (String.size t), ":", OSCalls.named t]) l)
  (* The first number says whether PATH is searched; the next three are the child's standard input, output and error output. *)
  fun program (name, numbers, path, arguments, environment) =
    call (name, numbers,
          String.concat [textList [path], textList arguments, case environment of NONE => "-" | SOME l => textList l], 0)
end

structure Posix :> POSIX =
struct
  (* What a problem of the runtime's files is for a caller that wants the system's errors. *)
  fun checked n = if n >= 0 then n else raise OSCalls.error (Files.problem ())
  fun toWord n = Word64.fromInt n
  fun fromWord w = Word64.toIntX w
  structure Error = PosixError
  (* The numbers of Linux. *)
  structure Signal =
  struct
    type signal = int
    val toWord = toWord and fromWord = fromWord
    val hup = 1 and int = 2 and quit = 3 and ill = 4 and trap = 5 and abrt = 6 and bus = 7 and fpe = 8 and kill = 9
    val usr1 = 10 and segv = 11 and usr2 = 12 and pipe = 13 and alrm = 14 and term = 15 and chld = 17 and cont = 18
    val stop = 19 and tstp = 20 and ttin = 21 and ttou = 22 and urg = 23 and xcpu = 24 and xfsz = 25 and vtalrm = 26
    val prof = 27 and sys = 31
  end
  structure FileSys =
  struct
    type uid = int and gid = int
    type file_desc = Files.file
    type mode = Word64.word
    (* The number that the system has for a file. *)
    fun descriptor ({number, ...} : file_desc) = checked (Files.openFile (Int.toString number, 4))
    fun opened d : file_desc = {number = checked (Files.openFile (Int.toString d, 3)), name = Int.toString d}
    fun iodToFD d : file_desc option = SOME (if d < 3 then {number = d, name = Int.toString d} else opened d)
    fun fdToWord file = toWord (descriptor file)
    fun wordToFD w = Option.valOf (iodToFD (fromWord w))
    val fdToIOD = descriptor
    type dirstream = {name : string, left : string list ref option ref}
    fun opendir name : dirstream =
      let val s = OS.FileSys.openDir name
          fun all () = case OS.FileSys.readDir s of NONE => [] | SOME entry => entry :: all ()
          val entries = all ()
      in OS.FileSys.closeDir s; {name = name, left = ref (SOME (ref entries))}
      end
    fun isOpen ({left, ...} : dirstream) =
      case !left of SOME entries => entries | NONE => raise OSCalls.error (OSCalls.numberOfError "EBADF")
    fun readdir s =
      let val entries = isOpen s
      in case !entries of [] => NONE | entry :: rest => (entries := rest; SOME entry)
      end
    fun rewinddir (s as {name, left} : dirstream) =
      let val {left = again, ...} = (ignore (isOpen s); opendir name) in left := !again end
    fun closedir ({left, ...} : dirstream) = left := NONE
    val stdin = {number = 0, name = "stdin"} and stdout = {number = 1, name = "stdout"}
    val stderr = {number = 2, name = "stderr"}
    structure S =
    struct
      open PosixFlags
      val irwxu = 0wx1c0 : flags and irusr = 0wx100 : flags and iwusr = 0wx080 : flags and ixusr = 0wx040 : flags
      val irwxg = 0wx038 : flags and irgrp = 0wx020 : flags and iwgrp = 0wx010 : flags and ixgrp = 0wx008 : flags
      val irwxo = 0wx007 : flags and iroth = 0wx004 : flags and iwoth = 0wx002 : flags and ixoth = 0wx001 : flags
      val isuid = 0wx800 : flags and isgid = 0wx400 : flags
    end
    structure O =
    struct
      open PosixFlags
      val append = 0wx400 : flags and excl = 0wx80 : flags and noctty = 0wx100 : flags and nonblock = 0wx800 : flags and sync = 0wx101000 : flags
      val trunc = 0wx200 : flags
    end
    datatype open_mode = O_RDONLY | O_WRONLY | O_RDWR
    fun exists name = OSCalls.call (16, OSCalls.named name, "", OSCalls.none) >= OSCalls.none
    fun openf (name, mode, flags) =
      let
        val writes = mode = O_WRONLY
        val way = if Bool.not writes then 0 else if O.anySet (flags, O.trunc) then 1 else 2
        val () = if writes andalso Bool.not (exists name) then raise OSCalls.failure () else ()
      in {number = checked (Files.openFile (OSCalls.named name, way)), name = name}
      end
    fun createf (name, mode, flags, permissions) =
      let
        fun isThere () = raise OSCalls.SysErr ("File exists", OSCalls.syserror "exist")
        val () = if O.anySet (flags, O.excl) andalso exists name then isThere () else ()
      in
        ignore (OSCalls.checked (18, name, "", Int64.fromLarge (Word64.toLargeInt permissions)));
        openf (name, mode, flags)
      end
    fun creat (name, permissions) = createf (name, O_WRONLY, O.trunc, permissions)
    type dev = Word64.word and ino = Word64.word
    fun wordToDev w = w
    fun devToWord w = w
    fun wordToIno w = w
    fun inoToWord w = w
    (* What the system says of a file; a descriptor's file is the one that it names in /proc. *)
    structure ST =
    struct
      type stat =
        {size : int, mode : int, atime : int, mtime : Time.time, ctime : int, dev : int, ino : int, nlink : int,
         uid : int, gid : int}
      fun size (s : stat) = Position.fromInt (#size s)
      fun bits (s : stat) = toWord (#mode s)
      val mode = bits
      fun seconds n = Time.fromSeconds (Int.toLarge n)
      fun atime (s : stat) = seconds (#atime s)
      fun mtime (s : stat) = #mtime s
      fun ctime (s : stat) = seconds (#ctime s)
      fun dev (s : stat) = toWord (#dev s)
      fun ino (s : stat) = toWord (#ino s)
      fun nlink (s : stat) = #nlink s
      fun uid (s : stat) = #uid s
      fun gid (s : stat) = #gid s
      fun is kind s = Word64.andb (bits s, 0wxf000) = kind
      val isFIFO = is 0wx1000 and isChr = is 0wx2000 and isDir = is 0wx4000 and isBlk = is 0wx6000
      val isReg = is 0wx8000 and isLink = is 0wxa000 and isSock = is 0wxc000
    end
    fun told (name, follows) : ST.stat =
      let fun get what = PosixCalls.call (what, [], name, if follows then 1 else 0)
      in
        {size = get "size", mode = get "mode", atime = get "atime", ctime = get "ctime", dev = get "dev",
         mtime = if follows then OS.FileSys.modTime name else ST.seconds (get "mtime"), ino = get "ino",
         nlink = get "nlink", uid = get "uid", gid = get "gid"}
      end
    fun stat name = told (name, true)
    fun lstat name = told (name, false)
    fun fstat file = stat (String.^ ("/proc/self/fd/", Int.toString (descriptor file)))
    datatype access_mode = A_READ | A_WRITE | A_EXEC
    fun access (name, modes) =
      let fun bit A_READ = 4 | bit A_WRITE = 2 | bit A_EXEC = 1
      in
        OSCalls.call (21, "access", OSCalls.named name, Int64.fromInt (List.foldl (fn (m, n) => bit m + n) 0 modes)) =
        OSCalls.none
      end
    fun withMode (name, path, mode) = ignore (PosixCalls.call (name, [], path, Int64.fromLarge (Word64.toLargeInt mode)))
    fun umask mode = toWord (PosixCalls.call ("umask", [], "", Int64.fromLarge (Word64.toLargeInt mode)))
    fun linked (name, {old, new}) = ignore (PosixCalls.call (name, [], PosixCalls.textList [new, old], 0))
    fun link names = linked ("link", names)
    fun symlink names = linked ("symlink", names)
    val readlink = OS.FileSys.readLink
    fun mkdir (path, mode) = withMode ("mkdir", path, mode)
    fun mkfifo (path, mode) = withMode ("mkfifo", path, mode)
    fun chmod (path, mode) = withMode ("chmod", path, mode)
    fun chown (path, user, group) = ignore (PosixCalls.call ("chown", [user, group], path, 0))
    fun ftruncate (file, length) =
      ignore (PosixCalls.call ("ftruncate", [descriptor file], "", Int64.fromLarge (Position.toLarge length)))
    fun utime (name, times) = OS.FileSys.setTime (name, Option.map #modtime times)
    val unlink = OS.FileSys.remove and rmdir = OS.FileSys.rmDir and chdir = OS.FileSys.chDir
    val getcwd = OS.FileSys.getDir and rename = OS.FileSys.rename
  end
  structure IO =
  struct
    type file_desc = FileSys.file_desc
    fun pipe () =
      case PosixCalls.numbers ("pipe", []) of
        [reads, writes] => {infd = FileSys.opened reads, outfd = FileSys.opened writes}
      | _ => raise OSCalls.failure ()
    fun dup file = FileSys.opened (PosixCalls.call ("dup", [FileSys.descriptor file], "", 0))
    fun dup2 {old, new} =
      ignore (PosixCalls.call ("dup2", [FileSys.descriptor old, FileSys.descriptor new], "", 0))
    fun close ({number, ...} : file_desc) = ignore (checked (Files.close number))
    fun readSome ({number, ...} : file_desc, n) =
      case Files.read (number, n) of
        "" => (ignore (checked (Files.readProblem number)); "")
      | text => text
    fun readVec (file, n) = Byte.stringToBytes (readSome (file, n))
    fun readArr (file, slice) =
      let
        val bytes = readVec (file, Word8ArraySlice.length slice)
        val (array, from, _) = Word8ArraySlice.base slice
      in
        Word8Array.copyVec {src = bytes, dst = array, di = from};
        Word8Vector.length bytes
      end
    fun write ({number, ...} : file_desc, bytes) =
      (ignore (checked (Files.write (number, Byte.bytesToString bytes))); Word8Vector.length bytes)
    fun writeVec (file, slice) = write (file, Word8VectorSlice.vector slice)
    fun writeArr (file, slice) = write (file, Word8ArraySlice.vector slice)
  end
  structure ProcEnv =
  struct
    type pid = int and uid = int and gid = int and file_desc = FileSys.file_desc
    val uidToWord = toWord and wordToUid = fromWord and gidToWord = toWord and wordToGid = fromWord
    val pidToWord = toWord
    fun getpid () = Int64.toInt (OSCalls.call (20, "", "", OSCalls.none))
    fun asks name () = PosixCalls.number name
    val getppid = asks "getppid" and getuid = asks "getuid" and geteuid = asks "geteuid" and getgid = asks "getgid"
    val getegid = asks "getegid" and getpgrp = asks "getpgrp" and setsid = asks "setsid"
    fun sets name n = ignore (PosixCalls.call (name, [], "", Int64.fromInt n))
    val setuid = sets "setuid" and setgid = sets "setgid"
    fun setpgid {pid, pgid} =
      ignore (PosixCalls.call ("setpgid", [Option.getOpt (pid, 0), Option.getOpt (pgid, 0)], "", 0))
    (* Behind an empty text: there may be none. *)
    fun getgroups () = List.map (fn t => Option.valOf (Int.fromString t)) (List.tl (PosixCalls.texts ("groups", [])))
    fun one (name, numbers) = List.hd (PosixCalls.texts (name, numbers))
    fun getlogin () = one ("login", [])
    fun uname () = ListPair.zip (["sysname", "nodename", "release", "version", "machine"], PosixCalls.texts ("uname", []))
    val time = Time.now
    fun times () =
      case PosixCalls.numbers ("times", []) of
        [elapsed, utime, stime, cutime, cstime, ticks] =>
          let fun of_ n = Time.fromNanoseconds (Int.toLarge n * 1000000000 div Int.toLarge ticks)
          in
            {elapsed = of_ elapsed, utime = of_ utime, stime = of_ stime, cutime = of_ cutime, cstime = of_ cstime}
          end
      | _ => raise OSCalls.failure ()
    val getenv = OS.Process.getEnv
    fun environ () = List.tl (PosixCalls.texts ("environ", []))
    fun ctermid () = "/dev/tty"
    fun ttyname file = one ("terminal", [FileSys.descriptor file])
    fun isatty file =
      OSCalls.call (21, String.^ ("isatty ", Int.toString (FileSys.descriptor file)), "", OSCalls.none) > OSCalls.none
  end
  structure Process =
  struct
    type signal = Signal.signal and pid = ProcEnv.pid
    val wordToPid = fromWord and pidToWord = toWord
    structure W = struct open PosixFlags val untraced = 0w2 : flags end
    datatype exit_status = W_EXITED | W_EXITSTATUS of Word8.word | W_SIGNALED of signal | W_STOPPED of signal
    datatype killpid_arg = K_PROC of pid | K_SAME_GROUP | K_GROUP of pid
    datatype waitpid_arg = W_ANY_CHILD | W_CHILD of pid | W_SAME_GROUP | W_GROUP of pid
    fun fork () =
      if Counts.promotions () > 0 then
        raise OSCalls.SysErr ("fork: tasks have run on several threads; use MLton.Process.spawn", OSCalls.syserror "again")
      else
        case PosixCalls.number "fork" of 0 => NONE | child => SOME child
    fun failed _ = raise OSCalls.failure ()
    fun exec (path, arguments) = failed (PosixCalls.program ("exec", [0], path, arguments, NONE))
    fun execp (path, arguments) = failed (PosixCalls.program ("exec", [1], path, arguments, NONE))
    fun exece (path, arguments, environment) = failed (PosixCalls.program ("exec", [0], path, arguments, SOME environment))
    fun ended (0, 0) = W_EXITED
      | ended (0, status) = W_EXITSTATUS (Word8.fromInt status)
      | ended (1, signal) = W_SIGNALED signal
      | ended (_, signal) = W_STOPPED signal
    fun waited (child, flags) =
      case PosixCalls.numbers ("wait", [child, flags]) of
        [0, _, _] => NONE
      | [child, how, what] => SOME (child, ended (how, what))
      | _ => raise OSCalls.failure ()
    fun whom W_ANY_CHILD = ~1
      | whom (W_CHILD pid) = pid
      | whom W_SAME_GROUP = 0
      | whom (W_GROUP pid) = ~ pid
    fun bits (flags, more) = fromWord (Word64.orb (W.flags flags, more))
    fun waitpid (which, flags) = Option.valOf (waited (whom which, bits (flags, 0w0)))
    fun waitpid_nh (which, flags) = waited (whom which, bits (flags, 0w1))
    fun wait () = waitpid (W_ANY_CHILD, [])
    fun fromStatus s =
      case OSProcess.toInt s of
        0 => W_EXITED
      | n => if n > 128 andalso n < 192 then W_SIGNALED (n - 128) else W_EXITSTATUS (Word8.fromInt n)
    (* At once: nothing that has been registered is done, and nothing is written. *)
    fun exit status = failed (PosixCalls.call ("exit", [Word8.toInt status], "", 0))
    fun kill (which, signal) =
      let val target = case which of K_PROC pid => pid | K_SAME_GROUP => 0 | K_GROUP pid => ~ pid
      in ignore (PosixCalls.call ("kill", [target, signal], "", 0))
      end
    fun seconds t = Int64.fromLarge (Time.toSeconds t)
    fun alarm t = Time.fromSeconds (Int.toLarge (PosixCalls.call ("alarm", [], "", seconds t)))
    fun pause () = ignore (PosixCalls.number "pause") handle OSCalls.SysErr _ => ()
    fun sleep t = (OS.Process.sleep t; Time.zeroTime)
  end
end
