import { TextDecoder, TextEncoder } from "node:util";
import { runInThisContext } from "node:vm";

// Every browser has these globals and jsdom lacks them. react-router needs the text coders when it is loaded.
// Calls and routes need the others.
Object.assign(globalThis, { TextDecoder, TextEncoder });
if (typeof Request === "undefined")
  Object.assign(
    globalThis,
    runInThisContext("({ Request, Response, Headers, AbortController, AbortSignal })"),
  );

// jsdom has no layout and therefore doesn't scroll.
if (typeof Element !== "undefined") {
  Element.prototype.scrollIntoView = () => undefined;
  window.scrollTo = () => undefined;

  // Tests load no style sheets. Elements of a kind without their own style then look the same, but jsdom goes
  // through its whole default style sheet for each one in which a role or a name is looked for.
  const computedStyle = window.getComputedStyle.bind(window);
  const styleOfKind = new Map<string, CSSStyleDeclaration>();
  window.getComputedStyle = (element, pseudoElement) => {
    if (pseudoElement || element.hasAttribute("style")) return computedStyle(element, pseudoElement);
    const kind = [
      element.localName,
      element.getAttribute("type"),
      ...["hidden", "open"].map((name) => element.hasAttribute(name)),
    ].join(" ");
    const known = styleOfKind.get(kind) ?? computedStyle(element);
    // jsdom leaves out the initial value, and an accessible name gets spaces around what isn't inline.
    known.display ||= "inline";
    styleOfKind.set(kind, known);
    return known;
  };
}
