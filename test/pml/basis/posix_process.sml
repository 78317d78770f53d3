(* Posix: processes, pipes, signals, and what a process is. *)
fun say s = print ("> " ^ s ^ "\n")
structure P = Posix.Process
fun text v = Byte.bytesToString v
fun bytes s = Word8VectorSlice.full (Byte.stringToBytes s)
fun ended P.W_EXITED = "0"
  | ended (P.W_EXITSTATUS w) = "status " ^ Word8.fmt StringCvt.DEC w
  | ended (P.W_SIGNALED s) = "signal " ^ SysWord.fmt StringCvt.DEC (Posix.Signal.toWord s)
  | ended (P.W_STOPPED _) = "stopped"
fun child f = case P.fork () of NONE => (f (); P.exit 0w0) | SOME pid => pid
fun result pid = say (ended (#2 (P.waitpid (P.W_CHILD pid, []))))
val () = result (child (fn () => P.exit 0w7))
val () = result (child (fn () => ()))
val () = result (child (fn () => P.kill (P.K_PROC (Posix.ProcEnv.getpid ()), Posix.Signal.kill)))
(* A pipe from a child. *)
val {infd, outfd} = Posix.IO.pipe ()
val writer = child (fn () => (Posix.IO.close infd; ignore (Posix.IO.writeVec (outfd, bytes "from the child")); Posix.IO.close outfd))
val () = Posix.IO.close outfd
fun readAll fd = case text (Posix.IO.readVec (fd, 5)) of "" => "" | s => s ^ readAll fd
val () = say (readAll infd)
val () = result writer
val () = Posix.IO.close infd
(* Another program, with its output in a pipe. *)
fun output program =
  let
    val {infd, outfd} = Posix.IO.pipe ()
    val pid = child (fn () => (Posix.IO.dup2 {old = outfd, new = Posix.FileSys.stdout}; program ()))
  in Posix.IO.close outfd; say (String.toString (readAll infd)); Posix.IO.close infd; result pid
  end
val () = output (fn () => P.exec ("/bin/echo", ["echo", "a b", ""]))
val () = output (fn () => P.execp ("sh", ["sh", "-c", "echo $0; exit 3", "x y"]))
val () = output (fn () => P.exece ("/usr/bin/env", ["env"], ["A=1", "B=two words"]))
val () = (P.exec ("/no/such/program", ["x"]); say "wrong") handle OS.SysErr (_, SOME e) => say (Bool.toString (e = Posix.Error.noent))
val () = say (case P.waitpid_nh (P.W_ANY_CHILD, []) of NONE => "none" | SOME _ => "some") handle OS.SysErr (_, e) => say (Bool.toString (e = SOME Posix.Error.child))
(* Names of files. *)
structure F = Posix.FileSys
val folder = OS.FileSys.tmpName ()
val () = (OS.FileSys.remove folder; F.mkdir (folder, F.S.irwxu))
val name = folder ^ "/file"
val fd = F.createf (name, F.O_WRONLY, F.O.trunc, F.S.flags [F.S.irusr, F.S.iwusr])
val () = (ignore (Posix.IO.writeVec (fd, bytes "0123456789")); ignore (F.fdToWord fd); F.ftruncate (fd, 4); Posix.IO.close fd)
val () = (F.link {old = name, new = folder ^ "/second"}; F.symlink {old = "file", new = folder ^ "/link"})
val s = F.stat name and l = F.lstat (folder ^ "/link")
val () = say (Position.toString (F.ST.size s) ^ " " ^ Int.toString (F.ST.nlink s) ^ " " ^ String.concatWith " " (map Bool.toString
  [F.ST.isReg s, F.ST.isDir s, F.ST.isLink s, F.ST.isLink l, F.ST.ino s = F.ST.ino (F.stat (folder ^ "/second")), F.ST.uid s = Posix.ProcEnv.getuid ()]))
val () = say (F.readlink (folder ^ "/link") ^ " " ^ SysWord.toString (F.S.toWord (F.ST.mode s)))
val () = F.chmod (name, F.S.irusr)
val () = say (String.concatWith " " (map Bool.toString [F.access (name, []), F.access (name, [F.A_READ]), F.access (name, [F.A_EXEC]), F.access (folder ^ "/none", [])]))
val () = F.mkfifo (folder ^ "/fifo", F.S.irwxu)
val () = say (Bool.toString (F.ST.isFIFO (F.stat (folder ^ "/fifo"))))
val d = F.opendir folder
fun entries () = case F.readdir d of NONE => 0 | SOME _ => 1 + entries ()
val n = entries ()
val () = (F.rewinddir d; say (Int.toString n ^ " " ^ Int.toString (entries ())); F.closedir d)
val () = app (fn f => F.unlink (folder ^ "/" ^ f)) ["file", "second", "link", "fifo"]
val () = F.rmdir folder
val () = (ignore (F.readdir d); say "wrong") handle OS.SysErr _ => say "closed"
(* The process. *)
structure E = Posix.ProcEnv
val () = say (Bool.toString (E.getpid () = E.getpid () andalso E.getpid () <> E.getppid ()))
val () = say (String.concatWith " " (map #1 (E.uname ())))
val () = say (Bool.toString (E.getuid () = E.geteuid () andalso E.getgid () = E.getegid ()) ^ " " ^ Bool.toString (E.isatty F.stdin))
val () = say (Bool.toString (List.exists (String.isPrefix "PATH=") (E.environ ())))
val () = say (Bool.toString (List.all (fn g => E.gidToWord g >= 0w0) (E.getgroups ())))
val {utime, ...} = E.times ()
val () = say (Bool.toString (Time.>= (utime, Time.zeroTime)))
