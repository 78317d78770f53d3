(* Nobody sees that a socket is a number, and an address a text. *)

signature INET_SOCK =
sig
  structure Sock : SOCKET
  type inet
  type 'sock_type sock = (inet, 'sock_type) Sock.sock
  type 'mode stream_sock = 'mode Sock.stream sock
  type dgram_sock = Sock.dgram sock
  type sock_addr = inet Sock.sock_addr
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
