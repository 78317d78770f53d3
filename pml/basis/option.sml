(* Option: a value that may be missing. *)

signature OPTION =
sig
  datatype 'a option = NONE | SOME of 'a
  exception Option
  val getOpt : 'a option * 'a -> 'a
  val isSome : 'a option -> bool
  val valOf : 'a option -> 'a
  val filter : ('a -> bool) -> 'a -> 'a option
  val join : 'a option option -> 'a option
  val app : ('a -> unit) -> 'a option -> unit
  val map : ('a -> 'b) -> 'a option -> 'b option
  val mapPartial : ('a -> 'b option) -> 'a option -> 'b option
  val compose : ('a -> 'b) * ('c -> 'a option) -> 'c -> 'b option
  val composePartial : ('a -> 'b option) * ('c -> 'a option) -> 'c -> 'b option
end

structure Option : OPTION =
struct
  datatype 'a option = NONE | SOME of 'a
  exception Option
  fun getOpt (NONE, default) = default
    | getOpt (SOME x, _) = x
  fun isSome NONE = false
    | isSome (SOME _) = true
  fun valOf NONE = raise Option
    | valOf (SOME x) = x
  fun filter p x = if p x then SOME x else NONE
  fun join NONE = NONE
    | join (SOME x) = x
  fun app _ NONE = ()
    | app f (SOME x) = f x
  fun map _ NONE = NONE
    | map f (SOME x) = SOME (f x)
  fun mapPartial _ NONE = NONE
    | mapPartial f (SOME x) = f x
  fun compose (f, g) x = map f (g x)
  fun composePartial (f, g) x = mapPartial f (g x)
end
datatype option = datatype Option.option
