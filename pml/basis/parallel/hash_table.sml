(* A hash table of fixed capacity that tasks may use at the same time. *)

signature HASH_TABLE =
sig
  type ('k, 'v) table
  exception Full
  (* Room for `capacity` keys and a few more. *)
  val make : {hash : 'k -> word, equal : 'k * 'k -> bool, capacity : int} -> ('k, 'v) table
  (* Whether the key was new; a key that is there keeps its value. Full if there is no room. *)
  val insert : ('k, 'v) table -> 'k * 'v -> bool
  val lookup : ('k, 'v) table -> 'k -> 'v option
  (* In no particular order. Not while others insert. *)
  val toSeq : ('k, 'v) table -> ('k * 'v) Seq.seq
end

structure HashTable :> HASH_TABLE =
struct
  (* Open addressing. A place is set once, from NONE, and never again. *)
  type ('k, 'v) table =
    {hash : 'k -> word, equal : 'k * 'k -> bool, places : ('k * 'v) option array}
  exception Full

  fun make {hash, equal, capacity} =
    if capacity < 0 then raise Size
    else {hash = hash, equal = equal, places = Array.array (2 * capacity + 1, NONE)}

  fun start ({hash, places, ...} : ('k, 'v) table, key) =
    Word.toInt (Word.mod (hash key, Word.fromInt (Array.length places)))

  fun insert (table as {equal, places, ...} : ('k, 'v) table) (key, value) =
    let
      val n = Array.length places
      val mine = SOME (key, value)
      fun go (_, 0) = raise Full
        | go (i, left) =
            case Array.sub (places, i) of
              SOME (other, _) => if equal (other, key) then false else go (if i + 1 = n then 0 else i + 1, left - 1)
            | NONE =>
                (case Concurrency.casArray (places, i) (NONE, mine) of
                   NONE => true
                 | SOME _ => go (i, left))
    in go (start (table, key), n)
    end

  fun lookup (table as {equal, places, ...} : ('k, 'v) table) key =
    let
      val n = Array.length places
      fun go (_, 0) = NONE
        | go (i, left) =
            case Array.sub (places, i) of
              NONE => NONE
            | SOME (other, value) =>
                if equal (other, key) then SOME value else go (if i + 1 = n then 0 else i + 1, left - 1)
    in go (start (table, key), n)
    end

  fun toSeq ({places, ...} : ('k, 'v) table) = Seq.mapPartial (fn place => place) (Seq.fromArray places)
end
