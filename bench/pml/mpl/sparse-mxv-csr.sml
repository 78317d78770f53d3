(* Sparse matrix times vector (bench/kernels/mpl/sparse-mxv-csr.cpp). A loop over rows around a reduction over the entries
   of one, twelve in the mean. *)
structure Program : WORKLOAD =
struct
  val name = "mpl-sparse-mxv-csr"
  val sizeMeaning = "rows and columns of the matrix"
  val defaultSize = 200000
  val tolerance = 1E~9
  type matrix = {starts : int array, columns : int array, values : real array}
  type input = matrix * real array
  type result = real array

  val passes = 16

  fun prepare (rows, seed) =
    let
      (* The C++ kernel draws the vector with the first seed again. *)
      val state = Random.from seed
      (* Rows have a power-law distribution of lengths: Pareto's with exponent 3/2, three times its least value in the mean. *)
      fun entries 0 = []
        | entries n =
            let
              val column = Random.below state rows
              val value = Random.uniform state + 0.5
            in (column, value) :: entries (n - 1)
            end
      fun sort [] = []
        | sort [entry] = [entry]
        | sort all =
            let
              val half = List.length all div 2
              fun merge ([], t) = t
                | merge (s, []) = s
                | merge ((c, x) :: s, (d, y : real) :: t) =
                    if c < d then (c, x) :: merge (s, (d, y) :: t)
                    else if c > d then (d, y) :: merge ((c, x) :: s, t)
                    else merge ((c, x + y) :: s, t)
            in merge (sort (List.take (all, half)), sort (List.drop (all, half)))
            end
      fun row _ =
        let
          val drawn = 4.0 * Math.pow (1.0 - Random.uniform state, ~1.0 / 1.5)
        in Array.fromList (sort (entries (Real.floor (Real.min (drawn, Real.fromInt rows)))))
        end
      val all = Array.tabulate (rows, row)
      val starts = Array.array (rows + 1, 0)
      fun count i =
        if i = rows then ()
        else (Array.update (starts, i + 1, Array.sub (starts, i) + Array.length (Array.sub (all, i))); count (i + 1))
      val () = count 0
      val total = Array.sub (starts, rows)
      val (columns, values) = (Array.array (total, 0), Array.array (total, 0.0))
      fun fill i =
        if i = rows then ()
        else
          (Array.appi (fn (k, (column, value)) =>
             (Array.update (columns, Array.sub (starts, i) + k, column);
              Array.update (values, Array.sub (starts, i) + k, value))) (Array.sub (all, i));
           fill (i + 1))
      val () = fill 0
      val state = Random.from seed
    in
      ({starts = starts, columns = columns, values = values},
       Array.tabulate (rows, fn _ => Random.uniform state + 0.5))
    end

  fun multiply ({starts, columns, values} : matrix, vector) =
    Loops.tabulate 250 (Array.length starts - 1) (fn row =>
      Loops.reduce Loops.sequential (Array.sub (starts, row), Array.sub (starts, row + 1))
        (fn i => Array.sub (values, i) * Array.sub (vector, Array.sub (columns, i))) (op +) 0.0)

  fun run input =
    let fun go pass = if pass = 1 then multiply input else (ignore (multiply input); go (pass - 1))
    in go passes
    end

  fun checksum (_, product) = Results.weightedSum (Array.length product) (fn row => Array.sub (product, row))

  (* From the last entry to the first. *)
  fun verify (({starts, columns, values}, vector), product) =
    let
      fun sum (i, begin, total) =
        if i < begin then total
        else sum (i - 1, begin, total + Array.sub (values, i) * Array.sub (vector, Array.sub (columns, i)))
      fun go (row, worst) =
        if row < 0 then worst
        else
          let val expected = sum (Array.sub (starts, row + 1) - 1, Array.sub (starts, row), 0.0)
          in go (row - 1, Real.max (worst, Results.relativeDifference (Array.sub (product, row), expected)))
          end
    in go (Array.length product - 1, 0.0)
    end
end
