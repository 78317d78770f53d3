val x = 0wx100 : Word8.word
(* RUN: not %check %s 2>&1 | FileCheck %s
   CHECK: the constant 0w256 does not fit into Word8.word, which has 8 bits
*)
