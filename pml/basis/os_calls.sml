(* What OS has of the system: errors, and the two primitives that everything with names goes through. The numbers are
   those of pml/system/calls.h. *)

structure OSCalls =
struct
  type syserror = int
  exception SysErr of string * syserror option
  val call = _prim "system_call" : int * string * string * int64 -> int64
  val texts = _prim "system_texts" : int * string * int64 -> string vector
  val none = 0 : int64
  fun lastError () = Int64.toInt (call (0, "", "", none))
  (* The only text that there is, if there is one. *)
  fun text (which, name, number) =
    let val found = texts (which, name, number)
    in if Vector.length found = 0 then NONE else SOME (Vector.sub (found, 0))
    end
  fun errorMsg number = Option.getOpt (text (5, "", Int64.fromInt number), "unknown error")
  (* Names are written as POSIX has them, without the E and in small letters. *)
  fun errorName number =
    case text (6, "", Int64.fromInt number) of
      SOME name => String.map Char.toLower (String.extract (name, 1, NONE))
    | NONE => String.^ ("error", Int.toString number)
  (* 0 for none; `symbol` is as C has it. *)
  fun numberOfError symbol = Int64.toInt (call (15, symbol, "", none))
  fun syserror name =
    case numberOfError (String.^ ("E", String.map Char.toUpper name)) of
      0 => NONE
    | number => SOME number
  fun error number = SysErr (errorMsg number, SOME number)
  fun failure () = error (lastError ())
  (* A name with a character 0 in it names nothing. *)
  fun named name =
    if String.isSubstring "\000" name then raise SysErr ("invalid name", syserror "inval") else name
  fun checked (which, first, second, number) =
    let val result = call (which, named first, named second, number)
    in if result < 0 then raise failure () else result
    end
  fun checkedText (which, name) =
    case text (which, named name, none) of
      SOME found => found
    | NONE => raise failure ()
end
