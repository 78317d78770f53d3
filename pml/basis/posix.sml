(* Posix: files by descriptors, as programs read and write them whole. Descriptors are those of the runtime's files, which
   buffer; so what is written is there when the descriptor is closed. *)

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
  type file_desc
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
  structure ST :
  sig
    type stat
    val size : stat -> Position.int
    val mode : stat -> mode
    val mtime : stat -> Time.time
    val isDir : stat -> bool
    val isReg : stat -> bool
  end
  val stat : string -> ST.stat
  val fstat : file_desc -> ST.stat
  val unlink : string -> unit
  val rmdir : string -> unit
  val chdir : string -> unit
  val getcwd : unit -> string
  val rename : {old : string, new : string} -> unit
end

signature POSIX_IO =
sig
  type file_desc
  val close : file_desc -> unit
  val readVec : file_desc * int -> Word8Vector.vector
  val readArr : file_desc * Word8ArraySlice.slice -> int
  val writeVec : file_desc * Word8VectorSlice.slice -> int
  val writeArr : file_desc * Word8ArraySlice.slice -> int
end

signature POSIX =
sig
  structure FileSys : POSIX_FILE_SYS
  structure IO : POSIX_IO where type file_desc = FileSys.file_desc
  structure ProcEnv :
  sig
    eqtype pid
    val getpid : unit -> pid
    val pidToWord : pid -> Word64.word
    val getenv : string -> string option
  end
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

structure Posix :> POSIX =
struct
  (* What a problem of the runtime's files is for a caller that wants the system's errors. *)
  fun checked n = if n >= 0 then n else raise OSCalls.error (Files.problem ())
  structure FileSys =
  struct
    type file_desc = Files.file
    type mode = Word64.word
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
    structure ST =
    struct
      type stat = {size : Position.int, mode : mode, mtime : Time.time, isDir : bool}
      fun size (s : stat) = #size s
      fun mode (s : stat) = #mode s
      fun mtime (s : stat) = #mtime s
      fun isDir (s : stat) = #isDir s
      fun isReg (s : stat) = Bool.not (isDir s)
    end
    fun stat name : ST.stat =
      {size = OS.FileSys.fileSize name, mtime = OS.FileSys.modTime name, isDir = OS.FileSys.isDir name,
       mode = Word64.fromLargeInt (Int64.toLarge (OSCalls.checked (19, name, "", OSCalls.none)))}
    fun fstat ({name, ...} : file_desc) = stat name
    val unlink = OS.FileSys.remove and rmdir = OS.FileSys.rmDir and chdir = OS.FileSys.chDir
    val getcwd = OS.FileSys.getDir and rename = OS.FileSys.rename
  end
  structure IO =
  struct
    type file_desc = FileSys.file_desc
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
    type pid = Word64.word
    fun getpid () = Word64.fromLargeInt (Int64.toLarge (OSCalls.call (20, "", "", OSCalls.none)))
    fun pidToWord pid = pid
    val getenv = OS.Process.getEnv
  end
end
