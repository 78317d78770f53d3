//===- pipeline.hpp - pipelines that are refused --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_PIPELINE_HPP
#define TACTUS_DETAIL_REFUSED_PIPELINE_HPP

#include "../../pipeline.hpp"
#include "call.hpp"

namespace tactus {

namespace detail {

template <class Source, class... Stages> constexpr Mistake mistakeInStages() {
  if constexpr (!pipeline_source<std::remove_reference_t<Source>>)
    return Mistake::first;
  else if constexpr (sizeof...(Stages) == 0)
    return Mistake::count;
  else
    return pipeline_stages<std::remove_reference_t<Source>, std::remove_cvref_t<Stages>...> ? Mistake::none
                                                                                            : Mistake::body;
}

/// ([stop,] source, stages...) behind the number of items.
template <class... Arguments>
  requires(sizeof...(Arguments) == 0)
constexpr Mistake mistakeInPipeline() {
  return Mistake::count;
}
template <class First, class... Others> constexpr Mistake mistakeInPipeline() {
  if constexpr (!stop_request<std::remove_cvref_t<First>>)
    return mistakeInStages<First, Others...>();
  else if constexpr (sizeof...(Others) == 0)
    return Mistake::count;
  else
    return mistakeInStages<Others...>();
}

} // namespace detail

template <class... Arguments> void pipeline(std::size_t, Arguments &&...) {
  using detail::Mistake;
  constexpr detail::No no{detail::mistakeInPipeline<Arguments...>()};
  static_assert(no(Mistake::count),
                "tactus::pipeline: it takes (in_flight, source, stages...) or (in_flight, stop, source, stages...)");
  static_assert(no(Mistake::first),
                "tactus::pipeline: what the source returns is no std::optional (concept pipeline_source)");
  static_assert(
      no(Mistake::body),
      "tactus::pipeline: a stage cannot be called with what the one before returns (concept pipeline_stages)");
  static_assert(
      no(Mistake::none),
      "tactus::pipeline: these arguments do not fit together: is a range or a function const? (docs/library.md)");
}

template <class First, class... Arguments>
  requires(!std::convertible_to<First, std::size_t>)
void pipeline(First &&, Arguments &&...) {
  constexpr bool isNumber = std::convertible_to<First, std::size_t>;
  static_assert(isNumber, "tactus::pipeline: the first argument is no number of items (concept std::convertible_to)");
}

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_PIPELINE_HPP
