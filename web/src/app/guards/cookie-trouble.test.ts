import { expect, test } from "@jest/globals";
import { type Browser, cookiesAreBlocked } from "./cookie-trouble.ts";

/** A browser with a cookie jar, whose parts a test replaces. */
function browser(parts: Partial<Browser> = {}): Browser & { jar: Map<string, string> } {
  const jar = new Map<string, string>();
  const document = {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    },
    set cookie(text: string) {
      const [name = "", value = ""] = text.split(";")[0]?.split("=") ?? [];
      if (/Max-Age=0/.test(text)) jar.delete(name);
      else jar.set(name, value);
    },
  };
  const localStorage = { setItem: () => undefined, removeItem: () => undefined };
  return { jar, navigator: { cookieEnabled: true }, document, localStorage, ...parts };
}

const refuse = (): never => {
  throw new Error("SecurityError");
};

const withoutCookies = {
  get cookie() {
    return "";
  },
  set cookie(_ignored: string) {},
};

test("a browser that keeps cookies has no message, and the test cookie is removed", () => {
  const usual = browser();
  expect(cookiesAreBlocked(usual)).toBe(false);
  expect(usual.jar.size).toBe(0);
});

test.each<[string, Partial<Browser>]>([
  ["says that cookies are disabled", { navigator: { cookieEnabled: false } }],
  ["drops every cookie", { document: withoutCookies }],
  ["refuses to store anything", { localStorage: { setItem: refuse, removeItem: () => undefined } }],
])("a browser that %s blocks cookies", (_how, parts) => expect(cookiesAreBlocked(browser(parts))).toBe(true));

test("a browser that throws when a page touches its storage blocks cookies", () => {
  const closed = Object.defineProperty(browser(), "localStorage", { get: refuse });
  expect(cookiesAreBlocked(closed)).toBe(true);
});
