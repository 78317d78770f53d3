(* OS_PATH, for UNIX: an arc is what stands between slashes. *)

signature OS_PATH =
sig
  exception Path
  exception InvalidArc
  val parentArc : string
  val currentArc : string
  val fromString : string -> {isAbs : bool, vol : string, arcs : string list}
  val toString : {isAbs : bool, vol : string, arcs : string list} -> string
  val validVolume : {isAbs : bool, vol : string} -> bool
  val getVolume : string -> string
  val getParent : string -> string
  val splitDirFile : string -> {dir : string, file : string}
  val joinDirFile : {dir : string, file : string} -> string
  val dir : string -> string
  val file : string -> string
  val splitBaseExt : string -> {base : string, ext : string option}
  val joinBaseExt : {base : string, ext : string option} -> string
  val base : string -> string
  val ext : string -> string option
  val mkCanonical : string -> string
  val isCanonical : string -> bool
  val mkAbsolute : {path : string, relativeTo : string} -> string
  val mkRelative : {path : string, relativeTo : string} -> string
  val isAbsolute : string -> bool
  val isRelative : string -> bool
  val isRoot : string -> bool
  val concat : string * string -> string
  val fromUnixPath : string -> string
  val toUnixPath : string -> string
end

structure OSPath : OS_PATH =
struct
  val op ^ = String.^ and op @ = List.@
  exception Path
  exception InvalidArc
  val parentArc = ".."
  val currentArc = "."
  fun isSlash c = c = #"/"
  fun isAbsolute s = String.isPrefix "/" s
  fun isRelative s = Bool.not (isAbsolute s)
  fun isRoot s = s = "/"
  fun fromString "" = {isAbs = false, vol = "", arcs = []}
    | fromString s =
        let val arcs = String.fields isSlash s
        in {isAbs = isAbsolute s, vol = "", arcs = if isAbsolute s then List.tl arcs else arcs}
        end
  fun validVolume {isAbs = _, vol} = vol = ""
  fun getVolume _ = ""
  fun toString {isAbs, vol, arcs} =
    if vol <> "" then raise Path
    else if List.exists (fn arc => List.exists isSlash (String.explode arc)) arcs then raise InvalidArc
    else if isAbs then "/" ^ String.concatWith "/" arcs
    else
      case arcs of
        "" :: _ => raise Path
      | _ => String.concatWith "/" arcs
  fun build (isAbs, arcs) = toString {isAbs = isAbs, vol = "", arcs = arcs}
  fun splitDirFile s =
    let
      val {isAbs, arcs, ...} = fromString s
    in
      case List.rev arcs of
        [] => {dir = "", file = ""}
      | last :: before' => {dir = build (isAbs, List.rev before'), file = last}
    end
  fun dir s = #dir (splitDirFile s)
  fun file s = #file (splitDirFile s)
  fun joinDirFile {dir, file} =
    if List.exists isSlash (String.explode file) then raise InvalidArc
    else
      let val {isAbs, arcs, ...} = fromString dir
      in
        case (isAbs, List.rev arcs) of
          (false, []) => file
        | (_, "" :: before') => build (isAbs, List.rev (file :: before'))
        | _ => build (isAbs, arcs @ [file])
      end
  (* The last dot divides, if something stands before it in the last arc, and behind it. *)
  fun splitBaseExt s =
    let
      val (before', after) = Substring.splitr (fn c => c <> #"." andalso c <> #"/") (Substring.full s)
      val stem = Substring.trimr 1 before'
    in
      if Substring.isSuffix "." before' andalso Bool.not (Substring.isEmpty after) andalso
         Bool.not (Substring.isEmpty stem) andalso Bool.not (Substring.isSuffix "/" stem)
      then {base = Substring.string stem, ext = SOME (Substring.string after)}
      else {base = s, ext = NONE}
    end
  fun joinBaseExt {base, ext} =
    case ext of
      NONE => base
    | SOME "" => base
    | SOME e => base ^ "." ^ e
  fun base s = #base (splitBaseExt s)
  fun ext s = #ext (splitBaseExt s)
  (* Without empty and current arcs, and without a parent behind a name. *)
  fun mkCanonical s =
    let
      val {isAbs, arcs, ...} = fromString s
      fun add (arc, done) =
        if arc = "" orelse arc = currentArc then done
        else if arc = parentArc then
          case done of
            [] => if isAbs then [] else [arc]
          | last :: rest => if last = parentArc then arc :: done else rest
        else arc :: done
    in
      case build (isAbs, List.rev (List.foldl add [] arcs)) of
        "" => currentArc
      | path => path
    end
  fun isCanonical s = s = mkCanonical s
  fun getParent s =
    let val {isAbs, arcs, ...} = fromString s
    in
      case List.rev arcs of
        [] => parentArc
      | [""] => if isAbs then s else parentArc
      | last :: before' =>
          if last = parentArc then build (isAbs, arcs @ [parentArc])
          else if last = currentArc then build (isAbs, List.rev (parentArc :: before'))
          else if last = "" then build (isAbs, List.rev (parentArc :: before'))
          else
            case (isAbs, before') of
              (true, []) => "/"
            | (false, []) => currentArc
            | _ => build (isAbs, List.rev before')
    end
  fun concat (a, b) =
    let
      val {isAbs, arcs, ...} = fromString a
      fun trimmed [] = []
        | trimmed [""] = []
        | trimmed (arc :: rest) = arc :: trimmed rest
    in
      if isAbsolute b then raise Path else build (isAbs, trimmed arcs @ #arcs (fromString b))
    end
  fun mkAbsolute {path, relativeTo} =
    if isRelative relativeTo then raise Path
    else if isAbsolute path then path
    else mkCanonical (concat (relativeTo, path))
  fun mkRelative {path, relativeTo} =
    if isRelative relativeTo then raise Path
    else if isRelative path then path
    else
      let
        fun arcsOf s = List.filter (fn arc => arc <> "") (#arcs (fromString s))
        (* The way up from what is left of the one, and down what is left of the other. *)
        fun between (x :: a, y :: b) =
              if x = y then between (a, b) else List.map (fn _ => parentArc) (y :: b) @ (x :: a)
          | between (a, b) = List.map (fn _ => parentArc) b @ a
        fun keepsSlash arcs = if path <> "/" andalso String.isSuffix "/" path then arcs @ [""] else arcs
      in
        case between (arcsOf path, arcsOf (mkCanonical relativeTo)) of
          [] => currentArc
        | arcs => build (false, keepsSlash arcs)
      end
  fun fromUnixPath s = s
  fun toUnixPath s = s
end
