import { expect, test } from "@jest/globals";
import { silentLogger } from "../logging/logger.ts";
import { humanCheckOff, readPageCheck, readPageCheckWithKey, siteverifyHumanCheck } from "./human-check.ts";

function checkWith(answer: () => Promise<Response>) {
  const sent: URLSearchParams[] = [];
  const check = siteverifyHumanCheck({
    secret: "s3cret",
    url: "https://check.example/siteverify",
    minimumScore: 0.5,
    logger: silentLogger(),
    fetch: async (_url, init) => {
      sent.push(new URLSearchParams(String(init?.body)));
      return answer();
    },
  });
  return { sent, check };
}

const answers = (value: unknown) => async () => Response.json(value);
const request = { token: "t", action: "login", ip: "10.0.0.1" };

test("the human check passes a good verdict and sends the secret, the token and the network address", async () => {
  const { check, sent } = checkWith(answers({ success: true, score: 0.9, action: "login" }));
  await check.confirm(request);
  expect(Object.fromEntries(sent[0] ?? [])).toEqual({
    secret: "s3cret",
    response: "t",
    remoteip: "10.0.0.1",
  });
});

test("the human check passes the verdict of a service that knows neither score nor action", async () => {
  await checkWith(answers({ success: true })).check.confirm(request);
});

test.each([
  ["a refusal", answers({ success: false })],
  ["a low score", answers({ success: true, score: 0.4 })],
  ["another action", answers({ success: true, score: 0.9, action: "register" })],
])("the human check refuses the caller on %s", async (_name, answer) => {
  await expect(checkWith(answer).check.confirm(request)).rejects.toMatchObject({
    code: "human_check_failed",
  });
});

test.each([
  ["an odd answer", answers({ ok: 1 })],
  ["an outage", () => Promise.reject(new Error("connection refused"))],
  ["an error page", async () => new Response("<html>", { status: 502 })],
])("the human check asks the caller to wait on %s", async (_name, answer) => {
  await expect(checkWith(answer).check.confirm(request)).rejects.toMatchObject({
    code: "unavailable",
    retryAfterSeconds: 30,
  });
});

test("the human check does not ask the service without a token", async () => {
  const { check, sent } = checkWith(answers({ success: true }));
  await expect(check.confirm({ ...request, token: "" })).rejects.toMatchObject({
    code: "human_check_failed",
  });
  expect(sent).toEqual([]);
});

test("the human check passes every caller when it is off", async () => {
  await expect(humanCheckOff().confirm({ token: undefined, action: "login" })).resolves.toBeUndefined();
});

const on = { HUMAN_CHECK: "siteverify" };

test("the pages load no script of a human check that is off, even if its other settings are there", () => {
  expect(readPageCheck({})).toBeUndefined();
  const given = { HUMAN_CHECK_SITE_KEY: "key", HUMAN_CHECK_SCRIPT_URL: "https://captcha.example/api.js" };
  expect(readPageCheckWithKey(given)).toBeUndefined();
});

test.each([
  [undefined, "https://www.google.com/recaptcha/api.js"],
  ["https://www.google.com/recaptcha/api/siteverify", "https://www.google.com/recaptcha/api.js"],
  ["https://www.recaptcha.net/recaptcha/api/siteverify", "https://www.recaptcha.net/recaptcha/api.js"],
  ["https://recaptcha.net/recaptcha/api/siteverify", "https://www.recaptcha.net/recaptcha/api.js"],
])("tokens that %s confirms are made by the script %s", (url, script) => {
  const check = readPageCheck({ ...on, HUMAN_CHECK_URL: url });
  expect(check?.scriptUrl).toBe(script);
  expect(check?.sources).toContain(script.replace("api.js", ""));
  expect(check?.sources).toContain("https://www.gstatic.com/recaptcha/");
});

test("a named script of a known service keeps the addresses that this service needs", () => {
  const script = "https://www.recaptcha.net/recaptcha/api.js";
  expect(readPageCheck({ ...on, HUMAN_CHECK_SCRIPT_URL: script })).toEqual(
    readPageCheck({ ...on, HUMAN_CHECK_URL: "https://www.recaptcha.net/recaptcha/api/siteverify" }),
  );
});

test("a named script of another service is permitted with its origin only", () => {
  const named = {
    HUMAN_CHECK_URL: "https://verify.captcha.example/siteverify",
    HUMAN_CHECK_SCRIPT_URL: "https://js.captcha.example:8443/1/api.js?hl=en",
  };
  expect(readPageCheck({ ...on, ...named })).toEqual({
    scriptUrl: named.HUMAN_CHECK_SCRIPT_URL,
    sources: ["https://js.captcha.example:8443"],
  });
});

test("a service whose script is neither known nor named ends the start with the missing setting", () => {
  expect(() => readPageCheck({ ...on, HUMAN_CHECK_URL: "https://captcha.example/siteverify" })).toThrow(
    "HUMAN_CHECK_SCRIPT_URL is missing: the script of captcha.example is not known",
  );
});

test.each([
  "captcha.example/api.js",
  "http://captcha.example/api.js",
  "javascript:alert(1)",
  "https://user:secret@captcha.example/api.js",
])("the script URL %j is refused", (url) => {
  expect(() => readPageCheck({ ...on, HUMAN_CHECK_SCRIPT_URL: url })).toThrow(
    /^HUMAN_CHECK_SCRIPT_URL: must be an https URL/,
  );
});

test("a script on this machine may have an http URL", () => {
  const url = "http://localhost:9000/api.js";
  expect(readPageCheck({ ...on, HUMAN_CHECK_SCRIPT_URL: url })?.scriptUrl).toBe(url);
});

test("a human check that is on needs the site key of the pages", () => {
  expect(() => readPageCheckWithKey(on)).toThrow("HUMAN_CHECK_SITE_KEY is missing");
  expect(readPageCheckWithKey({ ...on, HUMAN_CHECK_SITE_KEY: "key" })).toEqual({
    scriptUrl: "https://www.google.com/recaptcha/api.js",
    siteKey: "key",
  });
});
