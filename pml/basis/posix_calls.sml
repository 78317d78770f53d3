(* What the structures below Posix share: flags, calls by name, descriptors. *)

signature BIT_FLAGS =
sig
  eqtype flags
  val toWord : flags -> Word64.word
  val fromWord : Word64.word -> flags
  val flags : flags list -> flags
  val intersect : flags list -> flags
  val all : flags
  val allSet : flags * flags -> bool
  val anySet : flags * flags -> bool
  val clear : flags * flags -> flags
end

structure BitFlags =
struct
  type flags = Word64.word
  fun toWord w = w
  fun fromWord w = w
  val all = Word64.notb 0w0
  val flags = List.foldl Word64.orb 0w0
  val intersect = List.foldl Word64.andb all
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
  fun does (name, numbers, text, number) = ignore (call (name, numbers, text, number))
  fun texts (name, numbers) =
    case OSCalls.texts (8, String.^ (name, written numbers), OSCalls.none) of
      found => if Vector.length found = 0 then raise OSCalls.failure () else Vector.foldr (op ::) [] found
  fun numbers (name, arguments) = List.map (fn t => Option.valOf (Int.fromString t)) (texts (name, arguments))
  fun largeNumbers (name, arguments) = List.map (fn t => Option.valOf (Int64.fromString t)) (texts (name, arguments))
  fun textList l =
    String.concat (Int.toString (List.length l) :: " " ::
                   List.map (fn t => String.concat [Int.toString (String.size t), ":", OSCalls.named t]) l)
  (* The first number says whether PATH is searched; the next three are the child's standard input, output and error
     output. What streams hold is written before the program writes. *)
  fun program (name, numbers, path, arguments, environment) =
    (List.app (fn file => ignore (Files.flush file)) [1, 2];
     call (name, numbers,
           String.concat [textList [path], textList arguments, case environment of NONE => "-" | SOME l => textList l], 0))
end

(* Descriptors are numbers of the system, and nothing is buffered. What streams of standard output hold is written first. *)
structure PosixDescriptors =
struct
  fun flush d = if d = 1 orelse d = 2 then ignore (Files.flush d) else ()
  fun pipe closesOnExec =
    case PosixCalls.numbers ("pipe", [if closesOnExec then 1 else 0]) of
      [reads, writes] => {infd = reads, outfd = writes}
    | _ => raise OSCalls.failure ()
  fun close d = (flush d; PosixCalls.does ("close", [d], "", 0))
  fun read (d, n) =
    if n < 0 then raise Size
    else (if d = 0 then flush 1 else (); List.hd (PosixCalls.texts ("read", [d, n])))
  (* Bytes may be 0. *)
  fun write (d, text) =
    let
      val () = flush d
      val call = String.concat ["write ", Int.toString d]
      val count = OSCalls.call (21, call, text, Int64.fromInt (String.size text))
    in if count < OSCalls.none then raise OSCalls.failure () else Int64.toInt count
    end
  fun seek (d, to, whence) =
    let
      val call = String.concat ["lseek ", Int.toString d, " ", Int.toString whence]
      val at = OSCalls.call (21, call, "", to)
    in if at < OSCalls.none then raise OSCalls.failure () else at
    end
end

structure PosixOpenMode =
struct
  datatype open_mode = O_RDONLY | O_WRONLY | O_RDWR
end

(* What the system says of a file. Times are nanoseconds since 1970. *)
structure PosixFile =
struct
  type stat =
    {dev : int64, ino : int64, nlink : int64, uid : int64, gid : int64, size : int64, mode : int64, atime : int64,
     mtime : int64, ctime : int64}
  fun told call : stat =
    case PosixCalls.largeNumbers (call, []) of
      [dev, ino, nlink, uid, gid, size, mode, atime, mtime, ctime] =>
        {dev = dev, ino = ino, nlink = nlink, uid = uid, gid = gid, size = size, mode = mode, atime = atime,
         mtime = mtime, ctime = ctime}
    | _ => raise OSCalls.failure ()
  fun ofDescriptor d = told (String.^ ("fstat ", Int.toString d))
  fun ofFile (name, followsLinks) =
    told (String.^ (if followsLinks then "stat 1 " else "stat 0 ", OSCalls.named name))
end
