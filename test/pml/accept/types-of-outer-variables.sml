(* Types that are known where a variable was made may become its type, wherever that is found out. *)
datatype t = A | B of int
structure S :> sig type u  val x : u end = struct type u = int  val x = 3 end
functor F (type v  val y : v) =
struct
  datatype w = W of v
  val q = let val a = ref nil in a := [W y]; !a end
  local
    val r = ref NONE
  in
    fun set n = r := SOME (W n)
  end
end
structure T = F (type v = S.u  val y = S.x)
val first =
  let
    val r = ref NONE
    val s = ref nil
    fun inner () = (r := SOME (B 3); s := [S.x])
  in
    inner (); T.set (hd (!s)); !r
  end
fun f x = let datatype inside = L of int in case L x of L y => y end
abstype a = C of int with fun put n = let val p = ref NONE in p := SOME (C n); !p end end
(* RUN: %check %s
*)
