import { beforeEach, expect, test } from "@jest/globals";
import { renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { Provider } from "react-redux";
import { consumerAudience } from "./audience/consumer-audience.ts";
import { useHumanCheck } from "./human-check.ts";
import { fakeServer, json } from "./testing/fake-server.ts";

/** Asks the human check for a token, in a page that gets `settings` and whose script defines `grecaptcha`. */
async function askCheck(settings: object, grecaptcha?: object): Promise<{ token: string; src: string }> {
  Object.assign(window, { grecaptcha });
  const { store } = fakeServer(() => json(settings), { audience: consumerAudience });
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result } = renderHook(() => useHumanCheck(), { wrapper });
  const asked = result.current("login");
  // jsdom loads no script, so the test says that it has arrived.
  const script = await Promise.race([appended, asked.then(() => undefined)]);
  script?.dispatchEvent(new Event("load"));
  return { token: await asked, src: script?.src ?? "" };
}

let appended: Promise<HTMLScriptElement>;
beforeEach(() => {
  document.head.replaceChildren();
  appended = new Promise((resolve) => {
    new MutationObserver(() => {
      const script = document.head.querySelector("script");
      if (script) resolve(script);
    }).observe(document.head, { childList: true });
  });
});

const settings = {
  numberDevices: 5,
  humanCheckSiteKey: "site/key",
  humanCheckScriptUrl: "https://www.recaptcha.net/recaptcha/api.js?hl=en",
};

test("the human check loads the configured script with the site key, and asks it for a token of the action", async () => {
  const { token, src } = await askCheck(settings, {
    ready: (then: () => void) => then(),
    execute: async (key: string, { action }: { action: string }) => `${key} ${action}`,
  });
  expect(src).toBe("https://www.recaptcha.net/recaptcha/api.js?hl=en&render=site%2Fkey");
  expect(token).toBe("site/key login");
});

test("a script without the functions of reCAPTCHA v3 gives no token, and the form doesn't wait for it", async () => {
  const other = { ...settings, humanCheckScriptUrl: "https://challenges.example/api.js?compat=recaptcha" };
  const { token, src } = await askCheck(other, { render: () => 0 });
  expect(src).toContain("https://challenges.example/api.js?compat=recaptcha&render=");
  expect(token).toBe("");
});

test("no script is loaded if the human check is off", async () => {
  const off = { ...settings, humanCheckSiteKey: null, humanCheckScriptUrl: null };
  expect(await askCheck(off)).toEqual({ token: "", src: "" });
});
