(* OS.Path: extensions, absolute and relative paths. *)
fun say s = print ("> " ^ String.toString s ^ "\n")
fun try f = say (f () handle e => "raised " ^ exnName e)
fun e s = case OS.Path.splitBaseExt s of {base, ext = NONE} => base ^ "|" | {base, ext = SOME x} => base ^ "|" ^ x
val _ = app (fn s => say (s ^ " " ^ e s)) ["a.b", "a.b.c", ".a", "a.", "a", "x/.a", "x.y/z", "x.y/z.w", "", "/.b", "a..b"]
val _ = app (fn (b, x) => say (OS.Path.joinBaseExt {base = b, ext = x})) [("a", SOME "b"), ("a", NONE), ("a", SOME ""), ("", SOME "b")]
fun absolute (p, r) = try (fn () => OS.Path.mkAbsolute {path = p, relativeTo = r})
val _ = app absolute [("a", "/b"), ("../a", "/b/c"), ("/x", "/b"), ("a", "b"), (".", "/b")]
fun relative (p, r) = try (fn () => OS.Path.mkRelative {path = p, relativeTo = r})
val _ = app relative [("/a/b", "/a/c"), ("/a/b", "/a/b"), ("/a", "/a/b/c"), ("a", "/b"), ("/a/b/", "/a/c"), ("/", "/a/b"), ("/a", "b"), ("/a/b", "/")]
val _ = (try (fn () => OS.Path.toString {isAbs = false, vol = "", arcs = ["a/b"]}); try (fn () => OS.Path.toString {isAbs = true, vol = "", arcs = []}); try (fn () => OS.Path.toString {isAbs = false, vol = "", arcs = ["", "a"]}))
val _ = say (OS.Path.base "x/y.z" ^ getOpt (OS.Path.ext "x/y.z", "none") ^ OS.Path.currentArc ^ OS.Path.parentArc)
