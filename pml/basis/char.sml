(* CHAR. Characters are bytes; predicates are those of ASCII, as the Basis prescribes. *)

type basicstring = string and basicchar = char

signature CHAR =
sig
  eqtype char
  eqtype string
  val minChar : char
  val maxChar : char
  val maxOrd : int
  val ord : char -> int
  val chr : int -> char
  val succ : char -> char
  val pred : char -> char
  val compare : char * char -> order
  val < : char * char -> bool
  val <= : char * char -> bool
  val > : char * char -> bool
  val >= : char * char -> bool
  val contains : string -> char -> bool
  val notContains : string -> char -> bool
  val isAscii : char -> bool
  val toLower : char -> char
  val toUpper : char -> char
  val isAlpha : char -> bool
  val isAlphaNum : char -> bool
  val isCntrl : char -> bool
  val isDigit : char -> bool
  val isGraph : char -> bool
  val isHexDigit : char -> bool
  val isLower : char -> bool
  val isPrint : char -> bool
  val isSpace : char -> bool
  val isPunct : char -> bool
  val isUpper : char -> bool
  val toString : char -> basicstring
  val scan : (basicchar, 'a) StringCvt.reader -> (char, 'a) StringCvt.reader
  val fromString : basicstring -> char option
  val toCString : char -> basicstring
  val fromCString : basicstring -> char option
end

structure CharOrder =
struct
  val op < = CharPrim.lt and op <= = CharPrim.le and op > = CharPrim.gt and op >= = CharPrim.ge
end

(* With what the signature hides, for String. *)
structure FullChar =
struct
  open StringPrimitives
  type char = char
  type string = string
  val minChar = #"\000"
  val maxChar = #"\255"
  val maxOrd = 255
  fun chr i = if i < 0 orelse i > maxOrd then raise Chr else unsafeChr i
  fun succ c = if c = maxChar then raise Chr else unsafeChr (ord c + 1)
  fun pred c = if c = minChar then raise Chr else unsafeChr (ord c - 1)
  fun compare (a : char, b) = if a < b then LESS else if a = b then EQUAL else GREATER
  fun contains s c =
    let fun from i = i < size s andalso (unsafeSub (s, i) = c orelse from (i + 1))
    in from 0
    end
  fun notContains s c = Bool.not (contains s c)
  fun isAscii (c : char) = c <= #"\127"
  fun isUpper c = #"A" <= c andalso c <= #"Z"
  fun isLower c = #"a" <= c andalso c <= #"z"
  fun isAlpha c = isUpper c orelse isLower c
  fun isDigit c = #"0" <= c andalso c <= #"9"
  fun isAlphaNum c = isAlpha c orelse isDigit c
  fun isHexDigit c = isDigit c orelse (#"a" <= c andalso c <= #"f") orelse (#"A" <= c andalso c <= #"F")
  fun isPrint c = #" " <= c andalso c <= #"~"
  fun isGraph c = #"!" <= c andalso c <= #"~"
  fun isPunct c = isGraph c andalso Bool.not (isAlphaNum c)
  fun isCntrl c = isAscii c andalso Bool.not (isPrint c)
  fun toLower c = if isUpper c then unsafeChr (ord c + 32) else c
  fun toUpper c = if isLower c then unsafeChr (ord c - 32) else c

  fun threeDigits base n =
    implode [unsafeChr (48 + n div (base * base)), unsafeChr (48 + n div base mod base), unsafeChr (48 + n mod base)]
  fun toString c =
    case c of
      #"\\" => "\\\\"
    | #"\"" => "\\\""
    | #"\a" => "\\a"
    | #"\b" => "\\b"
    | #"\t" => "\\t"
    | #"\n" => "\\n"
    | #"\v" => "\\v"
    | #"\f" => "\\f"
    | #"\r" => "\\r"
    | _ =>
        if isPrint c then str c
        else if c < #" " then implode [#"\\", #"^", unsafeChr (ord c + 64)]
        else append ("\\", threeDigits 10 (ord c))
  fun toCString c =
    case c of
      #"?" => "\\?"
    | #"'" => "\\'"
    | _ =>
        if isPrint c orelse (#"\a" <= c andalso c <= #"\r") then toString c
        else append ("\\", threeDigits 8 (ord c))

  (* A number of exactly, or at most, so many digits. One that no character has stays as it is, however long it gets. *)
  fun scanDigits (base, least, most, next, source) =
    let
      fun go (n, count, rest) =
        if count = most then SOME (n, rest)
        else
          case next rest of
            SOME (c, rest') =>
              (case Digits.value base c of
                 SOME digit => go (if n > maxOrd then n else n * base + digit, count + 1, rest')
               | NONE => if count < least then NONE else SOME (n, rest))
          | NONE => if count < least then NONE else SOME (n, rest)
    in
      case go (0, 0, source) of
        SOME (n, rest) => if n > maxOrd then NONE else SOME (unsafeChr n, rest)
      | NONE => NONE
    end
  fun simpleEscape c =
    case c of
      #"a" => SOME #"\a"
    | #"b" => SOME #"\b"
    | #"t" => SOME #"\t"
    | #"n" => SOME #"\n"
    | #"v" => SOME #"\v"
    | #"f" => SOME #"\f"
    | #"r" => SOME #"\r"
    | #"\\" => SOME #"\\"
    | #"\"" => SOME #"\""
    | _ => NONE
  (* What follows a backslash. *)
  fun scanEscape next source =
    case next source of
      NONE => NONE
    | SOME (c, rest) =>
        case simpleEscape c of
          SOME escaped => SOME (escaped, rest)
        | NONE =>
            if c = #"^" then
              case next rest of
                SOME (d, rest') => if #"@" <= d andalso d <= #"_" then SOME (unsafeChr (ord d - 64), rest') else NONE
              | NONE => NONE
            else if c = #"u" then scanDigits (16, 4, 4, next, rest)
            else if isDigit c then scanDigits (10, 3, 3, next, source)
            else NONE
  (* Gaps, white space between backslashes, stand for nothing. What follows one; NONE if there is none. *)
  fun skipGap next source =
    case next source of
      SOME (#"\\", rest) =>
        (case next rest of
           SOME (c, _) =>
             if isSpace c then
               case next (StringCvt.dropl isSpace next rest) of
                 SOME (#"\\", after) => SOME after
               | _ => NONE
             else NONE
         | NONE => NONE)
    | _ => NONE
  fun skipGaps next source =
    case skipGap next source of
      SOME rest => skipGaps next rest
    | NONE => source
  fun scan next source =
    let val source = skipGaps next source
    in
      case next source of
        SOME (#"\\", rest) => scanEscape next rest
      (* In a program, a quotation mark ends the string. *)
      | SOME (c, rest) => if isPrint c andalso c <> #"\"" then SOME (c, skipGaps next rest) else NONE
      | NONE => NONE
    end
  fun fromString s = StringCvt.scanString scan s
  (* Hexadecimal numbers of C may have any number of digits. *)
  val maxLength = 2147483647
  fun scanC next source =
    case next source of
      SOME (#"\\", rest) =>
        (case next rest of
           SOME (c, rest') =>
             if c = #"?" orelse c = #"'" then SOME (c, rest')
             else if c = #"x" then scanDigits (16, 1, maxLength, next, rest')
             else if isDigit c then scanDigits (8, 1, 3, next, rest)
             else scanEscape next rest
         | NONE => NONE)
    | SOME (c, rest) => if isPrint c then SOME (c, rest) else NONE
    | NONE => NONE
  fun fromCString s = StringCvt.scanString scanC s
  open CharOrder
end

structure Char : CHAR where type char = char where type string = string = FullChar
