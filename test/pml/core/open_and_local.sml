(* open of several structures; local between structures; structure-level let. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
structure A = struct val x = 1 val y = 2 structure Inner = struct val z = 3 end end
structure B = struct val y = 20 fun f n = n + y end
open A B
val _ = say (String.concatWith " " (map Int.toString [x, y, f 1, Inner.z]))
local open A in val ay = y end
val _ = say (Int.toString ay)
structure C = let val hidden = 5 in struct val shown = hidden * 2 end end
val _ = say (Int.toString C.shown)
local structure H = struct val v = 100 end in structure K = struct open H val w = v + 1 end end
val _ = say (Int.toString (K.v + K.w))
val _ = say (let open A.Inner open B in Int.toString (z + y) end)
