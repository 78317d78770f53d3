(* Posix.TTY: terminals. *)

signature POSIX_TTY =
sig
  eqtype pid
  eqtype file_desc
  structure V :
  sig
    val intr : int val quit : int val erase : int val kill : int val eof : int val time : int val min : int
    val start : int val stop : int val susp : int val eol : int val nccs : int
    type cc
    val cc : (int * char) list -> cc
    val update : cc * (int * char) list -> cc
    val sub : cc * int -> char
  end
  structure I :
  sig
    include BIT_FLAGS
    val brkint : flags val icrnl : flags val ignbrk : flags val igncr : flags val ignpar : flags val inlcr : flags
    val inpck : flags val istrip : flags val ixoff : flags val ixon : flags val parmrk : flags
  end
  structure O :
  sig
    include BIT_FLAGS
    val opost : flags
  end
  structure C :
  sig
    include BIT_FLAGS
    val clocal : flags val cread : flags val cs5 : flags val cs6 : flags val cs7 : flags val cs8 : flags
    val csize : flags val cstopb : flags val hupcl : flags val parenb : flags val parodd : flags
  end
  structure L :
  sig
    include BIT_FLAGS
    val echo : flags val echoe : flags val echok : flags val echonl : flags val icanon : flags val iexten : flags
    val isig : flags val noflsh : flags val tostop : flags
  end
  eqtype speed
  val compareSpeed : speed * speed -> order
  val speedToWord : speed -> Word64.word
  val wordToSpeed : Word64.word -> speed
  val b0 : speed val b50 : speed val b75 : speed val b110 : speed val b134 : speed val b150 : speed val b200 : speed
  val b300 : speed val b600 : speed val b1200 : speed val b1800 : speed val b2400 : speed val b4800 : speed
  val b9600 : speed val b19200 : speed val b38400 : speed
  type termios
  type fields =
    {iflag : I.flags, oflag : O.flags, cflag : C.flags, lflag : L.flags, cc : V.cc, ispeed : speed, ospeed : speed}
  val termios : fields -> termios
  val fieldsOf : termios -> fields
  val getiflag : termios -> I.flags
  val getoflag : termios -> O.flags
  val getcflag : termios -> C.flags
  val getlflag : termios -> L.flags
  val getcc : termios -> V.cc
  structure CF :
  sig
    val getospeed : termios -> speed
    val setospeed : termios * speed -> termios
    val getispeed : termios -> speed
    val setispeed : termios * speed -> termios
  end
  structure TC :
  sig
    eqtype set_action
    val sanow : set_action
    val sadrain : set_action
    val saflush : set_action
    eqtype flow_action
    val ooff : flow_action
    val oon : flow_action
    val ioff : flow_action
    val ion : flow_action
    eqtype queue_sel
    val iflush : queue_sel
    val oflush : queue_sel
    val ioflush : queue_sel
    val getattr : file_desc -> termios
    val setattr : file_desc * set_action * termios -> unit
    val sendbreak : file_desc * int -> unit
    val drain : file_desc -> unit
    val flush : file_desc * queue_sel -> unit
    val flow : file_desc * flow_action -> unit
    val getpgrp : file_desc -> pid
    val setpgrp : file_desc * pid -> unit
  end
end

(* The numbers of Linux. *)
structure PosixTTY =
struct
  type pid = int and file_desc = int
  structure V =
  struct
    val intr = 0 and quit = 1 and erase = 2 and kill = 3 and eof = 4 and time = 5 and min = 6 and start = 8 and stop = 9 and susp = 10 and eol = 11 and nccs = 32
    type cc = string
    fun update (cc : cc, changes) =
      CharVector.mapi
        (fn (i, c) => case List.find (fn (place, _) => place = i) (List.rev changes) of SOME (_, new) => new | NONE => c) cc
    fun cc changes = update (CharVector.tabulate (nccs, fn _ => #"\000"), changes)
    val sub = String.sub
  end
  structure I =
  struct
    open BitFlags
    val brkint = 0wx2 : flags val icrnl = 0wx100 : flags val ignbrk = 0wx1 : flags val igncr = 0wx80 : flags
    val ignpar = 0wx4 : flags val inlcr = 0wx40 : flags val inpck = 0wx10 : flags val istrip = 0wx20 : flags
    val ixoff = 0wx1000 : flags val ixon = 0wx400 : flags val parmrk = 0wx8 : flags
  end
  structure O =
  struct
    open BitFlags
    val opost = 0wx1 : flags
  end
  structure C =
  struct
    open BitFlags
    val clocal = 0wx800 : flags val cread = 0wx80 : flags val cs5 = 0wx0 : flags val cs6 = 0wx10 : flags
    val cs7 = 0wx20 : flags val cs8 = 0wx30 : flags val csize = 0wx30 : flags val cstopb = 0wx40 : flags
    val hupcl = 0wx400 : flags val parenb = 0wx100 : flags val parodd = 0wx200 : flags
  end
  structure L =
  struct
    open BitFlags
    val echo = 0wx8 : flags val echoe = 0wx10 : flags val echok = 0wx20 : flags val echonl = 0wx40 : flags
    val icanon = 0wx2 : flags val iexten = 0wx8000 : flags val isig = 0wx1 : flags val noflsh = 0wx80 : flags
    val tostop = 0wx100 : flags
  end
  type speed = Word64.word
  val compareSpeed = Word64.compare
  fun speedToWord s = s
  fun wordToSpeed w = w
  val b0 = 0wx0 : speed val b50 = 0wx1 : speed val b75 = 0wx2 : speed val b110 = 0wx3 : speed val b134 = 0wx4 : speed
  val b150 = 0wx5 : speed val b200 = 0wx6 : speed val b300 = 0wx7 : speed val b600 = 0wx8 : speed
  val b1200 = 0wx9 : speed val b1800 = 0wxa : speed val b2400 = 0wxb : speed val b4800 = 0wxc : speed
  val b9600 = 0wxd : speed val b19200 = 0wxe : speed val b38400 = 0wxf : speed
  type fields =
    {iflag : I.flags, oflag : O.flags, cflag : C.flags, lflag : L.flags, cc : V.cc, ispeed : speed, ospeed : speed}
  type termios = fields
  fun termios t = t
  fun fieldsOf t = t
  fun getiflag (t : termios) = #iflag t
  fun getoflag (t : termios) = #oflag t
  fun getcflag (t : termios) = #cflag t
  fun getlflag (t : termios) = #lflag t
  fun getcc (t : termios) = #cc t
  structure CF =
  struct
    fun getospeed (t : termios) = #ospeed t
    fun getispeed (t : termios) = #ispeed t
    fun withSpeeds ({iflag, oflag, cflag, lflag, cc, ...} : termios, ispeed, ospeed) : termios =
      {iflag = iflag, oflag = oflag, cflag = cflag, lflag = lflag, cc = cc, ispeed = ispeed, ospeed = ospeed}
    fun setospeed (t, speed) = withSpeeds (t, getispeed t, speed)
    fun setispeed (t, speed) = withSpeeds (t, speed, getospeed t)
  end
  structure TC =
  struct
    type set_action = int and flow_action = int and queue_sel = int
    val sanow = 0 and sadrain = 1 and saflush = 2
    val ooff = 0 and oon = 1 and ioff = 2 and ion = 3
    val iflush = 0 and oflush = 1 and ioflush = 2
    fun getattr d : termios =
      case PosixCalls.largeNumbers ("tcgetattr", [d]) of
        iflag :: oflag :: cflag :: lflag :: ispeed :: ospeed :: cc =>
          let fun word n = Word64.fromLargeInt (Int64.toLarge n)
          in
            {iflag = word iflag, oflag = word oflag, cflag = word cflag, lflag = word lflag, ispeed = word ispeed,
             ospeed = word ospeed, cc = String.implode (List.map (fn n => Char.chr (Int64.toInt n)) cc)}
          end
      | _ => raise OSCalls.failure ()
    fun setattr (d, action, {iflag, oflag, cflag, lflag, cc, ispeed, ospeed} : termios) =
      let
        val numbers =
          List.@
            (List.map (Word64.fmt StringCvt.DEC) [iflag, oflag, cflag, lflag, ispeed, ospeed],
             List.map (fn c => Int.toString (Char.ord c)) (String.explode cc))
      in
        PosixCalls.does (String.concatWith " " ("tcsetattr" :: Int.toString d :: Int.toString action :: numbers), [], "", 0)
      end
    fun does name (d, n) = PosixCalls.does (name, [d, n], "", 0)
    fun sendbreak b = does "tcsendbreak" b
    fun drain d = (PosixDescriptors.flush d; does "tcdrain" (d, 0))
    fun flush f = does "tcflush" f
    fun flow f = does "tcflow" f
    fun getpgrp d = PosixCalls.call ("tcgetpgrp", [d], "", 0)
    fun setpgrp p = does "tcsetpgrp" p
  end
end
