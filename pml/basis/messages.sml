(* What exnMessage says of an exception of the Basis that carries more than a text. Exceptions of users are named, and a
   string that is all that they carry is said, too. *)

structure Messages =
struct
  val ofOthers = _prim "exn_message" : exn -> string
  fun exnMessage e =
    case e of
      IO.Io {name, function, cause} =>
        String.concat ["Io: ", function, " failed on \"", name, "\": ", causeOf cause]
    | OSCalls.SysErr (text, _) => String.^ ("SysErr: ", text)
    | _ => ofOthers e
  and causeOf (OSCalls.SysErr (text, _)) = text
    | causeOf IO.ClosedStream = "the stream is closed"
    | causeOf e = exnMessage e
end
