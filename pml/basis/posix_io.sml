(* Posix.IO: descriptors of the system. *)

(* Readers and writers over a descriptor. Those of regular files have positions. *)
functor DescriptorIO
  (structure Prim : PRIM_IO where type pos = Position.int
   val toVector : string -> Prim.vector
   val textOf : Prim.vector_slice -> string) =
struct
  fun isRegular d = OSIO.kind d = OSIO.Kind.file handle OSCalls.SysErr _ => false
  fun at d = PosixDescriptors.seek (d, 0, 1)
  fun size d = #size (PosixFile.ofDescriptor d)
  fun waited (d, wanting, limit) =
    case OSIO.poll ([wanting (Option.valOf (OSIO.pollDesc d))], limit) of [] => false | _ => true
  (* What a descriptor can do, until it is closed. *)
  fun operations (d, wanting) =
    let
      val isOpen = ref true
      fun whenOpen f x = if !isOpen then f x else raise IO.ClosedStream
      fun ofRegular f = if isRegular d then SOME (whenOpen f) else NONE
    in
      {whenOpen = fn f => whenOpen f,
       block = SOME (whenOpen (fn () => ignore (waited (d, wanting, NONE)))),
       isReady = SOME (whenOpen (fn () => waited (d, wanting, SOME Time.zeroTime))),
       getPos = ofRegular (fn () => at d),
       setPos = ofRegular (fn to => ignore (PosixDescriptors.seek (d, to, 0))),
       endPos = ofRegular (fn () => size d),
       close = fn () => if !isOpen then (isOpen := false; PosixDescriptors.close d) else ()}
    end
  fun reader {fd, name, initBlkMode = _ : bool} =
    let
      val {whenOpen, block, isReady, getPos, setPos, endPos, close} = operations (fd, OSIO.pollIn)
      fun left () = case getPos of NONE => NONE | SOME _ => SOME (Int64.toInt (Int64.max (0, size fd - at fd)))
    in
      Prim.augmentReader
        (Prim.RD {name = name, chunkSize = 4096,
                  readVec = SOME (fn n => whenOpen (fn n => toVector (PosixDescriptors.read (fd, n))) n),
                  readArr = NONE, readVecNB = NONE, readArrNB = NONE, block = block, canInput = isReady,
                  avail = left, getPos = getPos, setPos = setPos, endPos = endPos, verifyPos = getPos, close = close,
                  ioDesc = SOME fd})
    end
  fun writer {fd, name, appendMode : bool, initBlkMode = _ : bool, chunkSize} =
    let
      val {whenOpen, block, isReady, getPos, setPos, endPos, close} = operations (fd, OSIO.pollOut)
    in
      Prim.augmentWriter
        (Prim.WR {name = name, chunkSize = chunkSize,
                  writeVec = SOME (fn s => whenOpen (fn s => PosixDescriptors.write (fd, textOf s)) s),
                  writeArr = NONE, writeVecNB = NONE, writeArrNB = NONE, block = block, canOutput = isReady,
                  getPos = getPos, setPos = setPos, endPos = endPos, verifyPos = getPos, close = close,
                  ioDesc = SOME fd})
    end
end

structure PosixIO =
struct
  type file_desc = int and pid = int
  fun pipe () = PosixDescriptors.pipe false
  fun dup d = (PosixDescriptors.flush d; PosixCalls.call ("dup", [d], "", 0))
  fun dup2 {old, new} = (List.app PosixDescriptors.flush [old, new]; PosixCalls.does ("dup2", [old, new], "", 0))
  val close = PosixDescriptors.close
  fun readVec (d, n) = Byte.stringToBytes (PosixDescriptors.read (d, n))
  fun readArr (d, slice) =
    let
      val bytes = readVec (d, Word8ArraySlice.length slice)
      val (array, from, _) = Word8ArraySlice.base slice
    in
      Word8Array.copyVec {src = bytes, dst = array, di = from};
      Word8Vector.length bytes
    end
  fun write (d, bytes) = PosixDescriptors.write (d, Byte.bytesToString bytes)
  fun writeVec (d, slice) = write (d, Word8VectorSlice.vector slice)
  fun writeArr (d, slice) = write (d, Word8ArraySlice.vector slice)

  (* fcntl, by the numbers of Linux. *)
  fun control (d, command, argument) = PosixCalls.call ("fcntl", [d, command], "", Int64.fromInt argument)
  fun dupfd {old, base} = (PosixDescriptors.flush old; control (old, 0, base))
  structure FD = struct open BitFlags val cloexec = 0w1 : flags end
  fun getfd d = Word64.fromInt (control (d, 1, 0))
  fun setfd (d, flags) = ignore (control (d, 2, Word64.toIntX flags))
  structure O =
  struct
    open BitFlags
    val append = 0wx400 : flags and nonblock = 0wx800 : flags and sync = 0wx101000 : flags
  end
  datatype open_mode = datatype PosixOpenMode.open_mode
  fun getfl d =
    let
      val all = Word64.fromInt (control (d, 3, 0))
      val mode = case Word64.andb (all, 0w3) of 0w0 => O_RDONLY | 0w1 => O_WRONLY | _ => O_RDWR
    in (O.clear (0w3, all), mode)
    end
  fun setfl (d, flags) = ignore (control (d, 4, Word64.toIntX flags))
  datatype whence = SEEK_SET | SEEK_CUR | SEEK_END
  fun ofWhence SEEK_SET = 0 | ofWhence SEEK_CUR = 1 | ofWhence SEEK_END = 2
  fun whenceOf (0 : int64) = SEEK_SET | whenceOf 1 = SEEK_CUR | whenceOf _ = SEEK_END
  fun lseek (d, to, whence) = PosixDescriptors.seek (d, to, ofWhence whence)
  fun fsync d = (PosixDescriptors.flush d; PosixCalls.does ("fsync", [d], "", 0))

  datatype lock_type = F_RDLCK | F_WRLCK | F_UNLCK
  structure FLock =
  struct
    type flock = {ltype : lock_type, whence : whence, start : Position.int, len : Position.int, pid : pid option}
    fun flock l : flock = l
    fun ltype ({ltype, ...} : flock) = ltype
    fun whence ({whence, ...} : flock) = whence
    fun start ({start, ...} : flock) = start
    fun len ({len, ...} : flock) = len
    fun pid ({pid, ...} : flock) = pid
  end
  fun ofKind F_RDLCK = 0 | ofKind F_WRLCK = 1 | ofKind F_UNLCK = 2
  fun kindOf (0 : int64) = F_RDLCK | kindOf 1 = F_WRLCK | kindOf _ = F_UNLCK
  fun lock command (d, {ltype, whence, start, len, ...} : FLock.flock) =
    let
      fun number n = String.^ (" ", String.map (fn #"~" => #"-" | c => c) (Int64.toString n))
      val numbers = List.map Int64.fromInt [d, command, ofKind ltype, ofWhence whence]
    in
      case PosixCalls.largeNumbers (String.concat ("lock" :: List.@ (List.map number numbers, [number start, number len])), []) of
        [kind, whence, start, len, pid] =>
          {ltype = kindOf kind, whence = whenceOf whence, start = start, len = len,
           pid = if pid = 0 then NONE else SOME (Int64.toInt pid)} : FLock.flock
      | _ => raise OSCalls.failure ()
    end
  fun getlk l = lock 5 l
  fun setlk l = lock 6 l
  fun setlkw l = lock 7 l

  structure Texts =
    DescriptorIO
      (structure Prim = TextPrimIO
       fun toVector s = s
       val textOf = Substring.string)
  structure Bytes =
    DescriptorIO
      (structure Prim = BinPrimIO
       val toVector = Byte.stringToBytes
       fun textOf s = Byte.bytesToString (Word8VectorSlice.vector s))
  val mkTextReader = Texts.reader and mkBinReader = Bytes.reader
  fun appending make (w as {fd, appendMode, ...} : {fd : file_desc, name : string, appendMode : bool, initBlkMode : bool, chunkSize : int}) =
    (if appendMode then setfl (fd, O.flags [#1 (getfl fd), O.append]) else (); make w)
  val mkTextWriter = appending Texts.writer and mkBinWriter = appending Bytes.writer
end
