(* Structures of the Basis library match its signatures, and share the types that the manual says they share. *)
functor G (X : INTEGER) = struct val x = X.fromInt 3 end
structure I1 = G (Int) structure I2 = G (Int32) structure I3 = G (IntInf)
functor W (X : WORD) = struct val x = X.fromInt 3 end
structure W1 = W (Word) structure W2 = W (Word8) structure W3 = W (Word64)
functor R (X : REAL) = struct val x = X.fromInt 3 end
structure R1 = R (Real)
functor V (X : MONO_VECTOR) = struct val x = X.fromList [] end
structure V1 = V (CharVector) structure V2 = V (Word8Vector) structure V3 = V (RealVector)
functor A (X : MONO_ARRAY) = struct val x = X.fromList [] end
structure A1 = A (CharArray) structure A2 = A (Word8Array)
functor S (X : MONO_VECTOR_SLICE) = struct fun f x = X.length x end
structure S1 = S (CharVectorSlice) structure S2 = S (Word8VectorSlice)
functor T (X : MONO_ARRAY_SLICE) = struct fun f x = X.length x end
structure T1 = T (CharArraySlice) structure T2 = T (Word8ArraySlice)
functor B (X : INT_INF) = struct val x = X.pow (X.fromInt 2, 70) end structure B1 = B (IntInf)
functor C (X : STRING) = struct val x = X.size end structure C1 = C (String)
functor D (X : TEXT_IO) = struct val x = X.stdIn end structure D1 = D (TextIO)
functor E (X : BIN_IO) = struct val x = X.openIn end structure E1 = E (BinIO)
functor H (X : OS) = struct open X end structure H1 = H (OS)
functor J (X : TEXT) = struct open X end structure J1 = J (Text)
functor K (X : VECTOR) = struct open X end structure K1 = K (Vector)
functor L (X : ARRAY) = struct open X end structure L1 = L (Array)
functor M (X : SUBSTRING) = struct open X end structure M1 = M (Substring)
functor N (X : DATE) = struct open X end structure N1 = N (Date)
functor O (X : TIME) = struct open X end structure O1 = O (Time)
functor P (X : CHAR) = struct open X end structure P1 = P (Char)
functor Q (X : IMPERATIVE_IO) = struct open X end structure Q1 = Q (BinIO) structure Q2 = Q (TextIO)
functor U (X : STREAM_IO) = struct open X end structure U1 = U (TextIO.StreamIO) structure U2 = U (BinIO.StreamIO)
val _ : string = CharVector.fromList [#"a"]
val _ : CharVectorSlice.slice = Substring.full "x"
val _ : Word8Vector.vector = Byte.stringToBytes "x"
val _ : string vector = Vector.fromList (CommandLine.arguments ())
val _ : IntInf.int = Position.toLarge 3
val _ : LargeInt.int = 3 : IntInf.int
val _ : LargeReal.real = 1.0 : real
functor Z (X : IO) = struct open X end structure Z1 = Z (IO)
fun both (s : Text.CharVectorSlice.slice) = Text.Substring.string s
(* RUN: %check %s
*)
