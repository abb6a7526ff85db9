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
}
