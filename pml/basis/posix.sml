(* Posix: its structures are numbers of the system, which nobody sees. *)

structure Posix :> POSIX =
struct
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
    type file_desc = int
    type mode = Word64.word
    fun iodToFD d : file_desc option = SOME d
    fun fdToIOD d = d
    val fdToWord = toWord and wordToFD = fromWord
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
    val stdin = 0 and stdout = 1 and stderr = 2
    structure S =
    struct
      type mode = mode
      open BitFlags
      val irwxu = 0wx1c0 : flags and irusr = 0wx100 : flags and iwusr = 0wx080 : flags and ixusr = 0wx040 : flags
      val irwxg = 0wx038 : flags and irgrp = 0wx020 : flags and iwgrp = 0wx010 : flags and ixgrp = 0wx008 : flags
      val irwxo = 0wx007 : flags and iroth = 0wx004 : flags and iwoth = 0wx002 : flags and ixoth = 0wx001 : flags
      val isuid = 0wx800 : flags and isgid = 0wx400 : flags
    end
    structure O =
    struct
      open BitFlags
      val append = 0wx400 : flags and excl = 0wx80 : flags and noctty = 0wx100 : flags and nonblock = 0wx800 : flags and sync = 0wx101000 : flags
      val trunc = 0wx200 : flags
    end
    datatype open_mode = datatype PosixOpenMode.open_mode
    fun opened (name, mode, flags, permissions) =
      let
        val way = case mode of O_RDONLY => 0w0 | O_WRONLY => 0w1 | O_RDWR => 0w2
        val number = Word64.toIntX (Word64.orb (way, flags))
      in PosixCalls.call ("open", [number], name, Int64.fromLarge (Word64.toLargeInt permissions))
      end
    fun openf (name, mode, flags) = opened (name, mode, flags, 0w0)
    fun createf (name, mode, flags, permissions) = opened (name, mode, Word64.orb (flags, 0wx40), permissions)
    fun creat (name, permissions) = createf (name, O_WRONLY, O.trunc, permissions)
    type dev = Word64.word and ino = Word64.word
    fun wordToDev w = w
    fun devToWord w = w
    fun wordToIno w = w
    fun inoToWord w = w
    structure ST =
    struct
      type stat = PosixFile.stat
      fun size (s : stat) = #size s
      fun bits (s : stat) = Word64.fromLargeInt (Int64.toLarge (#mode s))
      val mode = bits
      fun time n = Time.fromNanoseconds (Int64.toLarge n)
      fun atime (s : stat) = time (#atime s)
      fun mtime (s : stat) = time (#mtime s)
      fun ctime (s : stat) = time (#ctime s)
      fun dev (s : stat) = Word64.fromLargeInt (Int64.toLarge (#dev s))
      fun ino (s : stat) = Word64.fromLargeInt (Int64.toLarge (#ino s))
      fun nlink (s : stat) = Int64.toInt (#nlink s)
      fun uid (s : stat) = Int64.toInt (#uid s)
      fun gid (s : stat) = Int64.toInt (#gid s)
      fun is kind s = Word64.andb (bits s, 0wxf000) = kind
      val isFIFO = is 0wx1000 and isChr = is 0wx2000 and isDir = is 0wx4000 and isBlk = is 0wx6000
      val isReg = is 0wx8000 and isLink = is 0wxa000 and isSock = is 0wxc000
    end
    fun stat name = PosixFile.ofFile (name, true)
    fun lstat name = PosixFile.ofFile (name, false)
    val fstat = PosixFile.ofDescriptor
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
    fun chown (path, user, group) = PosixCalls.does ("chown", [user, group], path, 0)
    fun fchmod (file, mode) = PosixCalls.does ("fchmod", [file], "", Int64.fromLarge (Word64.toLargeInt mode))
    fun fchown (file, user, group) = PosixCalls.does ("fchown", [file, user], "", Int64.fromInt group)
    fun ftruncate (file, length) = PosixCalls.does ("ftruncate", [file], "", length)
    (* As seconds and nanoseconds. *)
    fun utime (name, NONE) = PosixCalls.does ("utime", [], name, 1)
      | utime (name, SOME {actime, modtime}) =
          let
            fun parts t =
              let val (seconds, rest) = IntInf.divMod (Time.toNanoseconds t, 1000000000)
              in [Int.fromLarge seconds, Int.fromLarge rest]
              end
          in PosixCalls.does ("utime", List.@ (parts actime, parts modtime), name, 0)
          end
    (* ~2 is no limit. *)
    fun limit (call, text) =
      case OSCalls.call (21, call, OSCalls.named text, OSCalls.none) of
        ~1 => raise OSCalls.failure ()
      | ~2 => NONE
      | found => SOME (Word64.fromLargeInt (Int64.toLarge found))
    fun pathconf (path, name) = limit ("pathconf", String.concat [path, "\n", name])
    fun fpathconf (file, name) = limit (String.^ ("fpathconf ", Int.toString file), name)
    val unlink = OS.FileSys.remove and rmdir = OS.FileSys.rmDir and chdir = OS.FileSys.chDir
    val getcwd = OS.FileSys.getDir and rename = OS.FileSys.rename
  end
  structure IO = PosixIO
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
    fun ttyname file = one ("terminal", [file])
    fun isatty file = OSCalls.call (21, String.^ ("isatty ", Int.toString file), "", OSCalls.none) > OSCalls.none
    fun sysconf name =
      case FileSys.limit ("sysconf", name) of
        SOME found => found
      | NONE => raise OSCalls.SysErr (String.^ (name, " has no limit"), OSCalls.syserror "inval")
  end
  structure Process =
  struct
    type signal = Signal.signal and pid = ProcEnv.pid
    val wordToPid = fromWord and pidToWord = toWord
    structure W = struct open BitFlags val untraced = 0w2 : flags end
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
  structure SysDB =
  struct
    type uid = int and gid = int
    structure Passwd =
    struct
      type passwd = {name : string, uid : uid, gid : gid, home : string, shell : string}
      fun name (p : passwd) = #name p
      fun uid (p : passwd) = #uid p
      fun gid (p : passwd) = #gid p
      fun home (p : passwd) = #home p
      fun shell (p : passwd) = #shell p
    end
    structure Group =
    struct
      type group = {name : string, gid : gid, members : string list}
      fun name (g : group) = #name g
      fun gid (g : group) = #gid g
      fun members (g : group) = #members g
    end
    fun number t = Option.valOf (Int.fromString t)
    fun asked (call, text) = PosixCalls.texts (String.concat [call, " ", OSCalls.named text], [])
    fun user question =
      case asked question of
        [name, uid, gid, home, shell] =>
          {name = name, uid = number uid, gid = number gid, home = home, shell = shell} : Passwd.passwd
      | _ => raise OSCalls.failure ()
    fun group question =
      case asked question of
        name :: gid :: members => {name = name, gid = number gid, members = members} : Group.group
      | _ => raise OSCalls.failure ()
    fun getgrgid n = group ("getgrgid", Int.toString n)
    fun getgrnam name = group ("getgrnam", name)
    fun getpwuid n = user ("getpwuid", Int.toString n)
    fun getpwnam name = user ("getpwnam", name)
  end
  structure TTY = PosixTTY
end
