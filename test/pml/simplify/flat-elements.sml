(* An array of tuples of numbers has these in place. Who wants one field reads that alone, behind one comparison of the
   index, however many there are; and an element that goes from one place to another is no object in between. *)
type item = int * int * int * real * int * int * int * int
fun total (a : item array, i, sum) = if i = Array.length a then sum else total (a, i + 1, sum + #4 (Array.sub (a, i)))
fun shift (a : item array, i, c) = (Array.update (a, i, Array.sub (a, c)); i)
val n = length (CommandLine.arguments ())
val items = Array.tabulate (n, fn i => (i, i, i, 0.5, i, i, i, i))
val moved = List.foldl (fn (i, c) => shift (items, i, c)) n (List.tabulate (n, fn i => i))
val _ = print (Real.toString (total (items, 0, 0.0)) ^ Int.toString moved)

(* A tuple with something else in it is an object. *)
val named = Array.tabulate (n, fn i => (i, Int.toString i))
val _ = print (#2 (Array.sub (named, 1)))

(* Vectors are compared field by field. *)
val letters = Vector.tabulate (n, fn i => (i, #"a"))
val _ = print (Bool.toString (letters = Vector.map (fn (i, c) => (i + 1, c)) letters))
(* RUN: %lower --stop-after simple %s | FileCheck %s --check-prefix=SIMPLE
   SIMPLE: array((int64, int64, int64, real64, int64, int64, int64, int64)) = uninitialised
   SIMPLE-NOT: tuple
   SIMPLE: update_field 6
   SIMPLE-NOT: tuple
   SIMPLE: update_field 7
   SIMPLE-NOT: tuple
   SIMPLE: array((int64, string)) = uninitialised
   SIMPLE: tuple
   RUN: %lower %s | FileCheck %s
   CHECK-DAG: array<(i64, i64, i64, f64, i64, i64, i64, i64)>
   CHECK-DAG: array<$tuple_
   CHECK-DAG: vector<(i64, i8)>
   RUN: %llvm %s -o %t && FileCheck %s --check-prefix=LLVM < %t
   LLVM: or disjoint i64 {{.*}}, 2
   LLVM-NEXT: getelementptr inbounds { i64, i64, i64, double, i64, i64, i64, i64 }, {{.*}}, i32 3
   LLVM-NEXT: load double
   LLVM-NEXT: fadd double
*)
