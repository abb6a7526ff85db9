import { TextDecoder, TextEncoder } from "node:util";
import { runInThisContext } from "node:vm";

// Every browser has them and jsdom has not. The text coders are used when react-router is loaded, the others by calls and routes.
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
