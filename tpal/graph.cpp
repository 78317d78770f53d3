//===- graph.cpp - the task tree as a picture --------------------------------------------===//
//
// Part of Tactus, under the MIT licence. See LICENSE for details.
//
//===----------------------------------------------------------------------===//
#include "graph.h"

#include <algorithm>
#include <sstream>

namespace tactus::tpal {

namespace {

constexpr unsigned RowHeight = 24;
constexpr unsigned BarHeight = 14;
constexpr unsigned LeftMargin = 90;
constexpr unsigned TopMargin = 46;
constexpr unsigned PlotWidth = 900;

/// Rows of the tasks: each child below its parent, later children first, so that fork lines never cross a bar of
/// a sibling's subtree.
std::vector<uint32_t> orderTasks(const Machine &machine) {
  std::vector<std::vector<uint32_t>> children(machine.tasks.size());
  for (uint32_t task = 1; task < machine.tasks.size(); ++task)
    children[machine.tasks[task].parent].push_back(task);
  std::vector<uint32_t> order;
  std::vector<uint32_t> pending = {0};
  while (!pending.empty()) {
    uint32_t task = pending.back();
    pending.pop_back();
    order.push_back(task);
    pending.insert(pending.end(), children[task].begin(), children[task].end());
  }
  return order;
}

} // namespace

std::string drawTaskTree(const Machine &machine) {
  std::vector<uint32_t> order = orderTasks(machine);
  std::vector<size_t> rowOf(machine.tasks.size());
  uint64_t length = std::max<uint64_t>(machine.span, 1);
  for (size_t row = 0; row < order.size(); ++row) {
    rowOf[order[row]] = row;
    length = std::max({length, machine.tasks[order[row]].death, machine.tasks[order[row]].span});
  }
  auto x = [&](uint64_t time) {
    return LeftMargin + static_cast<double>(time) / static_cast<double>(length) * PlotWidth;
  };
  auto middle = [&](uint32_t task) {
    return TopMargin + static_cast<double>(rowOf[task]) * RowHeight + BarHeight / 2.0;
  };

  std::ostringstream svg;
  size_t height = TopMargin + order.size() * RowHeight + 30;
  svg << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" << LeftMargin + PlotWidth + 30 << "\" height=\"" << height
      << "\" font-family=\"sans-serif\" font-size=\"12\">\n"
      << "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      << "<text x=\"" << LeftMargin << "\" y=\"22\">work " << machine.counts.work << ", span " << machine.span
      << ", tasks " << machine.counts.tasks << ", promotions " << machine.counts.promotions << "</text>\n";
  for (uint32_t task : order) {
    const Task &node = machine.tasks[task];
    uint64_t end = std::max(node.death, node.birth);
    double y = middle(task);
    if (task != 0) {
      svg << "<line x1=\"" << x(node.birth) << "\" y1=\"" << middle(node.parent) << "\" x2=\"" << x(node.birth)
          << "\" y2=\"" << y << "\" stroke=\"#444\"/>\n";
      if (node.status == Task::Status::Finished)
        svg << "<line x1=\"" << x(end) << "\" y1=\"" << y << "\" x2=\"" << x(end) << "\" y2=\"" << middle(node.parent)
            << "\" stroke=\"#444\" stroke-dasharray=\"3 3\"/>\n";
    }
    svg << "<rect x=\"" << x(node.birth) << "\" y=\"" << y - BarHeight / 2.0 << "\" width=\""
        << std::max(x(end) - x(node.birth), 1.0) << "\" height=\"" << BarHeight << "\" rx=\"2\" fill=\""
        << (task == 0 ? "#2b6cb0" : "#63a4de") << "\"><title>task " << task << ": instructions " << node.birth << " to "
        << end;
    if (task != 0)
      svg << ", forked by task " << node.parent << " in " << machine.code->program.blocks[node.forkedAt].label.text;
    svg << "</title></rect>\n<text x=\"8\" y=\"" << y + 4 << "\">task " << task << "</text>\n";
  }
  svg << "<line x1=\"" << LeftMargin << "\" y1=\"" << height - 22 << "\" x2=\"" << LeftMargin + PlotWidth << "\" y2=\""
      << height - 22 << "\" stroke=\"#888\"/>\n<text x=\"" << LeftMargin << "\" y=\"" << height - 8
      << "\">0</text>\n<text x=\"" << LeftMargin + PlotWidth << "\" y=\"" << height - 8 << "\" text-anchor=\"end\">"
      << length << " instructions</text>\n</svg>\n";
  return svg.str();
}

} // namespace tactus::tpal
