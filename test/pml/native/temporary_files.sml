val (name, out) = MLton.TextIO.mkstemps {prefix = MLton.TextIO.tempPrefix "new file", suffix = ".sml"}
val () = (TextIO.output (out, "text\n"); TextIO.closeOut out)
val i = TextIO.openIn name
val () = print (TextIO.inputAll i)
val () = print (Bool.toString (String.isSuffix ".sml" name andalso MLton.sizeAll () > 0 andalso not MLton.Profile.isOn) ^ "\n")
val () = OS.FileSys.remove name
