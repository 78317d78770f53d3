datatype t = | A | B
fun f (A | B) = 1
fun g x = case x of #[y] => y | _ => 0
val w = 1
val r = {w}
val v = #[1]
val s = (1; 2;)
do ()
val u = _import "abs" : int -> int
(* RUN: not %check --default-ann 'allowFFI false' %s 2>&1 | FileCheck %s
   CHECK: successor-forms.sml:1:14: error: a bar in front of the first alternative is a form of Successor ML; it is allowed by the annotation 'allowOptBar true'
   CHECK: successor-forms.sml:2:10: error: a pattern of several alternatives is a form of Successor ML; it is allowed by the annotation 'allowOrPats true'
   CHECK: successor-forms.sml:3:21: error: a pattern of a vector is a form of Successor ML; it is allowed by the annotation 'allowVectorPats true'
   CHECK: successor-forms.sml:5:11: error: a field that is a variable of the same name is a form of Successor ML; it is allowed by the annotation 'allowRecordPunExps true'
   CHECK: successor-forms.sml:6:9: error: a constant of a vector is a form of Successor ML; it is allowed by the annotation 'allowVectorExps true'
   CHECK: successor-forms.sml:7:14: error: a semicolon behind the last expression is a form of Successor ML; it is allowed by the annotation 'allowOptSemicolon true'
   CHECK: successor-forms.sml:8:1: error: a declaration 'do' is a form of Successor ML; it is allowed by the annotation 'allowDoDecls true'
   CHECK: successor-forms.sml:9:9: error: the annotation 'allowFFI false' forbids _import here
*)
