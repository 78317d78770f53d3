(* MPL: files that tasks read and write at the same time, and numbers of the collector. *)

signature MPL_FILE =
sig
  type t
  exception Closed
  exception WrongFilePermission
  val openFile : string -> t
  (* The file with room for so many bytes more, and how many it had. Bytes are written to it when it is closed. *)
  val openFileWriteable : string -> int -> {file : t, file_size : int}
  val closeFile : t -> unit
  val size : t -> int
  val readChar : t -> int -> char
  val readWord8 : t -> int -> Word8.word
  val unsafeReadChar : t -> int -> char
  val unsafeReadWord8 : t -> int -> Word8.word
  (* From a place in the file on as much as fits into the slice. *)
  val readChars : t -> int -> char ArraySlice.slice -> unit
  val readWord8s : t -> int -> Word8.word ArraySlice.slice -> unit
  val writeChar : {file : t, file_offset : int} -> char -> unit
  val writeWord8s : {file : t, file_offset : int} -> Word8.word ArraySlice.slice -> unit
end

structure MPLFile :> MPL_FILE =
struct
  exception Closed
  exception WrongFilePermission
  datatype state = Reading of Word8Vector.vector | Writing of string * Word8.word array | Gone
  type t = state ref
  fun contents name =
    let val file = BinIO.openIn name
    in BinIO.inputAll file before BinIO.closeIn file
    end
  fun openFile name = ref (Reading (contents name))
  fun openFileWriteable name more =
    let
      val old = if OS.FileSys.access (name, []) then contents name else Word8Vector.fromList []
      val n = Word8Vector.length old
      val bytes = Array.tabulate (n + more, fn i => if i < n then Word8Vector.sub (old, i) else 0w0)
      (* Who may not write there hears of it now. *)
      val () = BinIO.closeOut (BinIO.openAppend name)
    in {file = ref (Writing (name, bytes)), file_size = n}
    end
  fun closeFile file =
    case !file before file := Gone of
      Gone => raise Closed
    | Reading _ => ()
    | Writing (name, bytes) =>
        let
          val out = BinIO.openOut name
          val part = 65536
          val n = Array.length bytes
          fun write i =
            if i >= n then ()
            else
              (BinIO.output (out, Word8Vector.tabulate (Int.min (part, n - i), fn j => Array.sub (bytes, i + j)));
               write (i + part))
        in write 0; BinIO.closeOut out
        end
  fun size file =
    case !file of
      Reading bytes => Word8Vector.length bytes
    | Writing (_, bytes) => Array.length bytes
    | Gone => raise Closed
  fun readWord8 file i =
    case !file of
      Reading bytes => Word8Vector.sub (bytes, i)
    | Writing (_, bytes) => Array.sub (bytes, i)
    | Gone => raise Closed
  fun readChar file i = Byte.byteToChar (readWord8 file i)
  val unsafeReadWord8 = readWord8 and unsafeReadChar = readChar
  fun check (file, i, n) = if i < 0 orelse n > size file - i then raise Subscript else ()
  fun read convert file i slice =
    let
      val (a, from, n) = ArraySlice.base slice
      val () = check (file, i, n)
      fun fill nth =
        let fun go j = if j = n then () else (Array.update (a, from + j, convert (nth (i + j))); go (j + 1))
        in go 0
        end
    in
      case !file of
        Reading bytes => fill (fn j => Word8Vector.sub (bytes, j))
      | Writing (_, bytes) => fill (fn j => Array.sub (bytes, j))
      | Gone => raise Closed
    end
  fun readWord8s file = read (fn w => w) file
  fun readChars file = read Byte.byteToChar file
  fun writable file =
    case !file of
      Writing (_, bytes) => bytes
    | Reading _ => raise WrongFilePermission
    | Gone => raise Closed
  fun writeChar {file, file_offset} c = Array.update (writable file, file_offset, Byte.charToByte c)
  fun writeWord8s {file, file_offset} slice = ArraySlice.copy {src = slice, dst = writable file, di = file_offset}
end

(* MPL has two collectors: of what tasks keep to themselves ("local"), and one that runs beside the program ("CC"). Here
   these are the collections that tasks make of their own heaps, and those that stop all threads. Entanglement costs
   nothing here and is not looked for: the numbers of it are 0, as is what pinned objects would take, and the time of
   promotions. How far a beat looks into the stack is not measured: 0, too. *)
signature MPL_GC =
sig
  val currentHeapSize : unit -> IntInf.int
  val bytesAllocated : unit -> IntInf.int
  val numLocalGCs : unit -> IntInf.int
  val bytesInScopeForLocal : unit -> IntInf.int
  val localBytesReclaimed : unit -> IntInf.int
  val localGCTime : unit -> Time.time
  val numCCs : unit -> IntInf.int
  val bytesInScopeForCC : unit -> IntInf.int
  val ccBytesReclaimed : unit -> IntInf.int
  val ccTime : unit -> Time.time
  (* Older names: all of our collections begin at the root. *)
  val numRootCCs : unit -> IntInf.int
  val rootBytesReclaimed : unit -> IntInf.int
  val rootCCTime : unit -> Time.time
  val numInternalCCs : unit -> IntInf.int
  val internalBytesReclaimed : unit -> IntInf.int
  val internalCCTime : unit -> Time.time
  val promoTime : unit -> Time.time
  val numberDisentanglementChecks : unit -> IntInf.int
  val numberEntanglements : unit -> IntInf.int
  val numberEntanglementsDetected : unit -> IntInf.int
  val numberSuspectsMarked : unit -> IntInf.int
  val numberSuspectsCleared : unit -> IntInf.int
  val bytesPinnedEntangled : unit -> IntInf.int
  val bytesPinnedEntangledWatermark : unit -> IntInf.int
  val maxStackSizeForHeartbeat : unit -> IntInf.int
  val maxStackFramesWalkedForHeartbeat : unit -> IntInf.int
  val approxRaceFactor : unit -> Real32.real
  val getControlMaxCCDepth : unit -> int
  (* Of one processor: all is counted for the first. *)
  val bytesAllocatedOfProc : int -> IntInf.int
  val localBytesReclaimedOfProc : int -> IntInf.int
  val numLocalGCsOfProc : int -> IntInf.int
  val rootBytesReclaimedOfProc : int -> IntInf.int
  val internalBytesReclaimedOfProc : int -> IntInf.int
  val numRootCCsOfProc : int -> IntInf.int
  val numInternalCCsOfProc : int -> IntInf.int
  val numCCsOfProc : int -> IntInf.int
  val ccBytesReclaimedOfProc : int -> IntInf.int
  val localGCTimeOfProc : int -> Time.time
  val promoTimeOfProc : int -> Time.time
  val rootCCTimeOfProc : int -> Time.time
  val internalCCTimeOfProc : int -> Time.time
  val ccTimeOfProc : int -> Time.time
end

structure MPLGC : MPL_GC =
struct
  fun none () = 0 : IntInf.int
  fun noTime () = Time.zeroTime
  val currentHeapSize = Counts.heap and bytesAllocated = Counts.allocated
  val numLocalGCs = Counts.ownCollections and bytesInScopeForLocal = Counts.ownScope
  val localBytesReclaimed = Counts.ownReclaimed and localGCTime = Counts.ownTime
  val numCCs = Counts.wholeCollections and bytesInScopeForCC = Counts.wholeScope
  val ccBytesReclaimed = Counts.wholeReclaimed and ccTime = Counts.wholeTime
  val numRootCCs = numCCs and rootBytesReclaimed = ccBytesReclaimed and rootCCTime = ccTime
  val numInternalCCs = none and internalBytesReclaimed = none and internalCCTime = noTime and promoTime = noTime
  val numberDisentanglementChecks = none and numberEntanglements = none and numberEntanglementsDetected = none
  val numberSuspectsMarked = none and numberSuspectsCleared = none
  val bytesPinnedEntangled = none and bytesPinnedEntangledWatermark = none
  val maxStackSizeForHeartbeat = none and maxStackFramesWalkedForHeartbeat = none
  fun approxRaceFactor () = 0.0 : Real32.real
  fun getControlMaxCCDepth () = 0
  fun first zero count p = if p = 0 then count () else zero
  fun countOf count = first (0 : IntInf.int) count
  fun timeOf time = first Time.zeroTime time
  val bytesAllocatedOfProc = countOf bytesAllocated and localBytesReclaimedOfProc = countOf localBytesReclaimed
  val rootBytesReclaimedOfProc = countOf rootBytesReclaimed and ccBytesReclaimedOfProc = countOf ccBytesReclaimed
  val numLocalGCsOfProc = countOf numLocalGCs and numRootCCsOfProc = countOf numRootCCs and numCCsOfProc = countOf numCCs
  val localGCTimeOfProc = timeOf localGCTime and rootCCTimeOfProc = timeOf rootCCTime and ccTimeOfProc = timeOf ccTime
  val internalBytesReclaimedOfProc = countOf none and numInternalCCsOfProc = countOf none
  val internalCCTimeOfProc = timeOf noTime and promoTimeOfProc = timeOf noTime
end

signature MPL =
sig
  structure File : MPL_FILE
  structure GC : MPL_GC
end

structure MPL : MPL =
struct
  structure File = MPLFile and GC = MPLGC
end
