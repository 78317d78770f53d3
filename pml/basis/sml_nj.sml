(* SMLofNJ: what programs and libraries written for SML/NJ use of it. A continuation is entered once. There are no heap
   images here: exportFn and exportML are left out, so that the compiler names them. *)

signature SML_OF_NJ =
sig
  structure SysInfo :
  sig
    exception UNKNOWN
    datatype os_kind = BEOS | MACOS | OS2 | UNIX | WIN32
    val getHostArch : unit -> string
    val getOSKind : unit -> os_kind
    val getOSName : unit -> string
  end
  structure Cont :
  sig
    type 'a cont
    val callcc : ('a cont -> 'a) -> 'a
    val isolate : ('a -> unit) -> 'a cont
    val throw : 'a cont -> 'a -> 'b
  end
  datatype 'a frag = QUOTE of string | ANTIQUOTE of 'a
  (* Nothing: the place where an exception was raised is in the message about one that nobody handles. *)
  val exnHistory : exn -> string list
  val getCmdName : unit -> string
  val getArgs : unit -> string list
  (* With the name of the command in front. *)
  val getAllArgs : unit -> string list
end

structure SMLofNJ : SML_OF_NJ =
struct
  structure SysInfo =
  struct
    exception UNKNOWN
    datatype os_kind = BEOS | MACOS | OS2 | UNIX | WIN32
    fun getHostArch () = "AMD64"
    fun getOSKind () = UNIX
    fun getOSName () = "Linux"
  end
  structure Cont =
  struct
    type 'a cont = 'a MLton.Cont.t
    val callcc = MLton.Cont.callcc and isolate = MLton.Cont.isolate
    fun throw k x = MLton.Cont.throw (k, x)
  end
  datatype 'a frag = QUOTE of string | ANTIQUOTE of 'a
  fun exnHistory _ = []
  val getCmdName = CommandLine.name and getArgs = CommandLine.arguments
  fun getAllArgs () = getCmdName () :: getArgs ()
end
