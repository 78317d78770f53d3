(* GENERAL, and the polymorphic primitives that everything else uses.

   A primitive's name is what the compiler knows it by. Its meaning is the one of the Basis function with its type;
   "unsafe" ones do not check their arguments. *)

val op = = _prim "equal" : ''a * ''a -> bool
fun x <> y = if x = y then false else true

signature GENERAL =
sig
  type unit = unit
  type exn = exn
  exception Bind
  exception Match
  exception Chr
  exception Div
  exception Domain
  exception Fail of string
  exception Overflow
  exception Size
  exception Span
  exception Subscript
  val exnName : exn -> string
  val exnMessage : exn -> string
  datatype order = LESS | EQUAL | GREATER
  val ! : 'a ref -> 'a
  val := : 'a ref * 'a -> unit
  val o : ('b -> 'c) * ('a -> 'b) -> 'a -> 'c
  val before : 'a * unit -> 'a
  val ignore : 'a -> unit
end

structure General : GENERAL =
struct
  type unit = unit
  type exn = exn
  exception Bind = Bind
  exception Match = Match
  exception Chr
  exception Div = Div
  exception Domain
  exception Fail of string
  exception Overflow = Overflow
  exception Size = Size
  exception Span
  exception Subscript = Subscript
  datatype order = LESS | EQUAL | GREATER
  val exnName = _prim "exn_name" : exn -> string
  (* messages.sml says more of the exceptions that come later. *)
  val exnMessage = _prim "exn_message" : exn -> string
  val ! = _prim "ref_read" : 'a ref -> 'a
  val op := = _prim "ref_write" : 'a ref * 'a -> unit
  fun (f o g) x = f (g x)
  fun x before () = x
  fun ignore _ = ()
end
open General
