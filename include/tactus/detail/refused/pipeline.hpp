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

#if !defined(__clang__)
#line 17 "tactus/detail/refused/pipeline.hpp"
#endif

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

template <class First> constexpr Mistake mistakeInNumberOfItems() {
  return std::convertible_to<First, std::size_t> ? Mistake::none : Mistake::first;
}

} // namespace detail

// clang-format off
#define TACTUS_DETAIL_MADE detail::mistakeInPipeline<Arguments...>()
template <class... Arguments> void pipeline(std::size_t, Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(count),
        "tactus::pipeline: it takes (in_flight, source, stages...) or (in_flight, stop, source, stages...)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::pipeline: the source is no range, and what it returns is no std::optional (concept pipeline_source)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(body),
        "tactus::pipeline: a stage cannot be called with what the one before returns (concept "
        "pipeline_stages)", "error")))
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_SAYS(pipeline, none, TACTUS_DETAIL_NO_FIT))))
    TACTUS_DETAIL_END;

#undef TACTUS_DETAIL_MADE
#define TACTUS_DETAIL_MADE detail::mistakeInNumberOfItems<First>()
template <class First, class... Arguments>
  requires(!std::convertible_to<First, std::size_t>)
void pipeline(First &&, Arguments &&...) TACTUS_DETAIL_REFUSES
    TACTUS_DETAIL_IF((diagnose_if(TACTUS_DETAIL_IS(first),
        "tactus::pipeline: the first argument is no number of items (concept std::convertible_to)", "error")))
    TACTUS_DETAIL_END;
#undef TACTUS_DETAIL_MADE
// clang-format on

} // namespace tactus

#endif // TACTUS_DETAIL_REFUSED_PIPELINE_HPP
