infix 7 ***
fun a *** b = a * b + 1
val fives = map (fn n => n *** 5) [1, 2, 3]
val text = concat [str #"a", implode (rev (explode "cb")), if not (null fives) andalso hd fives = 6 then "d" else "e"]
val half = real (length fives) / 2.0
val () = print (text ^ (SOME (size text) handle Subscript => NONE; "!\n"))
