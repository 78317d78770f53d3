(* The room for objects is not zeroed. So a word that is not written as a whole behind its allocation is, as equality
   compares the bytes between fields. Other words are written once. *)
datatype packed = Packed of int * bool | Whole of int * packed
val n = length (CommandLine.arguments ())
fun pack (0, packed) = packed
  | pack (k, _) = pack (k - 1, Whole (k, Packed (n + k, k = n)))
fun count (Whole (_, rest)) = 1 + count rest
  | count (Packed (k, b)) = if b then k else ~1
fun sum (0, s) = s
  | sum (k, s) = sum (k - 1, s + count (pack (k, Packed (k, true))))
val () = print (Int.toString (sum (7, 0)))
(* RUN: %elide %s -o %t && FileCheck %s < %t
   The headers say that both have two words.
   CHECK: store i64 35184372088833, ptr addrspace(1) %[[PACKED:[0-9]+]], align 8
   CHECK-NEXT: %[[BYTE:[0-9]+]] = getelementptr inbounds i8, ptr addrspace(1) %[[PACKED]], i64 16
   CHECK-NEXT: store i64 0, ptr addrspace(1) %[[BYTE]], align 8
   CHECK-NEXT: br
   CHECK: store i64 35184388866305, ptr addrspace(1) %{{[0-9]+}}, align 8
   CHECK-NEXT: br
*)
