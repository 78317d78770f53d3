fun f x = let datatype t = C in if true then 5 else f C end
fun g x = let datatype s = S in if x = S then 1 else 2 end
val h = let val a = ref nil datatype u = U in a := [U] end
val rec i = fn x => x and j = fn () => let datatype v = V in i V; 0 end
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: 1:{{.*}}the type 't' would leave its scope
   CHECK: 2:{{.*}}the type 's' would leave its scope
   CHECK: 3:{{.*}}the type 'u' would leave its scope
   CHECK: 4:{{.*}}the type 'v' would leave its scope
*)
