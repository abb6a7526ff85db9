import { loadFailureText, patienceMs } from "../../app/loading/not-loaded.ts";

let shown: Element | undefined;
let late: ReturnType<typeof setTimeout> | undefined;

/** Removes the line and the notice of the functions below. */
export function showNothing(): void {
  clearTimeout(late);
  shown?.remove();
}

/** The line at the top, after a moment, while the app is loaded. */
export function showLoading(): void {
  showNothing();
  late = setTimeout(() => {
    const line = elementOf("div", "o-loading-line");
    line.setAttribute("role", "progressbar");
    line.setAttribute("aria-label", "Loading");
    show(line);
  }, patienceMs);
}

/** The notice that the app could not be loaded, as the app itself shows it for its screens. */
export function showFailure(failure: unknown, tryAgain: () => void): void {
  showNothing();
  const { title, advice } = loadFailureText(failure);
  const text = elementOf("p", "");
  text.append(Object.assign(elementOf("strong", ""), { textContent: `${title}.` }), ` ${advice}`);
  const button = Object.assign(elementOf("button", "btn btn-plain"), {
    type: "button",
    textContent: "Try again",
    onclick: tryAgain,
  });
  const toast = elementOf("div", "toast show alert alert-danger");
  toast.setAttribute("role", "alert");
  toast.append(text, button);
  const notice = elementOf("div", "o-connection-notice");
  notice.append(toast);
  show(notice);
}

function elementOf<Name extends "div" | "p" | "strong" | "button">(name: Name, className: string) {
  return Object.assign(document.createElement(name), { className });
}

/** Outside of the app's root, which the app takes over as the build made it. */
function show(element: Element): void {
  shown = element;
  document.body.append(element);
}
