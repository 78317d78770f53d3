(* ARRAY2: arrays of two dimensions, row by row in one of one dimension. *)

signature ARRAY2 =
sig
  eqtype 'a array
  type 'a region = {base : 'a array, row : int, col : int, nrows : int option, ncols : int option}
  datatype traversal = RowMajor | ColMajor
  val array : int * int * 'a -> 'a array
  val fromList : 'a list list -> 'a array
  val tabulate : traversal -> int * int * (int * int -> 'a) -> 'a array
  val sub : 'a array * int * int -> 'a
  val update : 'a array * int * int * 'a -> unit
  val dimensions : 'a array -> int * int
  val nCols : 'a array -> int
  val nRows : 'a array -> int
  val row : 'a array * int -> 'a vector
  val column : 'a array * int -> 'a vector
  val copy : {src : 'a region, dst : 'a array, dst_row : int, dst_col : int} -> unit
  val appi : traversal -> (int * int * 'a -> unit) -> 'a region -> unit
  val app : traversal -> ('a -> unit) -> 'a array -> unit
  val foldi : traversal -> (int * int * 'a * 'b -> 'b) -> 'b -> 'a region -> 'b
  val fold : traversal -> ('a * 'b -> 'b) -> 'b -> 'a array -> 'b
  val modifyi : traversal -> (int * int * 'a -> 'a) -> 'a region -> unit
  val modify : traversal -> ('a -> 'a) -> 'a array -> unit
end

structure Array2Operations =
struct
  type 'a array = {elements : 'a Array.array, rows : int, columns : int}
  type 'a region = {base : 'a array, row : int, col : int, nrows : int option, ncols : int option}
  datatype traversal = RowMajor | ColMajor
  fun nRows ({rows, ...} : 'a array) = rows
  fun nCols ({columns, ...} : 'a array) = columns
  fun dimensions a = (nRows a, nCols a)
  fun make (rows, columns, elements) : 'a array = {elements = elements, rows = rows, columns = columns}
  fun size (rows, columns) =
    if rows < 0 orelse columns < 0 then raise Size else rows * columns handle Overflow => raise Size
  fun array (rows, columns, x) = make (rows, columns, Array.array (size (rows, columns), x))
  fun place ({rows, columns, ...} : 'a array, i, j) =
    if i < 0 orelse i >= rows orelse j < 0 orelse j >= columns then raise Subscript else i * columns + j
  fun sub (a : 'a array, i, j) = Array.sub (#elements a, place (a, i, j))
  fun update (a : 'a array, i, j, x) = Array.update (#elements a, place (a, i, j), x)
  fun fromList rows =
    let
      val columns = case rows of [] => 0 | row :: _ => List.length row
    in
      if List.exists (fn row => List.length row <> columns) rows then raise Size
      else make (List.length rows, columns, Array.fromList (List.concat rows))
    end
  (* In the order of the traversal; a row or a column is done before the next one begins. *)
  fun visit order f b (row, col, rows, columns) =
    let
      fun go (i, j, b) =
        case order of
          RowMajor =>
            if i = rows orelse columns = 0 then b
            else if j + 1 = columns then go (i + 1, 0, f (row + i, col + j, b))
            else go (i, j + 1, f (row + i, col + j, b))
        | ColMajor =>
            if j = columns orelse rows = 0 then b
            else if i + 1 = rows then go (0, j + 1, f (row + i, col + j, b))
            else go (i + 1, j, f (row + i, col + j, b))
    in
      go (0, 0, b)
    end
  fun whole a = {base = a, row = 0, col = 0, nrows = NONE, ncols = NONE}
  fun bounds ({base, row, col, nrows, ncols} : 'a region) =
    let
      fun length (start, size, wanted) =
        let val n = case wanted of SOME n => n | NONE => size - start
        in if start < 0 orelse n < 0 orelse start > size orelse n > size - start then raise Subscript else n
        end
    in
      (row, col, length (row, nRows base, nrows), length (col, nCols base, ncols))
    end
  fun foldi order f b (region as {base, ...} : 'a region) =
    visit order (fn (i, j, b) => f (i, j, sub (base, i, j), b)) b (bounds region)
  fun fold order f b a = foldi order (fn (_, _, x, b) => f (x, b)) b (whole a)
  fun appi order f region = foldi order (fn (i, j, x, ()) => f (i, j, x)) () region
  fun app order f a = appi order (fn (_, _, x) => f x) (whole a)
  fun modifyi order f (region as {base, ...} : 'a region) =
    appi order (fn (i, j, x) => update (base, i, j, f (i, j, x))) region
  fun modify order f a = modifyi order (fn (_, _, x) => f x) (whole a)
  fun tabulate order (rows, columns, f) =
    let
      val elements = ArrayPrimitives.allocChecked (size (rows, columns))
      val a = make (rows, columns, elements)
    in
      visit order (fn (i, j, ()) => Array.update (elements, i * columns + j, f (i, j))) () (0, 0, rows, columns);
      a
    end
  fun row (a, i) =
    if i < 0 orelse i >= nRows a then raise Subscript else Vector.tabulate (nCols a, fn j => sub (a, i, j))
  fun column (a, j) =
    if j < 0 orelse j >= nCols a then raise Subscript else Vector.tabulate (nRows a, fn i => sub (a, i, j))
  (* The two may overlap: what is copied is read first. *)
  fun copy {src as {base, ...} : 'a region, dst, dst_row, dst_col} =
    let
      val (row, col, rows, columns) = bounds src
      val _ = bounds {base = dst, row = dst_row, col = dst_col, nrows = SOME rows, ncols = SOME columns}
      val taken = Vector.tabulate (rows * columns, fn k => sub (base, row + k div columns, col + k mod columns))
    in
      Vector.appi (fn (k, x) => update (dst, dst_row + k div columns, dst_col + k mod columns, x)) taken
    end
end

structure Array2 :> ARRAY2 where type traversal = Array2Operations.traversal = Array2Operations

(* The same for elements of one type, whose rows and columns are vectors of that type. *)
signature MONO_ARRAY2 =
sig
  eqtype array
  type elem
  type vector
  type region = {base : array, row : int, col : int, nrows : int option, ncols : int option}
  datatype traversal = datatype Array2.traversal
  val array : int * int * elem -> array
  val fromList : elem list list -> array
  val tabulate : traversal -> int * int * (int * int -> elem) -> array
  val sub : array * int * int -> elem
  val update : array * int * int * elem -> unit
  val dimensions : array -> int * int
  val nCols : array -> int
  val nRows : array -> int
  val row : array * int -> vector
  val column : array * int -> vector
  val copy : {src : region, dst : array, dst_row : int, dst_col : int} -> unit
  val appi : traversal -> (int * int * elem -> unit) -> region -> unit
  val app : traversal -> (elem -> unit) -> array -> unit
  val foldi : traversal -> (int * int * elem * 'b -> 'b) -> 'b -> region -> 'b
  val fold : traversal -> (elem * 'b -> 'b) -> 'b -> array -> 'b
  val modifyi : traversal -> (int * int * elem -> elem) -> region -> unit
  val modify : traversal -> (elem -> elem) -> array -> unit
end

functor MakeMonoArray2 (V : MONO_VECTOR) :> MONO_ARRAY2 where type elem = V.elem where type vector = V.vector =
struct
  open Array2Operations
  type elem = V.elem
  type vector = V.vector
  (* Its elements need not have equality. *)
  type array = elem Array2Operations.array
  type region = elem Array2Operations.region
  fun row (a, i) = if i < 0 orelse i >= nRows a then raise Subscript else V.tabulate (nCols a, fn j => sub (a, i, j))
  fun column (a, j) = if j < 0 orelse j >= nCols a then raise Subscript else V.tabulate (nRows a, fn i => sub (a, i, j))
end

structure BoolArray2 = MakeMonoArray2 (BoolVector)
structure CharArray2 = MakeMonoArray2 (CharVector)
structure IntArray2 = MakeMonoArray2 (IntVector)
structure Int8Array2 = MakeMonoArray2 (Int8Vector)
structure Int16Array2 = MakeMonoArray2 (Int16Vector)
structure Int32Array2 = MakeMonoArray2 (Int32Vector)
structure Int64Array2 = MakeMonoArray2 (Int64Vector)
structure LargeIntArray2 = MakeMonoArray2 (LargeIntVector)
structure WordArray2 = MakeMonoArray2 (WordVector)
structure Word8Array2 = MakeMonoArray2 (Word8Vector)
structure Word16Array2 = MakeMonoArray2 (Word16Vector)
structure Word32Array2 = MakeMonoArray2 (Word32Vector)
structure Word64Array2 = MakeMonoArray2 (Word64Vector)
structure RealArray2 = MakeMonoArray2 (RealVector)
structure Real32Array2 = MakeMonoArray2 (Real32Vector)
structure Real64Array2 = MakeMonoArray2 (Real64Vector)
