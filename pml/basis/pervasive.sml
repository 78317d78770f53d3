(* The types, exceptions and values of the top-level environment. *)
datatype bool = datatype bool
datatype list = datatype list
datatype ref = datatype ref
datatype option = datatype Option.option
datatype order = datatype General.order
type unit = unit and int = int and word = word and real = real and char = char and string = string
datatype substring = datatype Substring.substring
type exn = exn and 'a array = 'a array and 'a vector = 'a vector

exception Bind = Bind and Chr = Chr and Div = Div and Domain = Domain and Empty = List.Empty and Fail = Fail
exception Match = Match and Option = Option.Option and Overflow = Overflow and Size = Size and Span = Span
exception Subscript = Subscript

val op = = op = and op <> = op <>
val ! = ! and op := = op := and op o = op o and op before = op before and ignore = ignore
val exnName = exnName and exnMessage = General.exnMessage
val getOpt = Option.getOpt and isSome = Option.isSome and valOf = Option.valOf
val not = Bool.not
val null = List.null and length = List.length and hd = List.hd and tl = List.tl and rev = List.rev
val op @ = List.@ and app = List.app and map = List.map and foldl = List.foldl and foldr = List.foldr
val ord = Char.ord and chr = Char.chr
val size = String.size and str = String.str and concat = String.concat and implode = String.implode
val explode = String.explode and substring = String.substring and op ^ = String.^
val floor = Real.floor and ceil = Real.ceil and trunc = Real.trunc and round = Real.round and real = Real.fromInt
val vector = Vector.fromList
val print = TextIO.print
