(* Completion of a set of equations to rewrite rules (Knuth, Bendix: "Simple word problems in universal algebras", 1970), of
   the theory of groups. The size says how often. *)
structure Program : WORKLOAD =
struct
  val name = "knuth-bendix"
  val sizeMeaning = "completions"
  val defaultSize = 60
  val tolerance = 0.0

  (* Variables by number, and operators with arguments. *)
  datatype term = Variable of int | Term of string * term list
  type input = int
  type result = (term * term) list

  exception Failure

  fun occurs (v, Variable w) = v = w
    | occurs (v, Term (_, arguments)) = List.exists (fn t => occurs (v, t)) arguments

  fun find (_, []) = NONE
    | find (v, (w, t) :: rest) = if v = w then SOME t else find (v, rest)

  fun apply s (Variable v) = (case find (v, s) of SOME t => t | NONE => Variable v)
    | apply _ (t as Term (_, [])) = t
    | apply s (Term (f, arguments)) = Term (f, List.map (apply s) arguments)

  (* The substitution that makes the pattern the term. *)
  fun match (Variable v, t, s) =
        (case find (v, s) of
           NONE => SOME ((v, t) :: s)
         | SOME other => if other = t then SOME s else NONE)
    | match (Term (f, ps), Term (g, ts), s) = if f = g then matchAll (ps, ts, s) else NONE
    | match (Term _, Variable _, _) = NONE
  and matchAll ([], [], s) = SOME s
    | matchAll (p :: ps, t :: ts, s) = (case match (p, t, s) of NONE => NONE | SOME s => matchAll (ps, ts, s))
    | matchAll _ = NONE

  (* A most general unifier, as a substitution that is applied to the end. *)
  fun compose (s1, s2) = List.map (fn (v, t) => (v, apply s1 t)) s2 @ s1
  fun unify (Variable v, Variable w) = SOME (if v = w then [] else [(v, Variable w)])
    | unify (Variable v, t) = if occurs (v, t) then NONE else SOME [(v, t)]
    | unify (t, Variable v) = if occurs (v, t) then NONE else SOME [(v, t)]
    | unify (Term (f, ss), Term (g, ts)) = if f = g then unifyAll (ss, ts, []) else NONE
  and unifyAll ([], [], s) = SOME s
    | unifyAll (a :: ss, b :: ts, s) =
        (case unify (apply s a, apply s b) of NONE => NONE | SOME more => unifyAll (ss, ts, compose (more, s)))
    | unifyAll _ = NONE

  (* One rewriting at the root. *)
  fun atRoot ([], _) = NONE
    | atRoot ((left, right) :: rules, t) =
        (case match (left, t, []) of SOME s => SOME (apply s right) | NONE => atRoot (rules, t))

  fun normalise rules (Variable v) = Variable v
    | normalise rules (Term (f, arguments)) =
        let val t = Term (f, List.map (normalise rules) arguments)
        in case atRoot (rules, t) of NONE => t | SOME other => normalise rules other
        end

  (* The lexicographic path order: I above *, and * above U. *)
  fun weight "I" = 3 | weight "*" = 2 | weight _ = 1
  fun greater (Variable _, _) = false
    | greater (s, Variable v) = occurs (v, s)
    | greater (s as Term (f, ss), t as Term (g, ts)) =
        List.exists (fn a => a = t orelse greater (a, t)) ss orelse
        (List.all (fn b => greater (s, b)) ts andalso
         (weight f > weight g orelse (f = g andalso greaterInOrder (ss, ts))))
  and greaterInOrder (a :: ss, b :: ts) = if a = b then greaterInOrder (ss, ts) else greater (a, b)
    | greaterInOrder _ = false

  fun size (Variable _) = 1
    | size (Term (_, arguments)) = List.foldl (fn (t, n) => n + size t) 1 arguments

  (* Variables from so many on. *)
  fun rename by (Variable v) = Variable (v + by)
    | rename by (Term (f, arguments)) = Term (f, List.map (rename by) arguments)

  (* All results of replacing a part of t that unifies with `left`: (substitution, what t becomes). *)
  fun superpositions (Variable _, _, _) = []
    | superpositions (t as Term (f, arguments), left, right) =
        let
          fun inside (_, []) = []
            | inside (ahead, a :: behind) =
                List.map (fn (s, made) =>
                  (s, Term (f, List.map (apply s) (List.rev ahead) @ made :: List.map (apply s) behind)))
                  (superpositions (a, left, right)) @ inside (a :: ahead, behind)
          val deeper = inside ([], arguments)
        in case unify (t, left) of SOME s => (s, apply s right) :: deeper | NONE => deeper
        end

  (* Equations between what two rules make of the same term. *)
  fun criticalPairs ((l1, r1), (l2, r2)) =
    let val (l2, r2) = (rename 100 l2, rename 100 r2)
    in List.map (fn (s, made) => (made, apply s r1)) (superpositions (l1, l2, r2))
    end

  (* Numbers its variables from 0 on. *)
  fun tidy (left, right) =
    let
      fun collect (Variable v, seen) = if List.exists (fn w => v = w) seen then seen else seen @ [v]
        | collect (Term (_, arguments), seen) = List.foldl collect seen arguments
      val seen = collect (right, collect (left, []))
      fun number (_, []) = []
        | number (n, v :: rest) = (v, Variable n) :: number (n + 1, rest)
      val s = number (0, seen)
    in (apply s left, apply s right)
    end

  fun orient (a, b) =
    tidy (if greater (a, b) then (a, b) else if greater (b, a) then (b, a) else raise Failure)

  fun insert (equation as (a, b), []) = [equation]
    | insert (equation as (a, b), (c, d) :: rest) =
        if size a + size b <= size c + size d then equation :: (c, d) :: rest else (c, d) :: insert (equation, rest)

  fun complete ([], rules) = rules
    | complete ((a, b) :: equations, rules) =
        let val (a, b) = (normalise rules a, normalise rules b)
        in
          if a = b then complete (equations, rules)
          else
            let
              val rule as (left, right) = orient (a, b)
              (* Rules that the new one rewrites on their left become equations again. *)
              val (kept, lost) = List.partition (fn (l, _) => normalise [rule] l = l) rules
              val kept = List.map (fn (l, r) => (l, normalise (rule :: kept) r)) kept
              val rules = rule :: kept
              val pairs = List.concat (List.map (fn other => criticalPairs (rule, other) @ criticalPairs (other, rule)) rules)
            in complete (List.foldl insert equations (lost @ pairs), rules)
            end
        end

  val x = Variable 0 and y = Variable 1 and z = Variable 2
  fun times (a, b) = Term ("*", [a, b])
  fun inverse a = Term ("I", [a])
  val unit = Term ("U", [])
  val groups = [(times (unit, x), x), (times (inverse x, x), unit), (times (times (x, y), z), times (x, times (y, z)))]

  fun prepare (size, _) = size

  fun run 1 = complete (groups, [])
    | run times = (ignore (complete (groups, [])); run (times - 1))

  fun checksum (_, rules) = List.foldl (fn ((l, r), sum) => sum + Real.fromInt (100 * size l + size r)) 0.0 rules

  (* The ten rules of groups: critical pairs have one normal form, and known equations hold. *)
  fun verify (_, rules) =
    let
      fun isSame (a, b) = normalise rules a = normalise rules b
      val all = List.concat (List.map (fn r => List.concat (List.map (fn s => criticalPairs (r, s)) rules)) rules)
      val known =
        [(inverse (times (x, y)), times (inverse y, inverse x)), (inverse (inverse x), x), (inverse unit, unit),
         (times (x, inverse x), unit), (times (x, unit), x)]
    in if List.length rules = 10 andalso List.all isSame (all @ known) then 0.0 else 1.0
    end
end
