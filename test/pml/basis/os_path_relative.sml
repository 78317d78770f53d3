(* OS.Path.mkRelative and mkAbsolute: the table of the manual. The path is taken as it is written. *)
fun say s = print ("> " ^ s ^ "\n")
fun relative (path, to) =
  say ((OS.Path.mkRelative {path = path, relativeTo = to}) handle e => exnName e)
val _ = List.app relative
  [("a/b", "/c/d"), ("/", "/a/b/c"), ("/a/b/", "/a/c"), ("/a/b", "/a/c"), ("/a/b/", "/a/c/"), ("/a/b", "/a/c/"),
   ("/", "/"), ("/", "/."), ("/", "/.."), ("/a/b/../c", "/a/d"), ("/a/b", "/c/d"), ("/c/a/b", "/c/d"), ("/c/d/a/b", "/c/d"),
   ("/a/b", "c"), ("/a/b", "/a/./b")]
fun absolute (path, to) =
  say ((OS.Path.mkAbsolute {path = path, relativeTo = to}) handle e => exnName e)
val _ = List.app absolute [("/c/d", "/a/b"), ("c", "/a/b"), ("../c", "/a/b"), ("c", "a")]
