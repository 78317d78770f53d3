(* What programs do with lists by the functions of the Basis library: map, filter, fold, append, zip, take apart. *)
structure Program : WORKLOAD =
struct
  val name = "list-functions"
  val sizeMeaning = "turns with lists of 1000 elements"
  val defaultSize = 2000
  val tolerance = 0.0
  type input = int
  type result = int

  fun prepare (size, _) = size

  val length = 1000
  fun isEven n = n mod 2 = 0
  fun add (a, b) = (a + b) mod 1000003

  fun turn k =
    let
      val numbers = List.tabulate (length, fn i => (i * k + 17) mod 1009)
      val pairs = ListPair.zip (numbers, List.map (fn n => n + 1) numbers)
      val (even, odd) = List.partition isEven numbers
      val joined = List.concat [List.rev even, List.map (fn n => n * 3) odd, List.map (fn (a, b) => a * b) pairs]
      val some = List.mapPartial (fn n => if n mod 3 = 0 then SOME (n div 3) else NONE) joined
      val (front, back) = (List.take (joined, length), List.drop (joined, length))
      val (left, right) = ListPair.unzip pairs
    in List.foldr add 0 (some @ front @ back @ List.filter (fn n => n > 500) left @ right)
    end

  fun run size =
    let fun go (k, sum) = if k > size then sum else go (k + 1, add (sum, turn k))
    in go (1, 0)
    end

  fun checksum (_, sum) = Real.fromInt sum

  (* Number by number, without lists. *)
  fun verify (size, sum) =
    let
      fun number k i = (i * k + 17) mod 1009
      fun third n = if n mod 3 = 0 then n div 3 else 0
      fun ofNumber (n, s) =
        let
          val first = if isEven n then n else n * 3
          val product = n * (n + 1)
          val once = [first, product, third first, third product, if n > 500 then n else 0, n + 1]
        in List.foldl add s once
        end
      fun ofTurn (i, k, s) = if i = length then s else ofTurn (i + 1, k, ofNumber (number k i, s))
      fun go (k, s) = if k > size then s else go (k + 1, ofTurn (0, k, s))
    in if go (1, 0) = sum then 0.0 else 1.0
    end
end
