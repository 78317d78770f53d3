(* OS.IO: descriptors of the system. *)

signature OS_IO =
sig
  eqtype iodesc
  val hash : iodesc -> word
  val compare : iodesc * iodesc -> order
  eqtype iodesc_kind
  val kind : iodesc -> iodesc_kind
  structure Kind :
  sig
    val file : iodesc_kind
    val dir : iodesc_kind
    val symlink : iodesc_kind
    val tty : iodesc_kind
    val pipe : iodesc_kind
    val socket : iodesc_kind
    val device : iodesc_kind
  end
  eqtype poll_desc
  type poll_info
  val pollDesc : iodesc -> poll_desc option
  val pollToIODesc : poll_desc -> iodesc
  exception Poll
  val pollIn : poll_desc -> poll_desc
  val pollOut : poll_desc -> poll_desc
  val pollPri : poll_desc -> poll_desc
  val poll : poll_desc list * Time.time option -> poll_info list
  val isIn : poll_info -> bool
  val isOut : poll_info -> bool
  val isPri : poll_info -> bool
  val infoToPollDesc : poll_info -> poll_desc
end

(* A descriptor is its number, and what is waited for are bits: 1 to read, 2 urgent data, 4 to write. *)
structure OSIO =
struct
  type iodesc = int
  fun hash d = Word.fromInt d
  val compare = Int.compare
  type iodesc_kind = int
  fun kind d = Int64.toInt (OSCalls.checked (17, "", "", Int64.fromInt d))
  structure Kind = struct val file = 0 and dir = 1 and tty = 2 and pipe = 3 and socket = 4 and device = 5 and symlink = 6 end
  type poll_desc = iodesc * word
  type poll_info = poll_desc
  fun pollDesc d = SOME (d, 0w0) : poll_desc option
  fun pollToIODesc (d, _) = d
  exception Poll
  fun wanting bit ((d, bits) : poll_desc) : poll_desc = (d, Word.orb (bits, bit))
  val pollIn = wanting 0w1 and pollPri = wanting 0w2 and pollOut = wanting 0w4
  fun poll (wanted, limit) =
    let
      fun written (d, bits) = String.concat [Int.toString d, " ", Word.fmt StringCvt.DEC bits, " "]
      val limit = case limit of NONE => ~1 | SOME t => Int64.fromLarge (Time.toNanoseconds t)
      val () = case limit < ~1 of true => raise OSCalls.SysErr ("invalid time", OSCalls.syserror "inval") | false => ()
      val found = OSCalls.texts (7, String.concat (List.map written wanted), limit)
      fun number s = Option.valOf (Int.fromString s)
      fun info t =
        case String.tokens (fn c => c = #" ") t of [d, bits] => (number d, Word.fromInt (number bits)) | _ => raise Poll
    in
      if Vector.length found = 0 then raise OSCalls.failure ()
      else List.map info (List.tl (Vector.foldr (op ::) [] found))
    end
  fun has bit ((_, bits) : poll_info) = Word.andb (bits, bit) <> 0w0
  val isIn = has 0w1 and isPri = has 0w2 and isOut = has 0w4
  fun infoToPollDesc (info : poll_info) : poll_desc = info
end
