//===- invoke.hpp - calls what may be a member of an argument ------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// std::invoke without <functional>, which takes as long to compile as all that loops are made of.
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_DETAIL_INVOKE_HPP
#define TACTUS_DETAIL_INVOKE_HPP

#include <type_traits>
#include <utility>

namespace tactus::detail {

/// Of an object, of what holds a reference to one (std::reference_wrapper), or of what points to one.
template <class Class, class Member, class Object, class... Arguments>
constexpr decltype(auto) callMember(Member Class::*member, Object &&object, Arguments &&...arguments) {
  if constexpr (std::is_base_of_v<Class, std::remove_cvref_t<Object>>) {
    if constexpr (std::is_function_v<Member>)
      return (std::forward<Object>(object).*member)(std::forward<Arguments>(arguments)...);
    else
      return (std::forward<Object>(object).*member);
  } else if constexpr (requires { object.get().*member; } || requires { (object.get().*member)(arguments...); }) {
    return callMember(member, object.get(), std::forward<Arguments>(arguments)...);
  } else {
    return callMember(member, *std::forward<Object>(object), std::forward<Arguments>(arguments)...);
  }
}

template <class Function, class... Arguments>
[[gnu::always_inline]] constexpr decltype(auto) invoke(Function &&function, Arguments &&...arguments) {
  if constexpr (std::is_member_pointer_v<std::remove_cvref_t<Function>>)
    return callMember(function, std::forward<Arguments>(arguments)...);
  else
    return std::forward<Function>(function)(std::forward<Arguments>(arguments)...);
}

} // namespace tactus::detail

#endif // TACTUS_DETAIL_INVOKE_HPP
