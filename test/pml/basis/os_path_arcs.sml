(* OS.Path: arcs, folders and files. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
val p = ["", "/", "a", "/a", "a/b", "/a/b", "a/", "/a/b/", "//a", ".", "..", "a/.", "a/..", "../a", "a//b"]
fun arcs s = let val {isAbs, vol, arcs} = OS.Path.fromString s in (if isAbs then "/" else "-") ^ vol ^ "[" ^ String.concatWith "," arcs ^ "]" end
val _ = app (fn s => say (s ^ " " ^ arcs s ^ " " ^ OS.Path.dir s ^ " " ^ OS.Path.file s)) p
val _ = app (fn s => say (s ^ " " ^ OS.Path.mkCanonical s ^ " " ^ OS.Path.getParent s ^ Bool.toString (OS.Path.isCanonical s) ^ Bool.toString (OS.Path.isAbsolute s) ^ Bool.toString (OS.Path.isRoot s))) p
val _ = app (fn (d, f) => try (fn () => OS.Path.joinDirFile {dir = d, file = f})) [("", "a"), ("a", "b"), ("/", "a"), ("a/", "b"), ("a", ""), ("a", "b/c")]
val _ = app (fn (a, b) => try (fn () => OS.Path.concat (a, b))) [("a", "b"), ("a/", "b"), ("/", "b"), ("", "b"), ("a", ""), ("a", "/b")]
