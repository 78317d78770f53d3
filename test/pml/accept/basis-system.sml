val _ = TextIO.output (TextIO.stdOut, "")
val _ = TextIO.flushOut TextIO.stdErr
val name = CommandLine.name () and arguments = CommandLine.arguments ()
val path = OS.Process.getEnv "NO_SUCH_VARIABLE"
fun stop () : int = OS.Process.exit OS.Process.success
val timer = Timer.startRealTimer ()
val line = TextIO.inputLine (TextIO.openString "a\nb")
val message = exnMessage (Fail "x") and name' = exnName Overflow
(* RUN: %check --show-types %s | FileCheck %s
   CHECK-DAG: {{^ *}}val name : string{{$}}
   CHECK-DAG: {{^ *}}val arguments : string list{{$}}
   CHECK-DAG: {{^ *}}val path : string option{{$}}
   CHECK-DAG: {{^ *}}val stop : unit -> int{{$}}
   CHECK-DAG: {{^ *}}val line : string option{{$}}
   CHECK-DAG: {{^ *}}val message : string{{$}}
*)
