(* What programs for MPL and MLton use beside the Basis library. *)
fun say s = print (s ^ "\n")
val itos = Int.toString
val btos = Bool.toString

(* Loops. *)
val n = 1000
val squares = ForkJoin.alloc n : int array
val () = ForkJoin.parform (0, n) (fn i => Array.update (squares, i, i * i))
val () = say ("squares " ^ itos (ForkJoin.reduce op+ 0 (0, n) (fn i => Array.sub (squares, i))))
(* In order, whoever takes parts. *)
val digits = ForkJoin.pareduce (0, 300) [] (fn (i, l) => i :: l) (fn (first, second) => second @ first)
val () = say ("in order " ^ btos (digits = List.tabulate (300, fn i => 299 - i)))
val () = say ("nothing " ^ itos (ForkJoin.pareduce (5, 5) 7 (fn (i, s) => i + s) op+ + ForkJoin.pareduce (6, 5) 7 #1 op+))
(* Iterations with parallelism in them. *)
fun fib n = if n < 2 then n else op+ (ForkJoin.fork (fn () => fib (n - 1), fn () => fib (n - 2)))
val fibs = ForkJoin.pareduce (0, 12) 0 (fn (i, s) => s + fib i) op+
val () = say ("fibs " ^ itos fibs)
val broken = ForkJoin.pareduce (0, 100) 0 (fn (i, s) => if i = 57 then raise Fail "57" else i + s) op+ handle Fail s => String.size s
val () = say ("broken " ^ itos broken)
val count = ref 0
val () = ForkJoin.seqLoop (3, 8) (fn i => count := !count * 10 + i)
val () = say ("sequence " ^ itos (!count) ^ " " ^ itos (ForkJoin.seqReduce op- 0 (0, 5) (fn i => i)))

(* Shared memory. *)
local open MLton.Parallel
in
  val compareAndSwap = compareAndSwap and arrayCompareAndSwap = arrayCompareAndSwap and fetchAndAdd = fetchAndAdd
  val arrayFetchAndAdd = arrayFetchAndAdd and processorNumber = processorNumber and numberOfProcessors = numberOfProcessors
end
val sum = ref 0 and slots = Array.array (8, 0)
fun add i =
  let val old = !sum
  in if compareAndSwap sum (old, old + i) = old then () else add i
  end
val () =
  ForkJoin.parform (0, n) (fn i => (add i; ignore (arrayFetchAndAdd (slots, i mod 8) 1); ignore (fetchAndAdd count ~1)))
val () = say ("shared " ^ itos (!sum) ^ " " ^ itos (Array.sub (slots, 7)) ^ " " ^ itos (!count))
val free = Array.array (n, ~1)
val () = ForkJoin.parform (0, 4 * n) (fn i => ignore (arrayCompareAndSwap (free, i mod n) (~1, i mod n)))
val () = say ("claimed " ^ btos (ForkJoin.reduce (fn (a, b) => a andalso b) true (0, n) (fn i => Array.sub (free, i) = i)))
val () = say ("worker " ^ btos (processorNumber () >= 0 andalso numberOfProcessors > 0))

(* Files. *)
val name = OS.FileSys.tmpName ()
val text = String.concat (List.tabulate (500, fn i => itos i ^ "\n"))
val {file, file_size} = MPL.File.openFileWriteable name (String.size text)
val () = say ("new file " ^ itos file_size)
val bytes = ArraySlice.full (Array.tabulate (String.size text, fn i => Byte.charToByte (String.sub (text, i))))
val () =
  ForkJoin.parform (0, 10) (fn i =>
    let val (lo, hi) = (i * String.size text div 10, (i + 1) * String.size text div 10)
    in MPL.File.writeWord8s {file = file, file_offset = lo} (ArraySlice.subslice (bytes, lo, SOME (hi - lo)))
    end)
val () = MPL.File.closeFile file
fun fails f = (ignore (f ()); "no") handle Subscript => "Subscript" | MPL.File.Closed => "Closed" | MPL.File.WrongFilePermission => "permission" | IO.Io _ => "Io"
val () = say ("closed " ^ fails (fn () => MPL.File.size file) ^ " " ^ fails (fn () => MPL.File.closeFile file))
(* Behind what is there. *)
val {file, file_size} = MPL.File.openFileWriteable name 2
val () = MPL.File.writeChar {file = file, file_offset = file_size + 1} #"!"
val () = MPL.File.writeChar {file = file, file_offset = file_size} #"?"
val () = say ("room " ^ fails (fn () => MPL.File.writeChar {file = file, file_offset = file_size + 2} #"x"))
val () = MPL.File.closeFile file
val file = MPL.File.openFile name
val size = MPL.File.size file
val chars = ForkJoin.alloc size : char array
val () =
  ForkJoin.parform (0, 7) (fn i =>
    let val (lo, hi) = (i * size div 7, (i + 1) * size div 7)
    in MPL.File.readChars file lo (ArraySlice.slice (chars, lo, SOME (hi - lo)))
    end)
val () = say ("read " ^ btos (CharVector.tabulate (size, fn i => Array.sub (chars, i)) = text ^ "?!"))
val words = Array.array (3, 0w0 : Word8.word)
val () = MPL.File.readWord8s file 4 (ArraySlice.slice (words, 1, SOME 2))
val () = say ("words " ^ String.concatWith "," (List.map Word8.toString (Array.foldr op:: [] words)))
val () = say ("one " ^ str (MPL.File.readChar file 2) ^ Word8.toString (MPL.File.readWord8 file 2))
val () =
  say ("outside " ^ fails (fn () => MPL.File.readChar file size) ^ " " ^
       fails (fn () => MPL.File.readChars file (size - 1) (ArraySlice.slice (chars, 0, SOME 2))) ^ " " ^
       fails (fn () => MPL.File.writeChar {file = file, file_offset = 0} #"x"))
val () = MPL.File.closeFile file
val () = say ("gone " ^ fails (fn () => MPL.File.readChar file 0))
val () = OS.FileSys.remove name
val () = say ("no file " ^ fails (fn () => MPL.File.openFile name))

(* A loop that ends early, whoever takes the rest, and what MPL makes its loops of. MPL's advice on inlining is skipped. *)
fun __inline_always__ firstAbove limit =
  ForkJoin.pareduceBreakExn (0, n) ~1
    (fn (break, i, found) => if i * i > limit then raise break i else __inline_never__ Int.max (found, ~1))
    (fn (first, second) => if first >= 0 then first else second)
val () = say ("first above " ^ itos (firstAbove 5000) ^ " " ^ itos (firstAbove (n * n)))
fun sum (lo, hi) =
  if hi - lo <= 1 then lo
  else
    let val middle = lo + (hi - lo) div 2
    in
      ForkJoin.spork {tokenPolicy = ForkJoin.TokenPolicyFair, body = fn () => sum (lo, middle), spwn = fn () => sum (middle, hi),
                      seq = fn first => first + sum (middle, hi), sync = op +, unstolen = NONE}
    end
val () = say ("sum " ^ itos (sum (0, n)))

(* Numbers of the run. *)
val before' = MPL.GC.bytesAllocated ()
val kept = List.tabulate (10000, fn i => i)
val collections = MPL.GC.numCCs ()
val () = MLton.GC.collect ()
val () = say ("collected " ^ btos (MPL.GC.numCCs () > collections orelse MLton.isMLton orelse List.length kept <> 10000))
val () = say ("heap " ^ btos (MPL.GC.currentHeapSize () > 0 andalso MPL.GC.bytesAllocated () >= before' andalso
                              MPL.GC.ccBytesReclaimed () <= MPL.GC.bytesInScopeForCC ()))
val () = say ("local " ^ btos (MPL.GC.localBytesReclaimed () <= MPL.GC.bytesInScopeForLocal ()))
(* What nobody measures here is 0, so that reports of programs for MPL are printed whole. *)
val () =
  say ("nothing " ^ btos (List.all (fn count => count () = (0 : IntInf.int))
                            [MPL.GC.maxStackSizeForHeartbeat, MPL.GC.maxStackFramesWalkedForHeartbeat,
                             MPL.GC.numberEntanglements, MPL.GC.numberSuspectsMarked]
                   andalso ForkJoin.maxForkDepthSoFar () = 0 andalso MPL.GC.getControlMaxCCDepth () = 0))
val () = say ("processors " ^ btos (MPL.GC.numCCsOfProc 0 > 0 andalso MPL.GC.numCCsOfProc 1 = 0 andalso
                                    MPL.GC.ccTimeOfProc 1 = Time.zeroTime))
val () = say ("counts " ^ btos (ForkJoin.numSpawnsSoFar () >= 0 andalso ForkJoin.numStealsSoFar () >= 0 andalso
                                ForkJoin.numHeartbeatsSoFar () >= ForkJoin.numSkippedHeartbeatsSoFar ()))
val () = say ("times " ^ btos (Time.> (ForkJoin.workTimeSoFar (), Time.zeroTime) andalso
                               Time.>= (ForkJoin.idleTimeSoFar (), Time.zeroTime)))
val {self, gc, children} = MLton.Rusage.rusage ()
val () = say ("usage " ^ btos (Time.> (Time.+ (#utime self, #stime self), Time.zeroTime) andalso #stime gc = Time.zeroTime andalso
                               Time.>= (#utime children, Time.zeroTime)))

(* Random words. *)
val () = MLton.Random.srand 0w1
val first = MLton.Random.rand ()
val second = MLton.Random.rand ()
val () = MLton.Random.srand 0w1
val () = say ("random " ^ btos (MLton.Random.rand () = first andalso first <> second))
val drawn = Array.array (n, 0w0)
val () = ForkJoin.parform (0, n) (fn i => Array.update (drawn, i, MLton.Random.rand ()))
val () = say ("drawn " ^ btos (ForkJoin.reduce op+ 0 (0, n) (fn i => if Array.sub (drawn, i) > Word.<< (0w1, Word.fromInt (Word.wordSize - 1)) then 1 else 0)
                              > n div 3))
val () = say ("seed " ^ btos (isSome (MLton.Random.seed ()) andalso MLton.Random.useed () <> MLton.Random.useed ()))
val () = say ("letters " ^ btos (CharVector.all Char.isAlphaNum (MLton.Random.alphaNumString 50)))

(* Words, reals, vectors. *)
val () = say ("rotated " ^ Word8.toString (MLton.Word8.rol (0wx81, 0w1)) ^ Word16.toString (MLton.Word16.ror (0wx1, 0w20)) ^
              Word64.toString (MLton.Word64.rol (0wx123456789abcdef, 0w64)))
val () = say ("bits " ^ Word64.toString (MLton.Real64.castToWord 1.0) ^ Word32.toString (MLton.Real32.castToWord 1.5) ^
              Real.toString (MLton.Real.castFromWord 0wx4000000000000000))
val (v, last) = MLton.Vector.unfoldi (5, 1, fn (i, b) => (b + i, 2 * b))
val () = say ("unfolded " ^ String.concatWith "," (List.map itos (Vector.foldr op:: [] v)) ^ " " ^ itos last)
val v = VectorExtra.unsafeFromArray (Array.tabulate (3, fn i => i + 1))
val () = say ("unsafe " ^ itos (Unsafe.Vector.sub (v, 2)) ^ itos (Unsafe.Array.sub (squares, 12)) ^ str (Unsafe.CharVector.sub (text, 0)))
val a = ArrayExtra.alloc 2 : int array
val () = (Unsafe.Array.update (a, 0, 4); Unsafe.Array.update (a, 1, 5))
val () = say ("alloc " ^ itos (Array.foldl op+ 0 a) ^ itos (Word8Array.length (BytesExtra.alloc 3)))
