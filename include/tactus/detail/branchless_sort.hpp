//===- branchless_sort.hpp - sorting small elements without branches on what they hold ------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Whether one of two random elements is less than the other is a coin that no processor predicts: a sort that branches
// on it spends most of its time on wrong guesses. Elements of one or two words are copied in less time than a wrong
// guess takes. So they are copied whatever the answer is, and the answer is added to a pointer:
//
//     partition       | less | not less |hole| unknown |      the first that is not less goes to the hole, the next
//                            ▲ left        ▲ right            unknown one to its place, and `left` moves if it is less
//     small parts     of four elements each, merged from both ends: no end of a run has to be looked for
//
// Whatever the comparison says, also if it is no order, and wherever it throws: the elements stay the same ones.
//
// The partition is Lomuto's, in cycles. Elements that equal the pivot before their part are split off at once, so many
// equal ones cost little (Peters, Pattern-defeating quicksort, 2021, section 3).
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_BRANCHLESS_SORT_HPP
#define TACTUS_DETAIL_BRANCHLESS_SORT_HPP

#include "fork.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <type_traits>

namespace tactus::detail {

/// Elements that are copied in a few instructions, and lie one behind the other; and `less` compares copies of them.
template <class Iterator, class Less>
inline constexpr bool sortsWithoutBranches =
    std::contiguous_iterator<Iterator> &&
    std::is_invocable_v<Less &, const std::iter_value_t<Iterator> &, const std::iter_value_t<Iterator> &> &&
    std::is_same_v<std::iter_reference_t<Iterator>, std::iter_value_t<Iterator> &> &&
    std::is_trivially_copyable_v<std::iter_value_t<Iterator>> &&
    std::is_trivially_copy_constructible_v<std::iter_value_t<Iterator>> &&
    std::is_trivially_copy_assignable_v<std::iter_value_t<Iterator>> &&
    sizeof(std::iter_value_t<Iterator>) <= 2 * sizeof(void *);

template <class T, class Less> class BranchlessSort {
public:
  /// Below this many elements a partition costs more than sorting them.
  static constexpr std::ptrdiff_t Small = 32;

  /// At most Small elements.
  [[gnu::noinline]] static void sortSmall(T *first, T *last, Less &less) {
    Room sorted, other;
    auto count = static_cast<unsigned>(last - first);
    sortInto(first, sorted.values, other.values, count, less);
    std::copy_n(sorted.values, count, first);
  }

  /// Moves the pivot of more than Small elements to the front.
  static void choosePivot(T *first, T *last, Less &less) {
    std::ptrdiff_t part = (last - first) / 8;
    T *low = first + 1, *middle = first + 4 * part, *high = last - 1;
    if (part > Small) {
      low = median(low, low + part, low + 2 * part, less);
      middle = median(middle - part, middle, middle + part, less);
      high = median(high - 2 * part, high - part, high, less);
    }
    std::swap(*first, *median(low, middle, high, less));
  }

  /// The pivot is the first of them. Nothing behind the result is less than that, nothing before it is not. It is
  /// there.
  static T *partition(T *first, T *last, Less &less) {
    const T pivot = *first;
    return separate(first, last, [&less, &pivot](const T &value) { return less(value, pivot); });
  }
  /// The same, and nothing in all is less than the pivot: what equals it comes before the result.
  static T *splitEqual(T *first, T *last, Less &less) {
    const T pivot = *first;
    return separate(first, last, [&less, &pivot](const T &value) { return !less(pivot, value); });
  }

private:
  /// Memory that is written before it is read.
  union Room {
    T values[Small];
    Room() noexcept {}
  };

  /// An element that is nowhere but here is put back, also if a comparison throws.
  struct Hole {
    T value;
    T *place;
    ~Hole() { *place = value; }
  };

  /// Which one is a coin. g++ makes a branch of it whatever it is told.
  [[gnu::always_inline]] static const T *choose(bool isFirst, const T *first, const T *second) {
#if defined(__clang__)
    return __builtin_unpredictable(isFirst) ? first : second;
#else
    auto one = reinterpret_cast<std::uintptr_t>(first), other = reinterpret_cast<std::uintptr_t>(second);
    return reinterpret_cast<const T *>(other ^ ((one ^ other) & -std::uintptr_t{isFirst}));
#endif
  }

  static T *median(T *a, T *b, T *c, Less &less) {
    if (less(*b, *a))
      std::swap(a, b);
    if (!less(*c, *b))
      return b;
    return less(*c, *a) ? a : c;
  }

  /// At least two elements.
  template <class GoesLeft> static T *separate(T *first, T *last, const GoesLeft &goesLeft) {
    T *left = first + 1;
    {
      Hole hole{*left, left};
      for (T *right = first + 2; right != last; ++right) {
        bool isLeft = goesLeft(*right);
        *hole.place = *left;
        *left = *right;
        hole.place = right;
        left += isLeft;
      }
      bool isLeft = goesLeft(hole.value);
      *hole.place = *left;
      hole.place = left;
      left += isLeft;
    }
    std::swap(*first, left[-1]);
    return left - 1;
  }

  static void sortInto(const T *from, T *to, T *other, unsigned count, Less &less) {
    if (count <= 4) {
      sortFour(from, to, count, less);
      return;
    }
    unsigned half = count / 2;
    sortInto(from, other, to, half, less);
    sortInto(from + half, other + half, to + half, count - half, less);
    merge(other, to, count, less);
  }

  /// Up to four elements. Each pair of results is a pair of arguments, whatever the answers are.
  static void sortFour(const T *from, T *to, unsigned count, Less &less) {
    if (count < 2) {
      std::copy_n(from, count, to);
      return;
    }
    bool isFirst = less(from[1], from[0]);
    const T *a = from + isFirst, *b = from + !isFirst;
    if (count == 2) {
      to[0] = *a;
      to[1] = *b;
    } else if (count == 3) {
      const T *c = from + 2;
      bool isBelowAll = less(*c, *a), isBelow = isBelowAll | less(*c, *b);
      to[0] = *(isBelowAll ? c : a);
      to[1] = *(isBelowAll ? a : isBelow ? c : b);
      to[2] = *(isBelow ? b : c);
    } else {
      bool isThird = less(from[3], from[2]);
      const T *c = from + 2 + isThird, *d = from + 3 - isThird;
      // The least is one of the lesser, the greatest one of the greater of the two pairs.
      bool isLeastBehind = less(*c, *a), isGreatestBefore = less(*d, *b);
      const T *low = isLeastBehind ? a : isGreatestBefore ? c : b;
      const T *high = isGreatestBefore ? d : isLeastBehind ? b : c;
      bool isTurned = less(*high, *low);
      to[0] = *(isLeastBehind ? c : a);
      to[1] = *(isTurned ? high : low);
      to[2] = *(isTurned ? low : high);
      to[3] = *(isGreatestBefore ? b : d);
    }
  }

  /// Of two sorted halves, the second of which may be longer by one. Each step takes one element, so after as many
  /// steps as a half has elements, neither has been left.
  static void merge(const T *from, T *to, unsigned count, Less &less) {
    unsigned half = count / 2;
    const T *left = from, *leftEnd = from + half, *right = leftEnd, *rightEnd = from + count;
    T *front = to, *back = to + count;
    for (unsigned step = 0; step < half; ++step) {
      bool isRight = less(*right, *left), isLeftBack = less(rightEnd[-1], leftEnd[-1]);
      *front++ = *choose(isRight, right, left);
      right += isRight;
      left += !isRight;
      *--back = choose(isLeftBack, leftEnd, rightEnd)[-1];
      leftEnd -= isLeftBack;
      rightEnd -= !isLeftBack;
    }
    if (count % 2 != 0) {
      bool isLeft = left < leftEnd;
      *front = *(isLeft ? left : right);
      left += isLeft;
      right += !isLeft;
    }
    // What is no order has not met itself in the middle.
    if (left != leftEnd || right != rightEnd) [[unlikely]]
      std::copy_n(from, count, to);
  }
};

} // namespace tactus::detail

#endif // TACTUS_DETAIL_BRANCHLESS_SORT_HPP
