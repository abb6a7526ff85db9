/**
 * Runs in the page: finds what a person names by its role, its label or its text, with the library of the web's
 * tests.
 */
import { queryAllByLabelText, queryAllByRole } from "@testing-library/dom";

/** A regular expression arrives as its source and flags. */
const matcher = (text) => (text?.source === undefined ? text : new RegExp(text.source, text.flags));

function all({ role, name, label, within }) {
  const [container] = within ? all(within) : [document.body];
  if (!container) return [];
  const found = role
    ? queryAllByRole(container, role, { name: matcher(name) })
    : queryAllByLabelText(container, matcher(label), { selector: "input, select, textarea" });
  return found.filter((element) => element.getClientRects().length > 0);
}

function one(target) {
  const found = all(target);
  if (found.length !== 1) throw new Error(`${found.length} are shown`);
  return found[0];
}

/** The place of a press on an element. The page is scrolled only if it must be, as a person does. */
export function place(target) {
  const element = one(target);
  if (element.matches(":disabled, [aria-disabled=true]")) throw new Error("it is disabled");
  // A styled checkbox is hidden below its label.
  const parts = [element, ...(element.labels ?? [])];
  for (const scrolls of [false, true])
    for (const part of parts) {
      if (scrolls) part.scrollIntoView({ block: "center", behavior: "instant" });
      const { left, top, width, height } = part.getBoundingClientRect();
      const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
      const hit = document.elementFromPoint(x, y);
      if (hit !== null && parts.some((one) => one.contains(hit))) return { x, y };
    }
  throw new Error("something is in front of it");
}

const describedBy = (element) =>
  (element.getAttribute("aria-describedby") ?? "")
    .split(/\s+/)
    .map((id) => document.getElementById(id)?.textContent ?? "")
    .join(" ")
    .trim();

/** What a person knows of an element, or of the whole page. */
export function look(target) {
  const element = target ? one(target) : document.body;
  return {
    text: element.innerText.replace(/\s+/g, " ").trim(),
    value: element.value,
    type: element.type,
    checked: element.checked,
    description: describedBy(element),
    outline: getComputedStyle(element).outlineStyle,
    isCutOff: element.scrollWidth > element.clientWidth,
    address: location.href,
  };
}

/** Chooses an option as a person does: the page hears `input` and `change`. */
export function choose({ target, option }) {
  const select = one(target);
  const wanted = [...select.options].find(({ label }) => label === option);
  if (!wanted) throw new Error(`there is no option ${option}`);
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value").set.call(select, wanted.value);
  for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));
}
