(* outer (* inner *) still *) val x = 1 (* " *) val y = 2
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val x : int{{$}}
   CHECK-DAG: {{^ *}}val y : int{{$}}
*)
