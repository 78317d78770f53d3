(* Posix: descriptors that are read and written, positions, locks, flags, readers and writers; limits, users, terminals. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
structure F = Posix.FileSys and P = Posix.IO
fun bytes s = Word8VectorSlice.full (Byte.stringToBytes s)
fun text v = Byte.bytesToString v
fun failed f = (ignore (f ()); "no error") handle OS.SysErr (_, SOME e) => OS.errorName e | OS.SysErr _ => "error"
val name = OS.FileSys.tmpName ()
val file = F.openf (name, F.O_RDWR, F.O.trunc)
(* One position for reading and writing; bytes of 0 are bytes. *)
val () = say (Int.toString (P.writeVec (file, bytes "abc\000def\000\255")))
val () = say (Position.toString (P.lseek (file, 2, P.SEEK_SET)))
val () = say (text (P.readVec (file, 3)))
val () = say (Position.toString (P.lseek (file, ~2, P.SEEK_CUR)))
val () = (ignore (P.writeVec (file, bytes "XY")); ignore (P.lseek (file, 0, P.SEEK_SET)); say (text (P.readVec (file, 100))))
val () = say (Position.toString (P.lseek (file, 0, P.SEEK_END)) ^ text (P.readVec (file, 5)))
val () = say (failed (fn () => P.lseek (file, ~1, P.SEEK_SET)))
val array = Word8Array.array (5, 0w65)
val () = (ignore (P.lseek (file, 0, P.SEEK_SET)); say (Int.toString (P.readArr (file, Word8ArraySlice.slice (array, 1, SOME 3)))))
val () = say (text (Word8Array.vector array))
(* Two descriptors of one file share their position; another one that is opened does not. *)
val second = P.dup file
val () = (say (text (P.readVec (second, 1))); say (text (P.readVec (file, 1))))
val third = P.dupfd {old = file, base = F.wordToFD 0w30}
val () = say (Bool.toString (F.fdToWord third >= 0w30))
val other = F.openf (name, F.O_RDONLY, F.O.flags [])
val () = (say (text (P.readVec (other, 2))); say (failed (fn () => P.writeVec (other, bytes "no"))))
val () = app P.close [second, third]
val () = say (failed (fn () => P.readVec (third, 1)))
(* Flags. *)
val () = say (Bool.toString (P.FD.anySet (P.FD.cloexec, P.getfd file)))
val () = (P.setfd (file, P.FD.cloexec); say (Bool.toString (P.FD.allSet (P.FD.cloexec, P.getfd file))))
val (flags, mode) = P.getfl file
val () = say (Bool.toString (P.O.anySet (P.O.append, flags)) ^ Bool.toString (mode = F.O_RDWR) ^ Bool.toString (#2 (P.getfl other) = P.O_RDONLY))
val () = (P.setfl (file, P.O.flags [flags, P.O.append]); ignore (P.lseek (file, 0, P.SEEK_SET)); ignore (P.writeVec (file, bytes "!")))
val () = say (Position.toString (F.ST.size (F.fstat file)))
val () = (P.fsync file; F.fchmod (file, F.S.flags [F.S.irusr, F.S.iwusr, F.S.irgrp]))
val () = say (SysWord.toString (SysWord.andb (F.S.toWord (F.ST.mode (F.stat name)), 0wxfff)))
val () = (F.fchown (file, Posix.ProcEnv.getuid (), Posix.ProcEnv.getgid ()); F.ftruncate (file, 3))
val () = say (Position.toString (F.ST.size (F.stat name)))
val () = say (Bool.toString (P.O.intersect [P.O.append, P.O.flags [P.O.append, P.O.sync]] = P.O.append))
(* A lock that a child meets. *)
fun lockOf kind = P.FLock.flock {ltype = kind, whence = P.SEEK_SET, start = 1, len = 2, pid = NONE}
val () = ignore (P.setlk (file, lockOf P.F_WRLCK))
fun inChild f = case Posix.Process.fork () of
    NONE => (say (f ()); Posix.Process.exit 0w0)
  | SOME pid => ignore (Posix.Process.waitpid (Posix.Process.W_CHILD pid, []))
val me = Posix.ProcEnv.getpid ()
fun kind P.F_RDLCK = "read" | kind P.F_WRLCK = "write" | kind P.F_UNLCK = "none"
val () = inChild (fn () =>
  let val found = P.getlk (file, lockOf P.F_RDLCK)
  in
    String.concatWith " "
      [kind (P.FLock.ltype found), Position.toString (P.FLock.start found), Position.toString (P.FLock.len found),
       Bool.toString (P.FLock.pid found = SOME me), failed (fn () => P.setlk (file, lockOf P.F_WRLCK))]
  end)
val () = ignore (P.setlkw (file, lockOf P.F_UNLCK))
val () = inChild (fn () => kind (P.FLock.ltype (P.getlk (file, lockOf P.F_WRLCK))))
val () = P.close file
(* Times. *)
val () = F.utime (name, SOME {actime = Time.fromSeconds 1000, modtime = Time.fromMilliseconds 2000500})
val stat = F.stat name
val () = say (Time.fmt 3 (F.ST.atime stat) ^ " " ^ Time.fmt 0 (F.ST.mtime stat))
val () = (F.utime (name, NONE); say (Bool.toString (Time.> (F.ST.mtime (F.stat name), Time.fromSeconds 1000000000))))
(* Readers and writers, and streams over them. *)
fun textOut fd = TextIO.mkOutstream (TextIO.StreamIO.mkOutstream
  (P.mkTextWriter {fd = fd, name = "out", appendMode = false, initBlkMode = true, chunkSize = 16}, IO.BLOCK_BUF))
val out = textOut (F.openf (name, F.O_WRONLY, F.O.trunc))
val () = (TextIO.output (out, "first line\nsecond "); TextIO.output (out, "line\n"); TextIO.closeOut out)
val reader as TextPrimIO.RD {getPos, avail, ...} =
  P.mkTextReader {fd = F.openf (name, F.O_RDONLY, F.O.flags []), name = "in", initBlkMode = true}
val () = say (Position.toString ((valOf getPos) ()) ^ " " ^ Int.toString (valOf (avail ())))
val input = TextIO.mkInstream (TextIO.StreamIO.mkInstream (reader, ""))
val () = (say (valOf (TextIO.inputLine input)); say (TextIO.inputAll input); TextIO.closeIn input)
val BinPrimIO.RD {readVec, setPos, endPos, close, canInput, ...} = P.mkBinReader {fd = other, name = "other", initBlkMode = true}
val () = (valOf setPos) 6
val () = say (text ((valOf readVec) 4) ^ Position.toString ((valOf endPos) ()) ^ Bool.toString ((valOf canInput) ()))
val () = close ()
val () = (ignore ((valOf readVec) 1); say "wrong") handle IO.ClosedStream => say "closed"
val appended = P.mkBinWriter
  {fd = F.openf (name, F.O_WRONLY, F.O.flags []), name = "more", appendMode = true, initBlkMode = true, chunkSize = 16}
val BinPrimIO.WR {writeVec, close, ...} = appended
val () = (say (Int.toString ((valOf writeVec) (bytes "end"))); close ())
val () = say (Position.toString (F.ST.size (F.stat name)))
(* A pipe has no position, and is not ready while it is empty. *)
val {infd, outfd} = P.pipe ()
val () = say (failed (fn () => P.lseek (infd, 0, P.SEEK_CUR)))
val TextPrimIO.RD {getPos, readVecNB, ...} = P.mkTextReader {fd = infd, name = "pipe", initBlkMode = true}
val () = say (Bool.toString (isSome getPos) ^ Bool.toString (isSome ((valOf readVecNB) 5)))
val () = (ignore (P.writeVec (outfd, bytes "through")); say (valOf ((valOf readVecNB) 20)))
val () = app P.close [infd, outfd]
(* Limits of the system. *)
val () = say (Bool.toString (Posix.ProcEnv.sysconf "OPEN_MAX" > 0w0) ^ " " ^ failed (fn () => Posix.ProcEnv.sysconf "NO_SUCH"))
val () = say (case F.pathconf ("/tmp", "NAME_MAX") of SOME n => SysWord.fmt StringCvt.DEC n | NONE => "none")
val () = say (failed (fn () => F.pathconf ("/no/such", "NAME_MAX")) ^ " " ^ failed (fn () => F.pathconf ("/", "NO_SUCH")))
(* Users and groups. *)
structure D = Posix.SysDB
val root = D.getpwuid (Posix.ProcEnv.wordToUid 0w0)
val () = say (D.Passwd.name root ^ " " ^ Bool.toString (D.Passwd.uid (D.getpwnam "root") = D.Passwd.uid root))
val () = say (D.Group.name (D.getgrgid (D.Passwd.gid root)) ^ " " ^ SysWord.toString (Posix.ProcEnv.gidToWord (D.Group.gid (D.getgrnam "root"))))
val () = say (case failed (fn () => D.getpwnam "no such user") of "no error" => "wrong" | _ => "none")
(* Terminals. *)
structure T = Posix.TTY
val file = F.openf (name, F.O_RDONLY, F.O.flags [])
val () = say (failed (fn () => T.TC.getattr file) ^ " " ^ failed (fn () => T.TC.drain file) ^ Bool.toString (Posix.ProcEnv.isatty file))
val () = P.close file
val cc = T.V.update (T.V.cc [(T.V.eof, #"a"), (T.V.intr, #"b")], [(T.V.eof, #"c")])
val made = T.termios {iflag = T.I.icrnl, oflag = T.O.opost, cflag = T.C.cs8, lflag = T.L.flags [T.L.echo, T.L.icanon], cc = cc,
                      ispeed = T.b9600, ospeed = T.b9600}
val made = T.CF.setospeed (made, T.b38400)
val () = say (String.implode [T.V.sub (T.getcc made, T.V.eof), T.V.sub (T.getcc made, T.V.intr), T.V.sub (T.getcc made, T.V.min)])
val () = say (String.concat (map Bool.toString
  [T.CF.getispeed made = T.b9600, T.CF.getospeed made = T.b38400, T.L.allSet (T.L.echo, T.getlflag made), T.L.anySet (T.L.isig, T.getlflag made)]))
val () = F.unlink name
