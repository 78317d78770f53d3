val a = 0w0; val _ = a : Word8.word
val b = 0w0 structure S = struct end val _ = b : Word8.word
val c = 0w0 signature T = sig end val _ = c : Word8.word
val d = 0w0 functor F () = struct end val _ = d : Word8.word
structure U = struct val e = 1.5 structure V = struct end val _ = e : Real32.real end
structure W = struct fun f x = x + x end val _ = W.f 2.5
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK-DAG: :1:22: error: this expression is word, but its type is given as Word8.word
   CHECK-DAG: :2:46: error: this expression is word, but its type is given as Word8.word
   CHECK-DAG: :3:43: error: this expression is word, but its type is given as Word8.word
   CHECK-DAG: :4:47: error: this expression is word, but its type is given as Word8.word
   CHECK-DAG: :5:67: error: this expression is real, but its type is given as Real32.real
   CHECK-DAG: :6:54: error: the function takes int, but its argument is real
*)
