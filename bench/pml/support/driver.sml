(* Runs one program several times and prints what it measured, with the options and in the lines of
   bench/kernels/driver.c, so that the harness reads both alike:

     kernel life
     size 100
     seed 1
     repetition 0.312345678 0.310000000 0    wall seconds, processor seconds of the process, and nothing
     checksum 8.1234567890123456E7
     peak 12345                              the most memory that the process has had, in KiB, where Linux says it
     error 0                                 only with --verify

   Other compilers of Standard ML run it as well, some with an int of 31 bits. *)

signature WORKLOAD =
sig
  val name : string
  (* What the size counts. *)
  val sizeMeaning : string
  val defaultSize : int
  (* The largest relative difference that sums in another order may cause; 0 where the result is exact. *)
  val tolerance : real
  type input
  type result
  (* From a size and a seed. *)
  val prepare : int * int -> input
  (* The timed part. *)
  val run : input -> result
  (* A number that depends on all of the result. *)
  val checksum : input * result -> real
  (* The largest relative difference to a result that is computed in another way. *)
  val verify : input * result -> real
end

functor Driver (W : WORKLOAD) =
struct
  exception Usage of string

  type settings = {size : int, seed : int, repetitions : int, warmup : int, verifies : bool}

  fun number (option, text, least) =
    case Int.fromString text of
      SOME n =>
        if n >= least andalso Int.toString n = text then n
        else raise Usage (option ^ " " ^ text ^ ": not a number of at least " ^ Int.toString least)
    | NONE => raise Usage (option ^ " " ^ text ^ ": not a number")

  fun parse ([], settings) = settings
    | parse ("--verify" :: rest, {size, seed, repetitions, warmup, ...} : settings) =
        parse (rest, {size = size, seed = seed, repetitions = repetitions, warmup = warmup, verifies = true})
    | parse (option :: value :: rest, {size, seed, repetitions, warmup, verifies}) =
        let
          fun set (name, former, least) = if option = name then number (option, value, least) else former
          val isKnown = List.exists (fn name => name = option) ["--size", "--seed", "--reps", "--warmup"]
        in
          if isKnown then
            parse (rest,
              {size = set ("--size", size, 1), seed = set ("--seed", seed, 0),
               repetitions = set ("--reps", repetitions, 1), warmup = set ("--warmup", warmup, 0),
               verifies = verifies})
          else raise Usage ("unknown option " ^ option)
        end
    | parse ([option], _) = raise Usage ("unknown option " ^ option)

  fun say text = TextIO.output (TextIO.stdOut, text ^ "\n")
  fun fail (status, text) =
    (TextIO.output (TextIO.stdErr, W.name ^ ": error: " ^ text ^ "\n"); OS.Process.exit status)

  (* As C writes numbers. *)
  fun show format x = String.map (fn #"~" => #"-" | c => c) (Real.fmt format x)

  fun repeat (settings : settings) input =
    let
      (* Emptied before each run, so that a result does not lie beside the next one. *)
      val last = ref NONE
      fun warm 0 = ()
        | warm n = (last := NONE; last := SOME (W.run input); warm (n - 1))
      fun measure 0 = ()
        | measure n =
            let
              val () = last := NONE
              val processor = Timer.startCPUTimer ()
              val began = Time.now ()
              val result = W.run input
              val wall = Time.- (Time.now (), began)
              val {usr, sys} = Timer.checkCPUTimer processor
              val seconds = show (StringCvt.FIX (SOME 9)) o Time.toReal
            in
              last := SOME result;
              say ("repetition " ^ seconds wall ^ " " ^ seconds (Time.+ (usr, sys)) ^ " 0");
              measure (n - 1)
            end
    in
      warm (#warmup settings);
      measure (#repetitions settings);
      valOf (!last)
    end

  fun check (input, result) =
    let val error = W.verify (input, result)
    in
      say ("error " ^ show (StringCvt.GEN (SOME 3)) error);
      (* Written so that not a number counts as wrong. *)
      if error <= W.tolerance then ()
      else
        fail (OS.Process.failure,
          "wrong result: relative difference " ^ show (StringCvt.GEN (SOME 6)) error ^ ", allowed " ^
          show (StringCvt.GEN (SOME 6)) W.tolerance)
    end

  fun sayPeak () =
    let
      val status = TextIO.openIn "/proc/self/status"
      fun find NONE = ()
        | find (SOME line) =
            (case String.tokens Char.isSpace line of
               ["VmHWM:", kibibytes, _] => say ("peak " ^ kibibytes)
             | _ => find (TextIO.inputLine status))
    in
      find (TextIO.inputLine status);
      TextIO.closeIn status
    end
    handle IO.Io _ => ()

  fun perform (settings : settings) =
    let
      val () = say ("kernel " ^ W.name)
      val input = W.prepare (#size settings, #seed settings)
      val () = say ("size " ^ Int.toString (#size settings))
      val () = say ("seed " ^ Int.toString (#seed settings))
      val result = repeat settings input
    in
      say ("checksum " ^ show (StringCvt.GEN (SOME 17)) (W.checksum (input, result)));
      sayPeak ();
      if #verifies settings then check (input, result) else ()
    end

  fun main () =
    perform
      (parse (CommandLine.arguments (),
         {size = W.defaultSize, seed = 1, repetitions = 3, warmup = 1, verifies = false}))
    handle Usage text => fail (OS.Process.failure, text ^ "; the size is " ^ W.sizeMeaning)
end
