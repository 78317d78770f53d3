"use strict";
// What the pages of the report share. Everything on them is made from the JSON in #data. All text goes in by textContent.
const data = JSON.parse(document.getElementById("data").textContent);
const states = ["code outside of computations", "work", "joining", "waiting", "looking for work", "asleep",
                "kept from running", "in MPI"];
const byId = (id) => document.getElementById(id);

function make(name, attributes = {}, ...children) {
  const isSvg = ["svg", "rect", "line", "text", "path", "circle", "title"].includes(name);
  const element = isSvg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function time(microseconds) {
  if (microseconds >= 1e6) return (microseconds / 1e6).toFixed(3) + " s";
  if (microseconds >= 1e3) return (microseconds / 1e3).toFixed(2) + " ms";
  return microseconds.toFixed(1) + " µs";
}
const percent = (part, whole) => (whole > 0 ? (100 * part / whole).toFixed(1) : "0.0") + " %";
