(* A ray tracer: spheres that mirror each other, as a picture of characters. Nothing here knows of ranks: the picture is cut
   in halves down to single points, and what has not begun when a rank has nothing to do goes there, with the scene.

   tactus pml build --cluster tracer.sml -o tracer && mpirun -n 2 ./tracer 60 *)
type vec = {x : real, y : real, z : real}
fun add (a : vec, b : vec) = {x = #x a + #x b, y = #y a + #y b, z = #z a + #z b}
fun sub (a : vec, b : vec) = {x = #x a - #x b, y = #y a - #y b, z = #z a - #z b}
fun scale (k, a : vec) = {x = k * #x a, y = k * #y a, z = k * #z a}
fun dot (a : vec, b : vec) = #x a * #x b + #y a * #y b + #z a * #z b
fun unit a = scale (1.0 / Math.sqrt (dot (a, a)), a)

type sphere = {center : vec, radius : real, bright : real, mirror : real}

(* Where a ray meets a sphere first, if it does. *)
fun meets (origin, direction) (s : sphere) =
  let
    val away = sub (origin, #center s)
    val b = dot (away, direction)
    val d = b * b - dot (away, away) + #radius s * #radius s
    val t = if d < 0.0 then ~1.0 else ~b - Math.sqrt d
  in
    if t > 1e~6 then SOME (t, s) else NONE
  end

fun nearest (spheres, ray) =
  List.foldl (fn (s, found) =>
    case (meets ray s, found) of
      (NONE, _) => found
    | (hit, NONE) => hit
    | (SOME (t, s), SOME (least, _)) => if t < least then SOME (t, s) else found) NONE spheres

val light = unit {x = ~1.0, y = 1.5, z = ~1.0}

fun trace (spheres, ray as (origin, direction), depth) =
  case nearest (spheres, ray) of
    NONE => 0.15 + 0.1 * #y direction
  | SOME (t, s) =>
      let
        val point = add (origin, scale (t, direction))
        val normal = unit (sub (point, #center s))
        val isLit = not (isSome (nearest (spheres, (point, light))))
        val own = #bright s * (0.1 + (if isLit then 0.9 * Real.max (0.0, dot (normal, light)) else 0.0))
        val back = sub (direction, scale (2.0 * dot (normal, direction), normal))
      in
        if depth = 0 then own else own + #mirror s * trace (spheres, (point, back), depth - 1)
      end

fun scene n =
  {center = {x = 0.0, y = ~101.0, z = 4.0}, radius = 100.0, bright = 0.5, mirror = 0.2}
  :: List.tabulate (n, fn i =>
       let val a = real i * 2.4
       in {center = {x = Math.cos a * (0.4 + 0.12 * real i), y = 0.5 * Math.sin (3.0 * a), z = 4.0 + Math.sin a},
           radius = 0.45, bright = 0.7, mirror = 0.4} end)

(* 4 x 4 rays a point. *)
fun brightness (spheres, width, x, y) =
  let
    fun at i = (real i + 0.5) / real width * 2.0 - 1.0
    fun rays (16, sum) = sum
      | rays (k, sum) =
          let val ray = unit {x = at (4 * x + k mod 4) , y = ~ (at (4 * y + k div 4)) , z = 2.0}
          in rays (k + 1, sum + trace (spheres, ({x = 0.0, y = 0.0, z = 0.0}, ray), 5)) end
  in
    rays (0, 0.0) / 16.0
  end

fun shade b = String.str (String.sub (" .:-=+*#%@", Int.min (9, Int.max (0, Real.floor (b * 10.0)))))

fun draw f (lo, hi) =
  if hi - lo = 1 then f lo
  else
    let val middle = (lo + hi) div 2
    in op ^ (ForkJoin.par (fn () => draw f (lo, middle), fn () => draw f (middle, hi))) end

val width = case CommandLine.arguments () of [text] => valOf (Int.fromString text) | _ => 60
val spheres = scene 9
val () = print (draw (fn y => draw (fn x => shade (brightness (spheres, 4 * width, x, 2 * y))) (0, width) ^ "\n") (0, width div 2))
