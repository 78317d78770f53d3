val x = "a mark of UTF-8 in front, and lines that end as in Windows"
val y = "gap \
        \ over a line"
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val x : string
   CHECK-DAG: {{^ *}}val y : string
*)
