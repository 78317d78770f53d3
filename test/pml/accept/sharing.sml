signature SYMBOL = sig eqtype symbol val make : string -> symbol end
signature LEXER = sig structure Symbol : SYMBOL val first : string -> Symbol.symbol end
signature PARSER = sig structure Symbol : SYMBOL val parse : Symbol.symbol list -> int end
functor Compiler (structure L : LEXER structure P : PARSER sharing L.Symbol = P.Symbol) =
struct fun compile s = P.parse [L.first s] end
structure Symbol = struct type symbol = string fun make s = s end
structure C =
  Compiler (structure L = struct structure Symbol = Symbol fun first s = Symbol.make s end
            structure P = struct structure Symbol = Symbol fun parse l = length l end)
val n = C.compile "x"
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val n : int{{$}}
   CHECK-DAG: {{^ *}}val compile : string -> int{{$}}
*)
