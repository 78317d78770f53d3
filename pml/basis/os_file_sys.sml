(* OS_FILE_SYS. A folder that is being read is the list of what was in it when it was opened. *)

signature OS_FILE_SYS =
sig
  type dirstream
  val openDir : string -> dirstream
  val readDir : dirstream -> string option
  val rewindDir : dirstream -> unit
  val closeDir : dirstream -> unit
  val chDir : string -> unit
  val getDir : unit -> string
  val mkDir : string -> unit
  val rmDir : string -> unit
  val isDir : string -> bool
  val isLink : string -> bool
  val readLink : string -> string
  val fullPath : string -> string
  val realPath : string -> string
  val modTime : string -> Time.time
  val fileSize : string -> Position.int
  val setTime : string * Time.time option -> unit
  val remove : string -> unit
  val rename : {old : string, new : string} -> unit
  datatype access_mode = A_READ | A_WRITE | A_EXEC
  val access : string * access_mode list -> bool
  val tmpName : unit -> string
  eqtype file_id
  val fileId : string -> file_id
  val hash : file_id -> word
  val compare : file_id * file_id -> order
end

structure OSFileSys :> OS_FILE_SYS =
struct
  open OSCalls
  type dirstream = {all : string list, left : string list ref, isOpen : bool ref}
  fun command (which, name) = ignore (checked (which, name, "", none))
  fun answer (which, name) = checked (which, name, "", none) = 1
  fun openDir name =
    let
      (* An empty folder has no entries, and what is no folder has none, either. *)
      val () = if answer (7, name) then () else raise SysErr (errorMsg 20, SOME 20)
      val () = if call (6, name, "", 4) < none then raise failure () else ()
      val all = Vector.foldr (op ::) [] (texts (3, name, none))
    in
      {all = all, left = ref all, isOpen = ref true}
    end
  fun usable ({isOpen, ...} : dirstream) = if !isOpen then () else raise SysErr ("the folder is closed", NONE)
  fun readDir (stream as {left, ...} : dirstream) =
    (usable stream;
     case !left of
       [] => NONE
     | name :: rest => (left := rest; SOME name))
  fun rewindDir (stream as {all, left, ...} : dirstream) = (usable stream; left := all)
  fun closeDir ({isOpen, ...} : dirstream) = isOpen := false
  fun chDir name = command (1, name)
  fun getDir () = checkedText (0, "")
  fun mkDir name = command (2, name)
  fun rmDir name = command (3, name)
  fun remove name = command (4, name)
  fun rename {old, new} = ignore (checked (5, old, new, none))
  fun isDir name = answer (7, name)
  fun isLink name = answer (8, name)
  fun fileSize name = checked (9, name, "", none)
  fun readLink name = checkedText (1, name)
  fun fullPath "" = checkedText (2, ".")
    | fullPath name = checkedText (2, name)
  fun realPath name =
    if OSPath.isAbsolute name then fullPath name
    else OSPath.mkRelative {path = fullPath name, relativeTo = fullPath (getDir ())}
  (* A file may be older than 1970. *)
  fun modTime name =
    let val found = call (10, named name, "", none)
    in if found = ~9223372036854775808 then raise failure () else Time.fromNanoseconds (Int64.toLarge found)
    end
  fun setTime (name, when) =
    let val time = case when of SOME t => t | NONE => Time.now ()
    in ignore (checked (11, name, "", Int64.fromLarge (Time.toNanoseconds time)))
    end
  datatype access_mode = A_READ | A_WRITE | A_EXEC
  fun bit A_READ = 4 : int64
    | bit A_WRITE = 2
    | bit A_EXEC = 1
  fun access (name, modes) =
    let
      fun has m = List.exists (fn n => bit n = m) modes
      fun sum m = if has m then m else none
    in
      call (6, named name, "", sum 4 + sum 2 + sum 1) = none
    end
  fun tmpName () = checkedText (4, "")
  type file_id = int64
  fun fileId name = checked (16, name, "", none)
  fun hash id = Word.fromLargeInt (Int64.toLarge id)
  val compare = Int64.compare
end
