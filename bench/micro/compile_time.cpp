//===- compile_time.cpp - a larger C++ source, for measuring compile time ------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
// Compiled, never run: what a day's C++ looks like to a compiler. Many standard headers, templates that are
// instantiated several times, virtual functions, exceptions, and a parallel loop here and there, nested and reducing.
// The kernels are short, so their compile times show the fixed cost of the plugin; this one shows the rest.
//
//===----------------------------------------------------------------------===//
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <random>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace sample {

template <typename Scalar> class Matrix {
public:
  Matrix(size_t rows, size_t columns) : rows_(rows), columns_(columns), values_(rows * columns) {}
  Scalar &operator()(size_t row, size_t column) { return values_[row * columns_ + column]; }
  const Scalar &operator()(size_t row, size_t column) const { return values_[row * columns_ + column]; }
  size_t rows() const { return rows_; }
  size_t columns() const { return columns_; }

  Matrix operator*(const Matrix &other) const {
    if (columns_ != other.rows_)
      throw std::invalid_argument("inner dimensions differ");
    Matrix product(rows_, other.columns_);
#pragma omp parallel for
    for (size_t i = 0; i < rows_; ++i)
#pragma omp parallel for
      for (size_t j = 0; j < other.columns_; ++j) {
        Scalar sum{};
        for (size_t k = 0; k < columns_; ++k)
          sum += (*this)(i, k) * other(k, j);
        product(i, j) = sum;
      }
    return product;
  }

  Matrix transposed() const {
    Matrix result(columns_, rows_);
#pragma omp parallel for collapse(2)
    for (size_t i = 0; i < rows_; ++i)
      for (size_t j = 0; j < columns_; ++j)
        result(j, i) = (*this)(i, j);
    return result;
  }

  double norm() const {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < values_.size(); ++i)
      sum += std::norm(values_[i]);
    return std::sqrt(sum);
  }

private:
  size_t rows_, columns_;
  std::vector<Scalar> values_;
};

template class Matrix<float>;
template class Matrix<double>;
template class Matrix<std::complex<double>>;
template class Matrix<int>;

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
  virtual std::string name() const = 0;
};

struct Circle : Shape {
  explicit Circle(double r) : radius(r) {}
  double area() const override { return 3.141592653589793 * radius * radius; }
  std::string name() const override { return "circle"; }
  double radius;
};

struct Polygon : Shape {
  explicit Polygon(std::vector<std::pair<double, double>> c) : corners(std::move(c)) {}
  double area() const override {
    double twice = 0;
    for (size_t i = 0; i < corners.size(); ++i) {
      auto [x0, y0] = corners[i];
      auto [x1, y1] = corners[(i + 1) % corners.size()];
      twice += x0 * y1 - x1 * y0;
    }
    return std::abs(twice) / 2;
  }
  std::string name() const override { return "polygon"; }
  std::vector<std::pair<double, double>> corners;
};

std::map<std::string, double> areas(const std::vector<std::unique_ptr<Shape>> &shapes) {
  std::vector<double> each(shapes.size());
#pragma omp parallel for
  for (size_t i = 0; i < shapes.size(); ++i)
    each[i] = shapes[i]->area();
  std::map<std::string, double> byName;
  for (size_t i = 0; i < shapes.size(); ++i)
    byName[shapes[i]->name()] += each[i];
  return byName;
}

using Value = std::variant<long, double, std::string>;

std::optional<Value> parse(const std::string &text) {
  static const std::regex integer("[+-]?[0-9]+"), real("[+-]?[0-9]*\\.[0-9]+([eE][+-]?[0-9]+)?");
  if (std::regex_match(text, integer))
    return std::stol(text);
  if (std::regex_match(text, real))
    return std::stod(text);
  if (text.empty())
    return std::nullopt;
  return text;
}

std::vector<Value> parseAll(const std::vector<std::string> &texts) {
  std::vector<Value> values(texts.size());
  size_t missing = 0;
#pragma omp parallel for reduction(+ : missing)
  for (size_t i = 0; i < texts.size(); ++i) {
    try {
      if (auto value = parse(texts[i]))
        values[i] = *value;
      else
        ++missing;
    } catch (const std::out_of_range &) {
      ++missing;
    }
  }
  values.resize(values.size() - std::min(missing, values.size()));
  return values;
}

template <typename Key> struct Histogram {
  std::unordered_map<Key, size_t> counts;
  void add(const Key &key) { ++counts[key]; }
  std::vector<std::pair<Key, size_t>> sorted() const {
    std::vector<std::pair<Key, size_t>> result(counts.begin(), counts.end());
    std::sort(result.begin(), result.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
    return result;
  }
};

template struct Histogram<int>;
template struct Histogram<std::string>;
template struct Histogram<unsigned long>;

double monteCarloPi(size_t samples, unsigned seed) {
  size_t inside = 0;
#pragma omp parallel for reduction(+ : inside)
  for (size_t block = 0; block < samples / 1000; ++block) {
    std::mt19937_64 generator(seed + block);
    std::uniform_real_distribution<double> uniform;
    for (int i = 0; i < 1000; ++i) {
      double x = uniform(generator), y = uniform(generator);
      inside += x * x + y * y < 1;
    }
  }
  return 4.0 * static_cast<double>(inside) / static_cast<double>(samples);
}

} // namespace sample

int main(int argc, char **argv) {
  std::vector<std::string> arguments(argv, argv + argc);
  std::vector<std::unique_ptr<sample::Shape>> shapes;
  shapes.push_back(std::make_unique<sample::Circle>(1.0));
  shapes.push_back(std::make_unique<sample::Polygon>(std::vector<std::pair<double, double>>{{0, 0}, {1, 0}, {0, 1}}));
  for (const auto &[name, area] : sample::areas(shapes))
    std::cout << name << ' ' << area << '\n';
  for (const auto &value : sample::parseAll(arguments))
    std::visit([](const auto &v) { std::cout << v << '\n'; }, value);
  std::cout << sample::monteCarloPi(100000, 1) << '\n';
}
