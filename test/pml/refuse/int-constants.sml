val r = Real.fromInt 3 / 2
val () = print 5
val w = Word.andb (0wx3, 1)
val b = [true, 7]
val s = Math.sqrt 0w2
val sum = 1.5 + 2
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 1:26: error: the function takes real, but its argument is int: int constants are not reals; write a real with a point, as in 3.0
   CHECK: 2:16: error: the function takes string, but its argument is int: int constants are not strings
   CHECK: 3:26: error: {{.*}}: int constants are not words; write a word with 0w, as in 0w3
   CHECK: 4:16: error: {{.*}}: int constants have another type
   CHECK: 5:19: error: {{.*}}: word constants are not reals
   CHECK: 6:17: error: {{.*}}: int constants are not reals; write a real with a point, as in 3.0
*)
