(* Records whose fields are known only from later declarations of the file. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
structure Shapes =
struct
  type point = {x : real, y : real}
  type box = {low : point, high : point}
  (* The points of the box are known from `inside`. *)
  fun width box = #x (#high box) - #x (#low box)
  fun swap {low, high, ...} = (high, low)
  fun area (b : box) = width b * (#y (#high b) - #y (#low b))
  fun inside (b : box) = let val (h, l) = swap b in #x h > #x l end
  datatype 'a tree = Leaf of 'a | Split of 'a tree * 'a tree
  fun total f (Leaf r) = f (#weight r)
    | total f (Split (a, b)) = total f a + total f b : int
end
val unit : Shapes.box = {low = {x = 0.0, y = 0.0}, high = {x = 1.5, y = 2.0}}
val _ = say (Real.toString (Shapes.area unit) ^ Bool.toString (Shapes.inside unit))
val _ = say (Int.toString (Shapes.total size (Shapes.Split (Shapes.Leaf {weight = "ab", name = 1}, Shapes.Leaf {weight = "c", name = 2}))))
(* A match that is looked at when the record is known. *)
fun first {kind = 0, value, ...} = value
  | first {kind = _, value, ...} = value ^ "!"
val _ = say (first {kind = 1, value = "v", rest = ()})
(* In the body of a functor. *)
functor Names (val prefix : string) =
struct
  fun name r = prefix ^ #name r
  fun both (a : {name : string, age : int}, b) = name a ^ name b
end
structure N = Names (val prefix = "p")
val _ = say (N.both ({name = "a", age = 1}, {name = "b", age = 2}))
