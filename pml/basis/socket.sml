(* Socket, GenericSock, INetSock, UnixSock, NetHostDB, NetProtDB and NetServDB. What is sent and received passes as pairs of
   hexadecimal digits, because system calls take and give texts. *)

(* Bytes as they are written for the system, two digits each. *)
structure HexBytes =
struct
  fun digit n = String.sub ("0123456789abcdef", n)
  fun byte n = String.implode [digit (n div 16), digit (n mod 16)]
  fun fromBytes v = Word8Vector.foldr (fn (b, rest) => byte (Word8.toInt b) :: rest) [] v
  fun write v = String.concat (fromBytes v)
  fun value c = if Char.isDigit c then Char.ord c - 48 else Char.ord c - 87
  fun at (s, i) = value (String.sub (s, 2 * i)) * 16 + value (String.sub (s, 2 * i + 1))
  fun read s = Word8Vector.tabulate (String.size s div 2, fn i => Word8.fromInt (at (s, i)))
  fun bytes l = String.concat (List.map byte l)
end

structure NetHosts =
struct
  type in_addr = string and addr_family = int
  type entry = {name : string, aliases : string list, addrs : in_addr list}
  fun name (e : entry) = #name e
  fun aliases (e : entry) = #aliases e
  fun addrType (_ : entry) = 2
  fun addr (e : entry) = List.hd (#addrs e)
  fun addrs (e : entry) = #addrs e
  (* The name, its aliases, an empty text, addresses. *)
  fun found texts =
    let
      fun split ("" :: addrs, aliases) = (List.rev aliases, addrs)
        | split (alias :: rest, aliases) = split (rest, alias :: aliases)
        | split ([], aliases) = (List.rev aliases, [])
      val (aliases, addrs) = split (List.tl texts, [])
    in SOME {name = List.hd texts, aliases = aliases, addrs = addrs}
    end handle Empty => NONE
  fun ask question = found (PosixCalls.texts (question, [])) handle OSCalls.SysErr _ => NONE
  fun getByName name = ask (String.^ ("hostbyname ", OSCalls.named name))
  fun getByAddr addr = ask (String.^ ("hostbyaddr ", addr))
  fun getHostName () = List.hd (PosixCalls.texts ("hostname", []))
  fun toString a = String.concatWith "." (List.tabulate (4, fn i => Int.toString (HexBytes.at (a, i))))
  (* One to four numbers: the last one has the bytes that are left. Each may be octal or hexadecimal, as in C. *)
  fun scan getc strm =
    let
      fun number s =
        case getc s of
          SOME (#"0", s1) =>
            (case getc s1 of
               SOME (c, s2) =>
                 if c = #"x" orelse c = #"X" then Word64.scan StringCvt.HEX getc s2
                 else if Char.isDigit c then Word64.scan StringCvt.OCT getc s1
                 else SOME (0w0, s1)
             | NONE => SOME (0w0, s1))
        | SOME (c, _) => if Char.isDigit c then Word64.scan StringCvt.DEC getc s else NONE
        | NONE => NONE
      fun more (numbers, s) =
        case (List.length numbers < 4, getc s) of
          (true, SOME (#".", s1)) => (case number s1 of SOME (n, s2) => more (n :: numbers, s2) | NONE => (numbers, s))
        | _ => (numbers, s)
      fun parts (last :: firsts) =
            let
              val bytes = 4 - List.length firsts
              fun split (0, _, bytes) = bytes
                | split (n, w, bytes) = split (n - 1, Word64.>> (w, 0w8), Word64.toInt (Word64.andb (w, 0w255)) :: bytes)
              fun fits (n, w) = n >= 8 orelse Word64.>> (w, Word.fromInt (8 * n)) = 0w0
            in
              if fits (bytes, last) andalso List.all (fn w => fits (1, w)) firsts then
                SOME (HexBytes.bytes (List.revAppend (List.map Word64.toInt firsts, split (bytes, last, []))))
              else NONE
            end
        | parts [] = NONE
    in
      case number (StringCvt.skipWS getc strm) of
        NONE => NONE
      | SOME (n, s) =>
          let val (numbers, rest) = more ([n], s)
          in Option.map (fn a => (a, rest)) (parts numbers)
          end
    end
  fun fromString s = StringCvt.scanString scan s
end
structure NetProtDB :> NET_PROT_DB =
struct
  type entry = {name : string, aliases : string list, protocol : int}
  fun name (e : entry) = #name e
  fun aliases (e : entry) = #aliases e
  fun protocol (e : entry) = #protocol e
  fun ask question =
    case PosixCalls.texts (question, []) of
      number :: name :: aliases => SOME {name = name, aliases = aliases, protocol = Option.valOf (Int.fromString number)}
    | _ => NONE
    handle OSCalls.SysErr _ => NONE
  fun getByName name = ask (String.^ ("protobyname ", OSCalls.named name))
  fun getByNumber n = ask (String.^ ("protobynumber ", Int.toString n))
end

structure NetServDB :> NET_SERV_DB =
struct
  type entry = {name : string, aliases : string list, port : int, protocol : string}
  fun name (e : entry) = #name e
  fun aliases (e : entry) = #aliases e
  fun port (e : entry) = #port e
  fun protocol (e : entry) = #protocol e
  fun ask (question, protocol) =
    case PosixCalls.texts (String.concat [question, " ", Option.getOpt (protocol, "-")], []) of
      port :: protocol :: name :: aliases =>
        SOME {name = name, aliases = aliases, port = Option.valOf (Int.fromString port), protocol = protocol}
    | _ => NONE
    handle OSCalls.SysErr _ => NONE
  fun getByName (name, protocol) = ask (String.^ ("servbyname ", OSCalls.named name), protocol)
  fun getByPort (port, protocol) = ask (String.^ ("servbyport ", Int.toString port), protocol)
end

(* A socket is its descriptor; an address has the bytes that the system has. *)
structure Sockets =
struct
  type ('af, 'sock_type) sock = int
  type 'af sock_addr = string
  type dgram = unit and 'mode stream = unit and passive = unit and active = unit
  structure AF =
  struct
    type addr_family = int
    fun list () = [("UNIX", 1), ("INET", 2), ("INET6", 10)]
    fun toString f = case List.find (fn (_, n) => n = f) (list ()) of SOME (name, _) => name | NONE => Int.toString f
    fun fromString s = Option.map #2 (List.find (fn (name, _) => name = s) (list ()))
  end
  structure SOCK =
  struct
    type sock_type = int
    val stream = 1 and dgram = 2
    fun list () = [("STREAM", stream), ("DGRAM", dgram)]
    fun toString t = case List.find (fn (_, n) => n = t) (list ()) of SOME (name, _) => name | NONE => Int.toString t
    fun fromString s = Option.map #2 (List.find (fn (name, _) => name = s) (list ()))
  end
  fun ask (name, numbers, text) = PosixCalls.call (name, numbers, text, 0)
  fun does (name, numbers, text) = ignore (ask (name, numbers, text))
  fun one (name, numbers) = List.hd (PosixCalls.texts (name, numbers))
  (* What the system has said of a call that would wait: NONE. *)
  val again = PosixError.again and inprogress = OSCalls.numberOfError "EINPROGRESS"
  fun now f x = SOME (f x) handle e as OS.SysErr (_, SOME p) => if p = again then NONE else raise e
  fun socket' (family, kind, protocol) = ask ("socket", [family, kind, protocol], "")
  fun socket (family, kind) = socket' (family, kind, 0)
  (* The system has no pairs of another protocol than the family's own. *)
  fun pair' (family, kind, protocol) =
    if protocol <> 0 then raise OSCalls.error (OSCalls.numberOfError "EPROTONOSUPPORT")
    else
      case PosixCalls.numbers ("socketpair", [family, kind]) of [a, b] => (a, b) | _ => raise OSCalls.failure ()
  fun pair (family, kind) = pair' (family, kind, 0)
  structure Ctl =
  struct
    fun get option s = ask ("getsockopt", [s, option], "")
    fun set option (s, value) = does ("setsockopt", [s, option, value], "")
    fun isSet option s = get option s <> 0
    fun turn option (s, on) = set option (s, if on then 1 else 0)
    fun getDEBUG s = isSet 1 s
    fun setDEBUG p = turn 1 p
    fun getREUSEADDR s = isSet 2 s
    fun setREUSEADDR p = turn 2 p
    fun getKEEPALIVE s = isSet 9 s
    fun setKEEPALIVE p = turn 9 p
    fun getDONTROUTE s = isSet 5 s
    fun setDONTROUTE p = turn 5 p
    fun getBROADCAST s = isSet 6 s
    fun setBROADCAST p = turn 6 p
    fun getOOBINLINE s = isSet 10 s
    fun setOOBINLINE p = turn 10 p
    fun getSNDBUF s = get 7 s
    fun setSNDBUF p = set 7 p
    fun getRCVBUF s = get 8 s
    fun setRCVBUF p = set 8 p
    fun getTYPE s = get 3 s
    fun getERROR s = isSet 4 s
    (* One more than the seconds; 0 for none. *)
    fun getLINGER s = case get 13 s of 0 => NONE | n => SOME (Time.fromSeconds (Int.toLarge (n - 1)))
    fun setLINGER (s, t) =
      set 13 (s, case t of NONE => 0 | SOME t => 1 + Int.fromLarge (Time.toSeconds t))
    fun getPeerName s = one ("peername", [s])
    fun getSockName s = one ("sockname", [s])
    fun getNREAD s = ask ("unread", [s], "")
    fun getATMARK s = ask ("atmark", [s], "") <> 0
  end
  fun sameAddr (a : string, b) = a = b
  fun familyOfAddr a = HexBytes.at (a, 0)
  fun bind (s, a) = does ("bind", [s], a)
  fun listen (s, n) = does ("listen", [s, n], "")
  fun accepted flag s =
    case PosixCalls.texts ("accept", [s, flag]) of
      [made, address] => (Option.valOf (Int.fromString made), address)
    | _ => raise OSCalls.failure ()
  fun accept s = accepted 0 s
  fun acceptNB s = now (accepted 1) s
  fun connect (s, a) = does ("connect", [s, 0], a)
  fun connectNB (s, a) =
    (does ("connect", [s, 1], a); true)
    handle e as OS.SysErr (_, SOME p) => if PosixError.toWord p = Word64.fromInt inprogress then false else raise e
  fun close s = does ("closesocket", [s], "")
  datatype shutdown_mode = NO_RECVS | NO_SENDS | NO_RECVS_OR_SENDS
  fun shutdown (s, mode) = does ("shutdown", [s, case mode of NO_RECVS => 0 | NO_SENDS => 1 | NO_RECVS_OR_SENDS => 2], "")
  type sock_desc = int
  fun sockDesc s = s
  fun sameDesc (a : int, b) = a = b
  fun ioDesc s = s
  fun select {rds, wrs, exs, timeout} =
    let
      fun asked (ask, all) = List.map (fn s => ask (Option.valOf (OSIO.pollDesc s))) all
      val found =
        OSIO.poll (List.concat [asked (OSIO.pollIn, rds), asked (OSIO.pollOut, wrs), asked (OSIO.pollPri, exs)], timeout)
      fun ready (is, all) =
        List.filter (fn s => List.exists (fn i => OSIO.pollToIODesc (OSIO.infoToPollDesc i) = s andalso is i) found) all
    in {rds = ready (OSIO.isIn, rds), wrs = ready (OSIO.isOut, wrs), exs = ready (OSIO.isPri, exs)}
    end
  type out_flags = {don't_route : bool, oob : bool}
  type in_flags = {peek : bool, oob : bool}
  fun bit (true, n) = n | bit (false, _) = 0
  fun outFlags {don't_route, oob} = bit (oob, 1) + bit (don't_route, 4)
  fun inFlags {peek, oob} = bit (oob, 1) + bit (peek, 2)
  val noOut = {don't_route = false, oob = false} and noIn = {peek = false, oob = false}
  val dontWait = 64
  fun vec slice = Word8VectorSlice.vector slice
  fun arr slice = Word8ArraySlice.vector slice
  fun send (s, bytes, flags) = ask ("send", [s, flags], HexBytes.write bytes)
  fun sendTo (s, address, bytes, flags) = does ("sendto", [s, flags], String.concat [address, " ", HexBytes.write bytes])
  fun received (s, n, flags) =
    case PosixCalls.texts ("recv", [s, n, flags]) of
      [bytes, address] => (HexBytes.read bytes, address)
    | _ => raise OSCalls.failure ()
  fun into slice bytes =
    let val (array, from, _) = Word8ArraySlice.base slice
    in Word8Array.copyVec {src = bytes, dst = array, di = from}; Word8Vector.length bytes
    end
  fun sendVec' (s, v, f) = send (s, vec v, outFlags f)
  fun sendArr' (s, a, f) = send (s, arr a, outFlags f)
  fun sendVec (s, v) = sendVec' (s, v, noOut)
  fun sendArr (s, a) = sendArr' (s, a, noOut)
  fun sendVecNB' (s, v, f) = now send (s, vec v, outFlags f + dontWait)
  fun sendArrNB' (s, a, f) = now send (s, arr a, outFlags f + dontWait)
  fun sendVecNB (s, v) = sendVecNB' (s, v, noOut)
  fun sendArrNB (s, a) = sendArrNB' (s, a, noOut)
  fun recvVec' (s, n, f) = #1 (received (s, n, inFlags f))
  fun recvVec (s, n) = recvVec' (s, n, noIn)
  fun recvArr' (s, a, f) = into a (recvVec' (s, Word8ArraySlice.length a, f))
  fun recvArr (s, a) = recvArr' (s, a, noIn)
  fun recvVecNB' (s, n, f) = Option.map #1 (now received (s, n, inFlags f + dontWait))
  fun recvVecNB (s, n) = recvVecNB' (s, n, noIn)
  fun recvArrNB' (s, a, f) = Option.map (into a) (recvVecNB' (s, Word8ArraySlice.length a, f))
  fun recvArrNB (s, a) = recvArrNB' (s, a, noIn)
  fun sendVecTo' (s, to, v, f) = sendTo (s, to, vec v, outFlags f)
  fun sendArrTo' (s, to, a, f) = sendTo (s, to, arr a, outFlags f)
  fun sendVecTo (s, to, v) = sendVecTo' (s, to, v, noOut)
  fun sendArrTo (s, to, a) = sendArrTo' (s, to, a, noOut)
  fun sent (SOME ()) = true | sent NONE = false
  fun sendVecToNB' (s, to, v, f) = sent (now sendTo (s, to, vec v, outFlags f + dontWait))
  fun sendArrToNB' (s, to, a, f) = sent (now sendTo (s, to, arr a, outFlags f + dontWait))
  fun sendVecToNB (s, to, v) = sendVecToNB' (s, to, v, noOut)
  fun sendArrToNB (s, to, a) = sendArrToNB' (s, to, a, noOut)
  fun recvVecFrom' (s, n, f) = received (s, n, inFlags f)
  fun recvVecFrom (s, n) = recvVecFrom' (s, n, noIn)
  fun intoFrom a (bytes, from) = (into a bytes, from)
  fun recvArrFrom' (s, a, f) = intoFrom a (recvVecFrom' (s, Word8ArraySlice.length a, f))
  fun recvArrFrom (s, a) = recvArrFrom' (s, a, noIn)
  fun recvVecFromNB' (s, n, f) = now received (s, n, inFlags f + dontWait)
  fun recvVecFromNB (s, n) = recvVecFromNB' (s, n, noIn)
  fun recvArrFromNB' (s, a, f) = Option.map (intoFrom a) (recvVecFromNB' (s, Word8ArraySlice.length a, f))
  fun recvArrFromNB (s, a) = recvArrFromNB' (s, a, noIn)
end

structure GenericSockets =
struct
  val socket = Sockets.socket and socketPair = Sockets.pair
  val socket' = Sockets.socket' and socketPair' = Sockets.pair'
end

structure InternetSockets =
struct
  type inet = unit
  type 'sock_type sock = (inet, 'sock_type) Sockets.sock
  type 'mode stream_sock = 'mode Sockets.stream sock
  type dgram_sock = Sockets.dgram sock
  type sock_addr = inet Sockets.sock_addr
  val inetAF = 2
  fun toAddr (address, port) =
    if port < 0 orelse port > 65535 then raise OSCalls.SysErr ("invalid port", OSCalls.syserror "inval")
    else String.concat [HexBytes.bytes [2, 0, port div 256, port mod 256], address, "0000000000000000"]
  fun fromAddr a = (String.substring (a, 8, 8), HexBytes.at (a, 2) * 256 + HexBytes.at (a, 3))
  fun any port = toAddr ("00000000", port)
  structure UDP =
  struct
    fun socket () = Sockets.socket (inetAF, Sockets.SOCK.dgram)
    fun socket' protocol = Sockets.ask ("socket", [inetAF, Sockets.SOCK.dgram, protocol], "")
  end
  structure TCP =
  struct
    fun socket () = Sockets.socket (inetAF, Sockets.SOCK.stream)
    fun socket' protocol = Sockets.ask ("socket", [inetAF, Sockets.SOCK.stream, protocol], "")
    fun getNODELAY s = Sockets.ask ("nodelay", [s, ~1], "") <> 0
    fun setNODELAY (s, on) = Sockets.does ("nodelay", [s, if on then 1 else 0], "")
  end
end

structure UnixSockets =
struct
  type unix = unit
  type 'sock_type sock = (unix, 'sock_type) Sockets.sock
  type 'mode stream_sock = 'mode Sockets.stream sock
  type dgram_sock = Sockets.dgram sock
  type sock_addr = unix Sockets.sock_addr
  val unixAF = 1
  fun toAddr path = String.concat [HexBytes.bytes [1, 0], HexBytes.write (Byte.stringToBytes (OSCalls.named path)), "00"]
  fun fromAddr a =
    let val bytes = Byte.bytesToString (HexBytes.read (String.extract (a, 4, NONE)))
    in Substring.string (Substring.takel (fn c => c <> #"\000") (Substring.full bytes))
    end
  structure Strm =
  struct
    fun socket () = Sockets.socket (unixAF, Sockets.SOCK.stream)
    fun socketPair () = Sockets.pair (unixAF, Sockets.SOCK.stream)
  end
  structure DGrm =
  struct
    fun socket () = Sockets.socket (unixAF, Sockets.SOCK.dgram)
    fun socketPair () = Sockets.pair (unixAF, Sockets.SOCK.dgram)
  end
end

(* Nobody sees that a socket is a number, and an address a text. *)
structure SealedSockets :>
sig
  structure NetHostDB : NET_HOST_DB
  structure Socket : SOCKET
  structure GenericSock :
  sig
    val socket : Socket.AF.addr_family * Socket.SOCK.sock_type -> ('af, 'sock_type) Socket.sock
    val socketPair :
      Socket.AF.addr_family * Socket.SOCK.sock_type -> ('af, 'sock_type) Socket.sock * ('af, 'sock_type) Socket.sock
    (* With the number of a protocol. *)
    val socket' : Socket.AF.addr_family * Socket.SOCK.sock_type * int -> ('af, 'sock_type) Socket.sock
    val socketPair' :
      Socket.AF.addr_family * Socket.SOCK.sock_type * int -> ('af, 'sock_type) Socket.sock * ('af, 'sock_type) Socket.sock
  end
  structure INetSock :
  sig
    type inet
    type 'sock_type sock = (inet, 'sock_type) Socket.sock
    type 'mode stream_sock = 'mode Socket.stream sock
    type dgram_sock = Socket.dgram sock
    type sock_addr = inet Socket.sock_addr
    val inetAF : NetHostDB.addr_family
    val toAddr : NetHostDB.in_addr * int -> sock_addr
    val fromAddr : sock_addr -> NetHostDB.in_addr * int
    val any : int -> sock_addr
    structure UDP : sig val socket : unit -> dgram_sock val socket' : int -> dgram_sock end
    structure TCP :
    sig
      val socket : unit -> 'mode stream_sock
      val socket' : int -> 'mode stream_sock
      val getNODELAY : 'mode stream_sock -> bool
      val setNODELAY : 'mode stream_sock * bool -> unit
    end
  end
  structure UnixSock :
  sig
    type unix
    type 'sock_type sock = (unix, 'sock_type) Socket.sock
    type 'mode stream_sock = 'mode Socket.stream sock
    type dgram_sock = Socket.dgram sock
    type sock_addr = unix Socket.sock_addr
    val unixAF : NetHostDB.addr_family
    val toAddr : string -> sock_addr
    val fromAddr : sock_addr -> string
    structure Strm :
      sig val socket : unit -> 'mode stream_sock val socketPair : unit -> 'mode stream_sock * 'mode stream_sock end
    structure DGrm : sig val socket : unit -> dgram_sock val socketPair : unit -> dgram_sock * dgram_sock end
  end
  sharing type Socket.AF.addr_family = NetHostDB.addr_family
end =
struct
  structure NetHostDB = NetHosts and Socket = Sockets and GenericSock = GenericSockets
  structure INetSock = InternetSockets and UnixSock = UnixSockets
end
open SealedSockets
