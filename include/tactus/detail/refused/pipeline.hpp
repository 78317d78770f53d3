//===- pipeline.hpp - pipelines that are refused --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// How, and why: call.hpp.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_REFUSED_PIPELINE_HPP
#define TACTUS_DETAIL_REFUSED_PIPELINE_HPP

#pragma GCC system_header
#include "../../pipeline.hpp"
#include "call.hpp"

namespace tactus {

namespace detail {

template <class Source, class... Stages> constexpr Mistake mistakeInStages() {
  TACTUS_DETAIL_NEEDS(first, pipeline_source<std::remove_reference_t<Source>>)
  TACTUS_DETAIL_NEEDS(count, (sizeof...(Stages) > 0))
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
  else {
    TACTUS_DETAIL_NEEDS(count, (sizeof...(Others) > 0))
    return mistakeInStages<Others...>();
  }
}

template <class First> constexpr Mistake mistakeInNumberOfItems() {
  return std::convertible_to<First, std::size_t> ? Mistake::none : Mistake::first;
}

} // namespace detail

#define TACTUS_DETAIL_HEAD template <class... Arguments> void TACTUS_DETAIL_NAME(std::size_t, Arguments &&...)
#define TACTUS_DETAIL_MADE detail::mistakeInPipeline<Arguments...>()
#define TACTUS_DETAIL_COUNT "it takes (in_flight, source, stages...) or (in_flight, stop, source, stages...)"
#define TACTUS_DETAIL_FIRST "the source is no range, and what it returns is no std::optional (concept pipeline_source)"
#define TACTUS_DETAIL_BODY "a stage cannot be called with what the one before returns (concept pipeline_stages)"
#define TACTUS_DETAIL_NAME pipeline
#include "overload.def"

#define TACTUS_DETAIL_HEAD                                                                                             \
  template <class First, class... Arguments>                                                                           \
    requires(!std::convertible_to<First, std::size_t>)                                                                 \
  void TACTUS_DETAIL_NAME(First &&, Arguments &&...)
#define TACTUS_DETAIL_MADE detail::mistakeInNumberOfItems<First>()
#define TACTUS_DETAIL_FIRST "the first argument is no number of items (concept std::convertible_to)"
#define TACTUS_DETAIL_NAME pipeline
#include "overload.def"

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_PIPELINE_HPP
