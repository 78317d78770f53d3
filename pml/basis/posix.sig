(* Posix: files, processes, terminals, users and signals of the system. *)

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
    type mode = mode
    include BIT_FLAGS where type flags = mode
    val irwxu : mode val irusr : mode val iwusr : mode val ixusr : mode
    val irwxg : mode val irgrp : mode val iwgrp : mode val ixgrp : mode
    val irwxo : mode val iroth : mode val iwoth : mode val ixoth : mode
    val isuid : mode val isgid : mode
  end
  structure O :
  sig
    include BIT_FLAGS
    val append : flags val excl : flags val noctty : flags val nonblock : flags val sync : flags val trunc : flags
  end
  datatype open_mode = O_RDONLY | O_WRONLY | O_RDWR
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
  val fchmod : file_desc * mode -> unit
  val chown : string * uid * gid -> unit
  val fchown : file_desc * uid * gid -> unit
  val ftruncate : file_desc * Position.int -> unit
  val utime : string * {actime : Time.time, modtime : Time.time} option -> unit
  (* NONE is no limit. *)
  val pathconf : string * string -> Word64.word option
  val fpathconf : file_desc * string -> Word64.word option
  val unlink : string -> unit
  val rmdir : string -> unit
  val chdir : string -> unit
  val getcwd : unit -> string
  val rename : {old : string, new : string} -> unit
end

signature POSIX_IO =
sig
  eqtype file_desc
  eqtype pid
  val pipe : unit -> {infd : file_desc, outfd : file_desc}
  val dup : file_desc -> file_desc
  val dup2 : {old : file_desc, new : file_desc} -> unit
  val close : file_desc -> unit
  val readVec : file_desc * int -> Word8Vector.vector
  val readArr : file_desc * Word8ArraySlice.slice -> int
  val writeVec : file_desc * Word8VectorSlice.slice -> int
  val writeArr : file_desc * Word8ArraySlice.slice -> int
  datatype whence = SEEK_SET | SEEK_CUR | SEEK_END
  structure FD : sig include BIT_FLAGS val cloexec : flags end
  structure O : sig include BIT_FLAGS val append : flags val nonblock : flags val sync : flags end
  datatype open_mode = O_RDONLY | O_WRONLY | O_RDWR
  val dupfd : {old : file_desc, base : file_desc} -> file_desc
  val getfd : file_desc -> FD.flags
  val setfd : file_desc * FD.flags -> unit
  val getfl : file_desc -> O.flags * open_mode
  val setfl : file_desc * O.flags -> unit
  val lseek : file_desc * Position.int * whence -> Position.int
  val fsync : file_desc -> unit
  datatype lock_type = F_RDLCK | F_WRLCK | F_UNLCK
  structure FLock :
  sig
    type flock
    val flock : {ltype : lock_type, whence : whence, start : Position.int, len : Position.int, pid : pid option} -> flock
    val ltype : flock -> lock_type
    val whence : flock -> whence
    val start : flock -> Position.int
    val len : flock -> Position.int
    val pid : flock -> pid option
  end
  val getlk : file_desc * FLock.flock -> FLock.flock
  val setlk : file_desc * FLock.flock -> FLock.flock
  val setlkw : file_desc * FLock.flock -> FLock.flock
  val mkBinReader : {fd : file_desc, name : string, initBlkMode : bool} -> BinPrimIO.reader
  val mkTextReader : {fd : file_desc, name : string, initBlkMode : bool} -> TextPrimIO.reader
  val mkBinWriter :
    {fd : file_desc, name : string, appendMode : bool, initBlkMode : bool, chunkSize : int} -> BinPrimIO.writer
  val mkTextWriter :
    {fd : file_desc, name : string, appendMode : bool, initBlkMode : bool, chunkSize : int} -> TextPrimIO.writer
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
  structure W : sig include BIT_FLAGS val untraced : flags end
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
  val sysconf : string -> Word64.word
end

signature POSIX_SYS_DB =
sig
  eqtype uid
  eqtype gid
  structure Passwd :
  sig
    type passwd
    val name : passwd -> string
    val uid : passwd -> uid
    val gid : passwd -> gid
    val home : passwd -> string
    val shell : passwd -> string
  end
  structure Group :
  sig
    type group
    val name : group -> string
    val gid : group -> gid
    val members : group -> string list
  end
  val getgrgid : gid -> Group.group
  val getgrnam : string -> Group.group
  val getpwuid : uid -> Passwd.passwd
  val getpwnam : string -> Passwd.passwd
end

signature POSIX =
sig
  structure Error : POSIX_ERROR where type syserror = OS.syserror
  structure Signal : POSIX_SIGNAL
  structure FileSys : POSIX_FILE_SYS
  structure ProcEnv :
    POSIX_PROC_ENV where type file_desc = FileSys.file_desc where type uid = FileSys.uid where type gid = FileSys.gid
  structure Process : POSIX_PROCESS where type signal = Signal.signal where type pid = ProcEnv.pid
  structure IO : POSIX_IO where type file_desc = FileSys.file_desc where type pid = Process.pid
  sharing type IO.open_mode = FileSys.open_mode
  structure SysDB : POSIX_SYS_DB where type uid = FileSys.uid where type gid = FileSys.gid
  structure TTY : POSIX_TTY where type file_desc = FileSys.file_desc where type pid = Process.pid
end
