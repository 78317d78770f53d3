(* Posix: files by descriptors. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
structure F = Posix.FileSys and P = Posix.IO
fun bytes s = Word8VectorSlice.full (Byte.stringToBytes s)
fun failed f = (ignore (f ()); "no error") handle OS.SysErr _ => "error"
val name = OS.FileSys.tmpName ()
val _ = F.unlink name
val _ = say (failed (fn () => F.openf (name, F.O_RDONLY, F.O.flags [])))
val _ = say (failed (fn () => F.openf (name, F.O_WRONLY, F.O.flags [])))
val file = F.creat (name, F.S.flags [F.S.irusr, F.S.iwusr])
val _ = say (Int.toString (P.writeVec (file, bytes "hello, ")))
val _ = say (Int.toString (P.writeVec (file, Word8VectorSlice.slice (Byte.stringToBytes "wide world", 5, NONE))))
val _ = P.close file
val _ = say (SysWord.toString (SysWord.andb (F.S.toWord (F.ST.mode (F.stat name)), 0wx1ff)))
val _ = say (Bool.toString (F.ST.isReg (F.stat name)) ^ Bool.toString (F.ST.isDir (F.stat name)))
val file = F.openf (name, F.O_RDONLY, F.O.fromWord 0w0)
val _ = say (Position.toString (F.ST.size (F.fstat file)))
val buffer = Word8Array.array (6, 0w63)
val n = P.readArr (file, Word8ArraySlice.slice (buffer, 1, SOME 4))
val _ = say (Int.toString n ^ Byte.bytesToString (Word8Array.vector buffer))
val _ = say (Byte.bytesToString (P.readVec (file, 100)) ^ Int.toString (Word8Vector.length (P.readVec (file, 1))))
val _ = P.close file
(* What is there stays, or goes. *)
val file = F.openf (name, F.O_WRONLY, F.O.append)
val _ = P.writeVec (file, bytes "!")
val _ = P.close file
val _ = say (Position.toString (F.ST.size (F.stat name)))
val _ = say (failed (fn () => F.createf (name, F.O_WRONLY, F.O.excl, F.S.irusr)))
val _ = P.close (F.createf (name, F.O_WRONLY, F.O.trunc, F.S.irusr))
val _ = say (Position.toString (F.ST.size (F.stat name)))
val _ = F.unlink name
val _ = say (failed (fn () => F.stat name))
val _ = say (Bool.toString (F.O.anySet (F.O.append, F.O.flags [F.O.trunc, F.O.append]) andalso not (F.O.allSet (F.O.trunc, F.O.append))))
val _ = say (Bool.toString (isSome (Posix.ProcEnv.getenv "PATH")))
val _ = say (Bool.toString (Posix.ProcEnv.getpid () = Posix.ProcEnv.getpid ()))
