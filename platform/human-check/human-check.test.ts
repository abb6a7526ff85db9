import { expect, test } from "@jest/globals";
import { silentLogger } from "../logging/logger.ts";
import { humanCheckOff, siteverifyHumanCheck } from "./human-check.ts";

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
