fun f (SOME x) = x
fun g y = case y of 1 => 2 | z => 3 | 4 => 5
fun h e = case e of Fail s => s
val SOME p = SOME 1
val k = (f; g 1; ())
val rec NONE = fn () => 1
structure S = struct val hidden = 1 val seen = 2 end : sig val seen : int end
val t = S.seen + p
(* RUN: %check --default-ann 'warnUnused true' --default-ann 'sequenceNonUnit warn' --default-ann 'nonexhaustiveBind ignore' %s 2>&1 | FileCheck %s --implicit-check-not=warning
   CHECK: annotations.sml:1:5: warning: this function does not cover every argument: NONE is not matched
   CHECK: annotations.sml:2:30: warning: 'z' is never used
   CHECK: annotations.sml:2:39: warning: this rule is never used
   CHECK: annotations.sml:3:5: warning: 'h' is never used
   CHECK: annotations.sml:3:11: warning: this 'case' does not cover every value: _ is not matched
   CHECK: annotations.sml:5:5: warning: 'k' is never used
   CHECK: annotations.sml:5:10: warning: the value of this expression, {{.*}} option -> {{.*}}, is dropped before the semicolon
   CHECK: annotations.sml:5:13: warning: the value of this expression, int, is dropped before the semicolon
   CHECK: annotations.sml:6:9: warning: 'val rec' makes a variable of the constructor 'NONE'
   CHECK: annotations.sml:6:9: warning: 'NONE' is never used
   CHECK: annotations.sml:7:26: warning: 'hidden' is never used
   CHECK: annotations.sml:8:5: warning: 't' is never used
   RUN: not %check --default-ann 'nonexhaustiveMatch error' --default-ann 'redundantMatch error' %s 2>&1 | FileCheck %s --check-prefix=ERROR
   ERROR: annotations.sml:1:5: error: this function does not cover every argument
   ERROR: annotations.sml:2:39: error: this rule is never used
   ERROR: annotations.sml:3:11: error: this 'case' does not cover every value
   ERROR: annotations.sml:4:5: warning: this pattern does not match every value
   RUN: not %check --default-ann 'valrecConstr error' %s 2>&1 | FileCheck %s --check-prefix=REC
   REC: annotations.sml:6:9: error: 'val rec' makes
   RUN: %check --default-ann 'nonexhaustiveExnMatch ignore' --default-ann 'redundantMatch ignore' %s 2>&1 | FileCheck %s --check-prefix=IGNORED
   IGNORED: 1:5: warning
   IGNORED-NOT: 2:{{.*}} warning
   IGNORED-NOT: 3:{{.*}} warning
   IGNORED: 4:5: warning
   RUN: not %check --default-ann 'warnUnused maybe' %s 2>&1 | FileCheck %s --check-prefix=WRONG
   WRONG: tactus: error: --default-ann: the annotation 'warnUnused maybe' is not of the form 'warnUnused true|false'
   RUN: not %check --default-ann 'warnunused true' %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
   UNKNOWN: tactus: error: --default-ann: there is no annotation 'warnunused'; look at docs/pml.md for those that there are
*)
