(* Streams of a socket pair, a server of its own, and names. *)
fun bytes s = Word8VectorSlice.full (Byte.stringToBytes s)
val (a, b) = UnixSock.Strm.socketPair () : Socket.active UnixSock.stream_sock * Socket.active UnixSock.stream_sock
val () = print (case Socket.recvVecNB (b, 10) of NONE => "nothing\n" | SOME _ => "something\n")
val () = print (Int.toString (Socket.sendVec (a, bytes "a\000b\255")) ^ "\n")
val () = print (Int.toString (Socket.Ctl.getNREAD b) ^ "\n")
val () = print (String.toString (Byte.bytesToString (Socket.recvVec (b, 10))) ^ "\n")
val () = (Socket.shutdown (a, Socket.NO_SENDS); print (Int.toString (Word8Vector.length (Socket.recvVec (b, 10))) ^ "\n"))
val () = (Socket.close a; Socket.close b)

val server = INetSock.TCP.socket () : Socket.passive INetSock.stream_sock
val () = Socket.Ctl.setREUSEADDR (server, true)
val () = Socket.bind (server, INetSock.toAddr (valOf (NetHostDB.fromString "127.0.0.1"), 0))
val () = Socket.listen (server, 5)
val () = print (if isSome (Socket.acceptNB server) then "somebody\n" else "nobody\n")
val address = Socket.Ctl.getSockName server
val (host, port) = INetSock.fromAddr address
val client = INetSock.TCP.socket () : Socket.active INetSock.stream_sock
val () = Socket.connect (client, address)
val () = print (NetHostDB.toString host ^ " " ^ Bool.toString (port > 0) ^ "\n")
val {rds, ...} = Socket.select {rds = [Socket.sockDesc server], wrs = [], exs = [], timeout = NONE}
val () = print (Int.toString (length rds) ^ "\n")
val (other, who) = Socket.accept server
val () = print (Bool.toString (Socket.sameAddr (who, Socket.Ctl.getSockName client)) ^ "\n")
val buffer = Word8Array.array (8, 0w0)
val () = ignore (Socket.sendVec (client, bytes "hello"))
val n = Socket.recvArr (other, Word8ArraySlice.slice (buffer, 2, NONE))
val () = print (Byte.unpackString (Word8ArraySlice.slice (buffer, 2, SOME n)) ^ "\n")
val () = (INetSock.TCP.setNODELAY (client, true); print (Bool.toString (INetSock.TCP.getNODELAY client) ^ "\n"))
val () = print (Bool.toString (Socket.Ctl.getLINGER client = NONE) ^ "\n")
val () = List.app Socket.close [client, other]
val () = Socket.connect (INetSock.TCP.socket () : Socket.active INetSock.stream_sock, INetSock.toAddr (host, 1)) handle OS.SysErr _ => print "refused\n"
fun family f = if f = INetSock.inetAF then "INET" else "other"
val () = print (family (Socket.familyOfAddr address) ^ " " ^ Socket.AF.toString INetSock.inetAF ^ "\n")
val () = print (UnixSock.fromAddr (UnixSock.toAddr "/tmp/name") ^ "\n")
val () = print (String.concatWith " " (map (fn s => case NetHostDB.fromString s of SOME a => NetHostDB.toString a | NONE => "none") ["1.2.3.4", "10.1", "0x7f.1", "010.0.0.1", "256.1.1.1", "x"]) ^ "\n")
