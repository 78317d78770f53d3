(* Pairs by their keys. *)

signature GROUP =
sig
  (* Keys in order, each with its values in the order in which they were. *)
  val collect : ('k * 'k -> order) -> ('k * 'v) Seq.seq -> ('k * 'v Seq.seq) Seq.seq
end

structure Group : GROUP =
struct
  fun collect compare pairs =
    let
      val sorted = Sort.sort (fn ((a, _), (b, _)) => compare (a, b)) pairs
      val n = Seq.length sorted
      fun key i = #1 (Seq.nth sorted i)
      fun isStart i = i = 0 orelse compare (key (i - 1), key i) <> EQUAL
      val starts = Seq.filter isStart (Seq.tabulate (fn i => i) n)
      val values = Seq.map (fn (_, v) => v) sorted
      fun group (g, start) =
        let val stop = if g + 1 < Seq.length starts then Seq.nth starts (g + 1) else n
        in (key start, Seq.subseq values (start, stop - start))
        end
    in Seq.mapi group starts
    end
end
