//===- travel.hpp - values that may move between processes ------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// An address means nothing in another process. So a value travels if it is
//
//     bytes        trivially copyable, assignable, made without arguments, and no pointer, view or closure with
//     captures a container  std::vector, std::basic_string, std::array, std::pair, std::tuple or std::optional of what
//     travels its own      it has  template <class Archive> void serialise(Archive &archive) { archive(one, another); }
//                  which writes and reads, and can be made without arguments
//
// A closure with captures is trivially copyable also where it captures by reference. It has no assignment: that is how
// it is told apart, and refused. Of a class that holds a pointer among its members nobody can tell: give it a
// serialise().
//
//===----------------------------------------------------------------------===//
#ifndef TACTUS_CLUSTER_TRAVEL_HPP
#define TACTUS_CLUSTER_TRAVEL_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <ranges>
#include <span>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace tactus::cluster {

namespace detail {

using Bytes = std::vector<std::byte>;
class Writer;

/// Containers whose elements lie in a row, and how they travel below.
template <class T> inline constexpr bool isSequence = false;
template <class T, class A> inline constexpr bool isSequence<std::vector<T, A>> = !std::is_same_v<T, bool>;
template <class T, class Traits, class A> inline constexpr bool isSequence<std::basic_string<T, Traits, A>> = true;
template <class T> inline constexpr bool isOptional = false;
template <class T> inline constexpr bool isOptional<std::optional<T>> = true;

/// Of std::array, std::pair and std::tuple: whether each element travels.
template <class T> struct IsTuple : std::false_type {};
template <class... T> struct IsTuple<std::tuple<T...>> : std::true_type {};
template <class A, class B> struct IsTuple<std::pair<A, B>> : std::true_type {};
template <class T> struct IsArray : std::false_type {};
template <class T, std::size_t Size> struct IsArray<std::array<T, Size>> : std::true_type {};
template <class T> inline constexpr bool isReferenceWrapper = false;
template <class T> inline constexpr bool isReferenceWrapper<std::reference_wrapper<T>> = true;

template <class T>
concept serialises_itself =
    std::is_default_constructible_v<T> && requires(T &value, Writer &writer) { value.serialise(writer); };

template <class T> consteval bool mayTravel();

template <class Tuple, std::size_t... Index> consteval bool allTravel(std::index_sequence<Index...>) {
  return (mayTravel<std::tuple_element_t<Index, Tuple>>() && ...);
}

/// Nothing in it is an address, as far as its type says.
template <class T> consteval bool areBytes() {
  if constexpr (std::is_array_v<T>)
    return areBytes<std::remove_all_extents_t<T>>();
  else if constexpr (std::is_class_v<T>)
    return std::is_trivially_copyable_v<T> && std::is_copy_assignable_v<T> && std::is_default_constructible_v<T> &&
           !std::ranges::borrowed_range<T> && !isReferenceWrapper<T>;
  else
    return std::is_arithmetic_v<T> || std::is_enum_v<T> || (std::is_union_v<T> && std::is_trivially_copyable_v<T>);
}

template <class T> consteval bool mayTravel() {
  if constexpr (std::is_reference_v<T> || std::is_const_v<T>)
    return false;
  else if constexpr (serialises_itself<T>)
    return true;
  else if constexpr (isSequence<T> || isOptional<T> || IsArray<T>::value)
    return mayTravel<typename T::value_type>();
  else if constexpr (IsTuple<T>::value)
    return allTravel<T>(std::make_index_sequence<std::tuple_size_v<T>>());
  else
    return areBytes<T>();
}

/// What is read or written as it lies in memory.
template <class T> consteval bool travelsAsBytes() {
  return !serialises_itself<T> && !isOptional<T> && !IsTuple<T>::value && !IsArray<T>::value && areBytes<T>();
}

} // namespace detail

/// What may be captured, returned and sent (above).
template <class T>
concept travels = detail::mayTravel<T>();

namespace detail {

class Writer {
  Bytes bytes;

public:
  void put(const void *data, std::size_t size) {
    auto *begin = static_cast<const std::byte *>(data);
    bytes.insert(bytes.end(), begin, begin + size);
  }
  Bytes take() { return std::move(bytes); }

  template <class... T> void operator()(const T &...values) { (write(values), ...); }
  /// Values in a row, without their number.
  template <class T> void all(std::span<const T> values) { writeElements(values); }

private:
  template <class T> void write(const T &value) {
    if constexpr (serialises_itself<T>) {
      const_cast<T &>(value).serialise(*this); // which only reads it, being given a Writer
    } else if constexpr (isSequence<T>) {
      write(static_cast<uint64_t>(value.size()));
      writeElements(value);
    } else if constexpr (isOptional<T>) {
      write(value.has_value());
      if (value)
        write(*value);
    } else if constexpr (IsArray<T>::value) {
      writeElements(value);
    } else if constexpr (IsTuple<T>::value) {
      std::apply([this](const auto &...elements) { (*this)(elements...); }, value);
    } else if constexpr (!std::is_empty_v<T>) {
      put(&value, sizeof value);
    }
  }
  template <class Container> void writeElements(const Container &values) {
    if constexpr (travelsAsBytes<typename Container::value_type>()) {
      if (!values.empty())
        put(values.data(), values.size() * sizeof *values.data());
    } else {
      for (auto &value : values)
        write(value);
    }
  }
};

/// Throws std::length_error where there is less than what is to be read.
class Reader {
  const std::byte *next, *end;

public:
  explicit Reader(const Bytes &bytes) : next(bytes.data()), end(bytes.data() + bytes.size()) {}

  void get(void *data, std::size_t size) {
    need(size);
    if (size)
      std::memcpy(data, next, size);
    next += size;
  }
  template <class... T> void operator()(T &...values) { (read(values), ...); }
  template <class T> void all(std::span<T> values) { readElements(values); }
  bool isAtEnd() const { return next == end; }

private:
  void need(std::size_t size) const {
    if (size > static_cast<std::size_t>(end - next))
      throw std::length_error("a message is shorter than what it should hold");
  }
  template <class T> void read(T &value) {
    if constexpr (serialises_itself<T>) {
      value.serialise(*this);
    } else if constexpr (isSequence<T>) {
      uint64_t size = 0;
      read(size);
      if constexpr (!std::is_empty_v<typename T::value_type>)
        need(size); // an element is a byte at least: nothing is reserved for a size that cannot be right
      value.resize(size);
      readElements(value);
    } else if constexpr (isOptional<T>) {
      bool has = false;
      read(has);
      if (has)
        read(value.emplace());
      else
        value.reset();
    } else if constexpr (IsArray<T>::value) {
      readElements(value);
    } else if constexpr (IsTuple<T>::value) {
      std::apply([this](auto &...elements) { (*this)(elements...); }, value);
    } else if constexpr (!std::is_empty_v<T>) {
      get(&value, sizeof value);
    }
  }
  template <class Container> void readElements(Container &&values) {
    if constexpr (travelsAsBytes<typename std::remove_cvref_t<Container>::value_type>()) {
      get(values.data(), values.size() * sizeof *values.data());
    } else {
      for (auto &value : values)
        read(value);
    }
  }
};

template <class T> T readValue(Reader &reader) {
  T value{};
  reader(value);
  return value;
}

} // namespace detail

} // namespace tactus::cluster

#endif // TACTUS_CLUSTER_TRAVEL_HPP
