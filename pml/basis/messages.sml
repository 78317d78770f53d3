(* What exnMessage says of an exception of the Basis that carries more than a text. Exceptions of users are named, and a
   string that is all that they carry is said, too. *)

structure Messages =
struct
  val ofOthers = _prim "exn_message" : exn -> string
  (* What programs say of exceptions (MLton.Exn), the latest first. *)
  val messagers : (exn -> string option) list ref = ref []
  fun exnMessage e = ask (e, !messagers)
  and ask (e, []) = ofBasis e
    | ask (e, f :: others) = (case f e of SOME text => text | NONE => ask (e, others))
  and ofBasis e =
    case e of
      IO.Io {name, function, cause} =>
        String.concat ["Io: ", function, " failed on \"", name, "\": ", causeOf cause]
    | OSCalls.SysErr (text, _) => String.^ ("SysErr: ", text)
    | _ => ofOthers e
  and causeOf (OSCalls.SysErr (text, _)) = text
    | causeOf IO.ClosedStream = "the stream is closed"
    | causeOf e = exnMessage e
end
