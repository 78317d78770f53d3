(* What a program can ask of its own run. The numbers are those of pml/system/counts.h. *)

structure Counts =
struct
  val count = _prim "process_count" : int -> int64
  fun number which () = Int64.toInt (count which)
  fun large which () = Int64.toLarge (count which)
  fun time which () = Time.fromNanoseconds (Int64.toLarge (count which))
  val allocated = large 0 and heap = large 1
  val wholeCollections = large 2 and wholeScope = large 3 and wholeReclaimed = large 4 and wholeTime = time 5
  val ownCollections = large 6 and ownScope = large 7 and ownReclaimed = large 8 and ownTime = time 9
  val promotions = number 10 and beats = number 11 and steals = number 12 and idle = time 13
  val childrenUser = time 14 and childrenSystem = time 15
  val worker = number 16
  val youngCollections = large 17 and live = large 18 and mostLive = large 19
end
