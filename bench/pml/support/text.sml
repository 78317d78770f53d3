(* Random text, as bench/kernels/mpl/text.h makes it. *)
structure Text =
struct
  (* Words of one to ten small letters from the first so many of the alphabet, in lines of eight on average. *)
  fun random (count, seed, letters) =
    let
      val state = Random.from seed
      val text = CharArray.array (count, #" ")
      fun put (i, c) = (CharArray.update (text, i, c); i + 1)
      fun word (i, 0) = i
        | word (i, length) =
            if i >= count then i
            else word (put (i, Char.chr (Char.ord #"a" + Random.below state letters)), length - 1)
      fun go i =
        if i >= count then ()
        else
          let val i = word (i, Random.below state 10 + 1)
          in go (if i < count then put (i, if Random.below state 8 = 0 then #"\n" else #" ") else i)
          end
    in go 0; CharArray.vector text
    end

  fun isSpace c = c = #" " orelse c = #"\n"
end
