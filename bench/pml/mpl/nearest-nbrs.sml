(* The nearest neighbour of every point (bench/kernels/mpl/nearest-nbrs.cpp). Points are put in the order of a balanced k-d
   tree, by forks for the two sides of each median; then one loop asks the tree for every point. *)
structure Program : WORKLOAD =
struct
  val name = "mpl-nearest-nbrs"
  val sizeMeaning = "points"
  val defaultSize = 200000
  val tolerance = 0.0
  type input = real array * real array
  type result = int array

  (* Fewer points than this are searched one by one: an algorithmic grain. *)
  val leaf = 16
  val grain = 2000

  fun prepare (size, seed) =
    let
      val state = Random.from seed
      val (xs, ys) = (Array.array (size, 0.0), Array.array (size, 0.0))
      fun go i =
        if i = size then ()
        else (Array.update (xs, i, Random.uniform state); Array.update (ys, i, Random.uniform state); go (i + 1))
    in go 0; (xs, ys)
    end

  (* Exchanges points of `order` from lo to hi until the one at `middle` is where it would be if they were sorted by a
     coordinate, with smaller ones before it and larger ones behind. *)
  fun select (order, at : int -> real, lo, hi, middle) =
    if hi - lo <= 1 then ()
    else
      let
        fun key i = at (Array.sub (order, i))
        fun swap (i, j) =
          let val x = Array.sub (order, i)
          in Array.update (order, i, Array.sub (order, j)); Array.update (order, j, x)
          end
        val (a, b, c) = (key lo, key (lo + (hi - lo) div 2), key (hi - 1))
        val pivot = Real.max (Real.min (a, b), Real.min (Real.max (a, b), c))
        fun up i = if key i < pivot then up (i + 1) else i
        fun down j = if key j > pivot then down (j - 1) else j
        fun part (i, j) =
          let val (i, j) = (up i, down j)
          in if i < j then (swap (i, j); part (i + 1, j - 1)) else if i = j then (i + 1, j - 1) else (i, j)
          end
        val (i, j) = part (lo, hi - 1)
      in
        if middle <= j then select (order, at, lo, j + 1, middle)
        else if middle >= i then select (order, at, i, hi, middle)
        else ()
      end

  (* The tree is the order: the median of a part is its root, and divides what is before it from what is behind,
     alternating between both coordinates. *)
  fun build (order, at, other, lo, hi) =
    if hi - lo <= leaf then ()
    else
      let val middle = lo + (hi - lo) div 2
      in
        select (order, at, lo, hi, middle);
        ignore (Loops.parIf (hi - lo > grain)
          (fn () => build (order, other, at, lo, middle), fn () => build (order, other, at, middle + 1, hi)))
      end

  fun run (xs, ys) =
    let
      val n = Array.length xs
      val order = Loops.tabulate 5000 n (fn i => i)
      fun x i = Array.sub (xs, i)
      fun y i = Array.sub (ys, i)
      val () = build (order, x, y, 0, n)
      val neighbours = ForkJoin.alloc n
      fun neighbour from =
        let
          val (fromX, fromY) = (x from, y from)
          fun look (place, (name, distance)) =
            let
              val point = Array.sub (order, place)
              val (dx, dy) = (x point - fromX, y point - fromY)
              val here = dx * dx + dy * dy
            in if here < distance andalso point <> from then (point, here) else (name, distance)
            end
          fun lookAtAll (lo, hi, nearest) = if lo = hi then nearest else lookAtAll (lo + 1, hi, look (lo, nearest))
          fun search (lo, hi, isX, nearest) =
            if hi - lo <= leaf then lookAtAll (lo, hi, nearest)
            else
              let
                val middle = lo + (hi - lo) div 2
                val root = Array.sub (order, middle)
                val offset = if isX then fromX - x root else fromY - y root
                fun below nearest = search (lo, middle, not isX, nearest)
                fun above nearest = search (middle + 1, hi, not isX, nearest)
                val nearest = look (middle, if offset < 0.0 then below nearest else above nearest)
              in
                if offset * offset < #2 nearest then if offset < 0.0 then above nearest else below nearest else nearest
              end
        in #1 (search (0, n, true, (from, Real.posInf)))
        end
    in
      Loops.forEach 100 (0, n) (fn i =>
        let val point = Array.sub (order, i)
        in Array.update (neighbours, point, neighbour point)
        end);
      neighbours
    end

  fun checksum (_, neighbours) =
    Results.weightedSum (Array.length neighbours) (fn i => Real.fromInt (Array.sub (neighbours, i) mod 8191))

  (* A thousand points are compared with all others. *)
  fun verify ((xs, ys), neighbours) =
    let
      val n = Array.length xs
      fun distance (a, b) =
        let val (dx, dy) = (Array.sub (xs, a) - Array.sub (xs, b), Array.sub (ys, a) - Array.sub (ys, b))
        in dx * dx + dy * dy
        end
      fun least (i, other, best) =
        if other = n then best
        else least (i, other + 1, if other = i then best else Real.min (best, distance (other, i)))
      fun isRight i =
        let val found = Array.sub (neighbours, i)
        in n = 1 orelse (found <> i andalso Real.== (distance (found, i), least (i, 0, Real.posInf)))
        end
      val step = n div 1000 + 1
      fun go i = i >= n orelse (isRight i andalso go (i + step))
    in Results.errorUnless (go 0)
    end
end
