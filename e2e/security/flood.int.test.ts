import { expect, test } from "@jest/globals";
import type { Answer, TestClient } from "@ornament/command-api/testing/test-client";
import { newParent, parentPassword } from "../product/parents.ts";
import { attackedProduct } from "./attacked-product.ts";

/**
 * Password checks run beside the requests, behind a queue that is bounded and fair. At this cost they come faster than they
 * are checked, on a busy machine too. The product stands behind a proxy, so that a caller has the address the test gives it.
 */
const it = attackedProduct({ environment: { PASSWORD_COST: "11", TRUST_PROXY: "1" } });

const signIn = (browser: TestClient, email: string, password: string, ip: string) =>
  browser.post("/api/user/login", { email, password }, { headers: { "x-forwarded-for": ip } });
const isBusy = ({ status, headers, body }: Answer) =>
  status === 503 && body.code === "busy" && Number(headers["retry-after"]) > 0;

/** Callers who sign in with wrong passwords, each again as soon as it is answered, until stopped. */
function flood(callers: number, ipOf: (caller: number) => string) {
  let flooding = true;
  let asked = 0;
  const answers: Answer[] = [];
  const caller = async (number: number) => {
    while (flooding) {
      const email = `flood-${asked++}@example.com`;
      answers.push(await signIn(it.browser(), email, "Wrong-2026", ipOf(number)));
    }
  };
  const running = Promise.all(Array.from({ length: callers }, (_, n) => caller(n)));
  return {
    answers,
    async stop() {
      flooding = false;
      await running;
    },
  };
}

const manySources = (caller: number) => `198.51.${Math.floor(caller / 200)}.${caller % 200}`;

async function timed(call: () => Promise<Answer>) {
  const began = performance.now();
  const answer = await call();
  return { answer, milliseconds: performance.now() - began };
}
const p95 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;

test("a flood of sign-ins is answered 401, or 503 with the time to wait; others are served meanwhile", async () => {
  let answered = 0;
  const crowd = Array.from({ length: 200 }, async (_, n) => {
    const answer = await signIn(it.browser(), `crowd-${n}@example.com`, "Wrong-2026", "198.51.100.7");
    answered += 1;
    return answer;
  });
  await Promise.race(crowd);
  for (let n = 0; n < 3; n += 1) {
    expect((await it.api.call("GET", "/api/settings")).status).toBe(200);
    expect((await it.api.call("GET", "/api/admin/table/pins", { token: it.admin })).status).toBe(200);
  }
  expect(answered).toBeLessThan(crowd.length);
  const answers = await Promise.all(crowd);
  const busy = answers.filter(isBusy);
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(crowd.length - busy.length);
  expect(busy.length).toBeGreaterThan(0);
});

test.each([
  ["one network", () => "198.51.100.8"],
  ["300 networks", manySources],
])(
  "while 300 callers from %s flood, whoever signed in before is served soon, and a stranger soon hears what is",
  async (_from, ipOf) => {
    const { email } = await newParent(it.api, it.url, `honest-${ipOf(1)}@example.com`);
    const stranger = await newParent(it.api, it.url, `stranger-${ipOf(1)}@example.com`);
    const browser = it.browser();
    const home = "203.0.113.9";
    const quiet: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const { answer, milliseconds } = await timed(() => signIn(browser, email, parentPassword, home));
      expect(answer.status).toBe(200);
      quiet.push(milliseconds);
    }
    const attack = flood(300, ipOf);
    try {
      const served: number[] = [];
      const heard: number[] = [];
      for (let n = 0; n < 20; n += 1) {
        const known = await timed(() => signIn(browser, email, parentPassword, home));
        expect(known.answer.status).toBe(200);
        served.push(known.milliseconds);
        const unknown = await timed(() => signIn(it.browser(), stranger.email, parentPassword, home));
        if (unknown.answer.status !== 200) expect(isBusy(unknown.answer)).toBe(true);
        heard.push(unknown.milliseconds);
      }
      const usual = p95(quiet);
      console.info({
        ipOf: ipOf(1),
        usual,
        known: p95(served),
        stranger: p95(heard),
        served,
        heard,
        asked: attack.answers.length,
      });
      expect(p95(served)).toBeLessThan(Math.max(1_500, 5 * usual));
      expect(p95(heard)).toBeLessThan(Math.max(3_000, 15 * usual));
    } finally {
      await attack.stop();
    }
    for (const answer of attack.answers) expect(answer.status === 401 || isBusy(answer)).toBe(true);
  },
  120_000,
);
