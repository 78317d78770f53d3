signature BOOL =
sig
  datatype bool = datatype bool
  val not : bool -> bool
  val toString : bool -> string
  val scan : (char, 'a) StringCvt.reader -> (bool, 'a) StringCvt.reader
  val fromString : string -> bool option
end

structure Bool : BOOL =
struct
  datatype bool = datatype bool
  fun not true = false
    | not false = true
  fun toString true = "true"
    | toString false = "false"
  (* Letters of either case. *)
  fun scan next source =
    let
      fun matches ([], rest) = SOME rest
        | matches ((lower, upper) :: letters, rest) =
            case next rest of
              SOME (c, rest') => if c = lower orelse c = upper then matches (letters, rest') else NONE
            | NONE => NONE
      val start = StringCvt.skipWS next source
      val true' = [(#"t", #"T"), (#"r", #"R"), (#"u", #"U"), (#"e", #"E")]
      val false' = [(#"f", #"F"), (#"a", #"A"), (#"l", #"L"), (#"s", #"S"), (#"e", #"E")]
    in
      case matches (true', start) of
        SOME rest => SOME (true, rest)
      | NONE =>
          case matches (false', start) of
            SOME rest => SOME (false, rest)
          | NONE => NONE
    end
  val fromString = fn s => StringCvt.scanString scan s
end
