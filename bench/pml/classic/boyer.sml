(* Rewrites terms by lemmas until they are conditionals of variables, and decides whether these are tautologies, as the
   first part of Boyer's and Moore's prover does. Datatypes, references, and lists. *)
structure Program : WORKLOAD =
struct
  val name = "boyer"
  val sizeMeaning = "proofs"
  val defaultSize = 150
  val tolerance = 0.0

  (* A head holds the lemmas whose left side begins with it. *)
  datatype term = Variable of int | Term of head * term list
  withtype head = {name : string, lemmas : (term * term) list ref}
  type input = int
  type result = int

  fun isSame (a : head, b : head) = #lemmas a = #lemmas b
  fun areEqual (Variable v, Variable w) = v = w
    | areEqual (Term (f, ss), Term (g, ts)) = isSame (f, g) andalso ListPair.all areEqual (ss, ts)
    | areEqual _ = false

  fun head name = {name = name, lemmas = ref []} : head
  val (conditional, truth, falsehood) = (head "if", head "true", head "false")
  val (conjunction, disjunction, negation) = (head "and", head "or", head "not")
  val (implication, equivalence, exclusion) = (head "implies", head "iff", head "xor")
  val (sum, product, zero, successor, equality) = (head "plus", head "times", head "zero", head "successor", head "equal")
  val (append, cons, null, reverse, length) = (head "append", head "cons", head "nil", head "reverse", head "length")

  fun if' (a, b, c) = Term (conditional, [a, b, c])
  fun two f (a, b) = Term (f, [a, b])
  fun one f a = Term (f, [a])
  val yes = Term (truth, []) and no = Term (falsehood, [])
  val x = Variable 0 and y = Variable 1 and z = Variable 2

  fun lemma (left as Term ({lemmas, ...}, _), right) = lemmas := !lemmas @ [(left, right)]
    | lemma (Variable _, _) = ()

  val () =
    List.app lemma
      [(two conjunction (x, y), if' (x, if' (y, yes, no), no)),
       (two disjunction (x, y), if' (x, yes, if' (y, yes, no))),
       (one negation x, if' (x, no, yes)),
       (two implication (x, y), if' (x, if' (y, yes, no), yes)),
       (two equivalence (x, y), two conjunction (two implication (x, y), two implication (y, x))),
       (two exclusion (x, y), one negation (two equivalence (x, y))),
       (if' (yes, x, y), x),
       (if' (no, x, y), y),
       (if' (if' (x, y, z), Variable 3, Variable 4), if' (x, if' (y, Variable 3, Variable 4), if' (z, Variable 3, Variable 4))),
       (two sum (Term (zero, []), x), x),
       (two sum (one successor x, y), one successor (two sum (x, y))),
       (two product (Term (zero, []), x), Term (zero, [])),
       (two product (one successor x, y), two sum (y, two product (x, y))),
       (two equality (one successor x, one successor y), two equality (x, y)),
       (two equality (Term (zero, []), Term (zero, [])), yes),
       (two append (Term (null, []), x), x),
       (two append (two cons (x, y), z), two cons (x, two append (y, z))),
       (one reverse (Term (null, [])), Term (null, [])),
       (one reverse (two cons (x, y)), two append (one reverse y, two cons (x, Term (null, [])))),
       (one length (Term (null, [])), Term (zero, [])),
       (one length (two cons (x, y)), one successor (one length y))]

  fun find (_, []) = NONE
    | find (v, (w, t) :: rest) = if v = (w : int) then SOME t else find (v, rest)

  fun match (Variable v, t, s) =
        (case find (v, s) of
           NONE => SOME ((v, t) :: s)
         | SOME other => if areEqual (other, t) then SOME s else NONE)
    | match (Term (f, ps), Term (g, ts), s) = if isSame (f, g) then matchAll (ps, ts, s) else NONE
    | match (Term _, Variable _, _) = NONE
  and matchAll (p :: ps, t :: ts, s) = (case match (p, t, s) of NONE => NONE | SOME s => matchAll (ps, ts, s))
    | matchAll (_, _, s) = SOME s

  fun substitute s (Variable v) = (case find (v, s) of SOME t => t | NONE => Variable v)
    | substitute s (Term (f, arguments)) = Term (f, List.map (substitute s) arguments)

  fun rewrite (Variable v) = Variable v
    | rewrite (Term (f, arguments)) = byLemmas (Term (f, List.map rewrite arguments), !(#lemmas f))
  and byLemmas (t, []) = t
    | byLemmas (t, (left, right) :: rest) =
        (case match (left, t, []) of SOME s => rewrite (substitute s right) | NONE => byLemmas (t, rest))

  fun isTrue (t, known) = areEqual (t, yes) orelse List.exists (fn other => areEqual (t, other)) known
  fun isFalse (t, known) = areEqual (t, no) orelse List.exists (fn other => areEqual (t, other)) known

  fun isTautology (t, trues, falses) =
    isTrue (t, trues) orelse
    (case t of
       Term (f, [a, b, c]) =>
         not (isFalse (t, falses)) andalso isSame (f, conditional) andalso
         (if isTrue (a, trues) then isTautology (b, trues, falses)
          else if isFalse (a, falses) then isTautology (c, trues, falses)
          else isTautology (b, a :: trues, falses) andalso isTautology (c, trues, a :: falses))
     | _ => false)

  fun number 0 = Term (zero, []) | number n = one successor (number (n - 1))
  fun list (_, 0) = Term (null, []) | list (first, n) = two cons (Variable first, list (first + 1, n - 1))

  (* A chain of implications implies the one from its beginning to its end. *)
  fun chain (first, last) =
    if first + 1 = last then two implication (Variable first, Variable last)
    else two conjunction (two implication (Variable first, Variable (first + 1)), chain (first + 1, last))

  val theorems =
    [two implication (chain (10, 15), two implication (Variable 10, Variable 15)),
     two equivalence (one negation (two conjunction (Variable 10, Variable 11)),
                      two disjunction (one negation (Variable 10), one negation (Variable 11))),
     two equivalence (two exclusion (Variable 10, Variable 11), two exclusion (Variable 11, Variable 10)),
     two equality (two product (number 6, number 7), two sum (number 40, number 2)),
     two equality (one length (one reverse (list (10, 15))), number 15)]
  (* No theorems: their ends are exchanged, or a number is wrong. *)
  val others =
    [two implication (chain (10, 14), two implication (Variable 14, Variable 10)),
     two equality (two product (number 6, number 7), number 41)]

  fun proves t = isTautology (rewrite t, [], [])
  fun count terms = List.length (List.filter proves terms)

  fun prepare (size, _) = size
  fun run size =
    let fun go (0, proved) = proved
          | go (left, proved) = go (left - 1, proved + count theorems + 100 * count others)
    in go (size, 0)
    end
  fun checksum (_, proved) = Real.fromInt proved
  fun verify (size, proved) = if proved = size * List.length theorems then 0.0 else 1.0
end
