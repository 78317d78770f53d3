(* MLton.IntInf, Platform, Exn and Process. *)
fun say s = print ("> " ^ s ^ "\n")
structure I = MLton.IntInf
val two62 = IntInf.pow (2, 62)
fun show a =
  case I.rep a of
    I.Small n => say ("small " ^ I.SmallInt.toString n)
  | I.Big v => say ("big" ^ Vector.foldr (fn (w, s) => " " ^ I.BigWord.toString w ^ s) "" v)
val () = app show [0, ~1, two62 - 1, two62, ~two62, ~two62 - 1, IntInf.pow (2, 64), ~ (IntInf.pow (2, 130)) - 5]
val () = app (fn a => say (Bool.toString (I.fromRep (I.rep a) = SOME a))) [0, 7, two62, ~two62 - 1, IntInf.pow (10, 60), ~ (IntInf.pow (10, 60))]
fun big l = Bool.toString (isSome (I.fromRep (I.Big (Vector.fromList (map I.BigWord.fromInt l)))))
val () = say (String.concatWith " " (map big [[0, 3], [0, 0, 1], [0, 0, 1, 0], []]))
val () = say (IntInf.toString (I.gcd (1000000000000, ~205)) ^ " " ^ Bool.toString (I.areSmall (1, two62)))
val () = say (MLton.Platform.OS.toString MLton.Platform.OS.host ^ " " ^ Bool.toString (MLton.Platform.Arch.fromString "arm64" = SOME MLton.Platform.Arch.ARM64))
val () = say (Int.toString (length (MLton.Exn.history Subscript)))
fun result pid =
  say (case #2 (Posix.Process.waitpid (Posix.Process.W_CHILD pid, [])) of
         Posix.Process.W_EXITED => "0" | Posix.Process.W_EXITSTATUS w => Word8.fmt StringCvt.DEC w | _ => "signal")
val () = result (MLton.Process.spawn {path = "/bin/sh", args = ["sh", "-c", "exit 5"]})
val () = result (MLton.Process.spawnp {file = "true", args = ["true"]})
val () = result (MLton.Process.spawne {path = "/bin/sh", env = ["N=4"], args = ["sh", "-c", "exit $N"]})
val general = Array.fromList (explode "abc")
val characters = MLton.CharArray.fromPoly general
val () = (CharArray.update (characters, 1, #"x"); Array.update (MLton.CharArray.toPoly characters, 2, #"y"))
val () = say (implode (Array.foldr (op ::) [] general) ^ MLton.CharVector.fromPoly (Array.vector general))
val () = say (Int.toString (Vector.length (MLton.Word8Vector.toPoly (Byte.stringToBytes "four"))))
