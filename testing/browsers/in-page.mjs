/**
 * Runs in the page: finds what a person names by its role, its label or its text, with the library of the web's
 * tests.
 */
import { queryAllByLabelText, queryAllByRole } from "@testing-library/dom";

/** A regular expression arrives as its source and flags. */
const matcher = (text) => (text?.source === undefined ? text : new RegExp(text.source, text.flags));

const isShown = (element) => element.getClientRects().length > 0;

function all({ role, name, label, within }) {
  const [container] = within ? all(within) : [document.body];
  if (!container) return [];
  const found = role
    ? queryAllByRole(container, role, { name: matcher(name) })
    : queryAllByLabelText(container, matcher(label), { selector: "input, select, textarea" });
  return found.filter(isShown);
}

function one(target) {
  const found = all(target);
  if (found.length !== 1) throw new Error(`${found.length} are shown`);
  return found[0];
}

/** The centre of an element, and whether a press there reaches one of the parts. */
function centre(element, parts) {
  const { left, top, width, height } = element.getBoundingClientRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  const hit = document.elementFromPoint(x, y);
  return { x, y, isReached: hit !== null && parts.some((part) => part.contains(hit)) };
}

/** The place of a press on an element. The page is scrolled only if it must be, as a person does. */
function place(target) {
  const element = one(target);
  if (element.matches(":disabled, [aria-disabled=true]")) throw new Error("it is disabled");
  // A styled checkbox is hidden below its label.
  const parts = [element, ...(element.labels ?? [])];
  for (const scrolls of [false, true])
    for (const part of parts) {
      if (scrolls) part.scrollIntoView({ block: "center", behavior: "instant" });
      const { x, y, isReached } = centre(part, parts);
      if (isReached) return { x, y };
    }
  throw new Error("something is in front of it");
}

/** The text of the page or of an element, as it is shown. */
const textOf = (target) => (target ? one(target) : document.body).innerText.replace(/\s+/g, " ").trim();

const describedBy = (element) =>
  (element.getAttribute("aria-describedby") ?? "")
    .split(/\s+/)
    .map((id) => document.getElementById(id)?.textContent ?? "")
    .join(" ")
    .trim();

/** Chooses an option as a person does: the page hears `input` and `change`. */
function choose({ target, option }) {
  const select = one(target);
  const wanted = [...select.options].find(({ label }) => label === option);
  if (!wanted) throw new Error(`there is no option ${option}`);
  Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value").set.call(select, wanted.value);
  for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));
}

export const asked = {
  place,
  textOf,
  choose,
  count: (target) => all(target).length,
  valueOf: (target) => one(target).value,
  isChecked: (target) => one(target).checked,
  descriptionOf: (target) => describedBy(one(target)),
  attributeOf: ({ target, name }) => one(target).getAttribute(name),
  styleOf: ({ target, property }) => getComputedStyle(one(target)).getPropertyValue(property),
  isCutOff: (target) => one(target).scrollWidth > one(target).clientWidth,
  /** A selector for the element alone. */
  selectorOf: (target) => `[id="${one(target).id}"]`,
  address: () => location.href,
};

/** The answer to one question, as JSON: `{ value }` or, if it can't be answered yet, `{ problem }`. */
export function answer(question, given) {
  try {
    return JSON.stringify({ value: asked[question](given) });
  } catch (error) {
    return JSON.stringify({ problem: error.message });
  }
}
