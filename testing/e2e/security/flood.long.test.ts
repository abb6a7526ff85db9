import { expect, test } from "@jest/globals";
import type { Answer, TestClient } from "@ornament/command-api/testing/test-client";
import { newParent, parentPassword } from "@ornament/testing/people/parents";
import { attackedProduct } from "./attacked-product.ts";

/**
 * Passwords are checked in worker threads, behind a bounded and fair queue. At this cost sign-ins arrive
 * faster than they are checked, on every machine. The product trusts a proxy, so that a test can choose a
 * caller's network address.
 */
const it = attackedProduct({ environment: { PASSWORD_COST: "11", TRUST_PROXY: "1" } });

const signIn = (browser: TestClient, email: string, password: string, ip: string) =>
  browser.post("/api/user/login", { email, password }, { headers: { "x-forwarded-for": ip } });
const isBusy = ({ status, headers, body }: Answer) =>
  status === 503 && body.code === "busy" && Number(headers["retry-after"]) > 0;

/** More callers than the queue holds, and few enough for a machine that also runs other tests. */
const callers = 60;

/**
 * Callers who sign in with wrong passwords until they are stopped, each again as soon as it has an answer.
 */
async function flood(ipOf: (caller: number) => string) {
  let flooding = true;
  let asked = 0;
  const statuses = new Map<string, number>();
  const ask = async (number: number) => {
    const answer = await fetch(`${it.url}/api/user/login`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": ipOf(number) },
      body: JSON.stringify({ email: `flood-${asked++}@example.com`, password: "Wrong-2026" }),
    }).catch(connectionHasEnded);
    if (answer === undefined) return;
    const { code } = (await answer.json()) as { code: string };
    statuses.set(`${answer.status} ${code}`, (statuses.get(`${answer.status} ${code}`) ?? 0) + 1);
  };
  const firsts = Array.from({ length: callers }, (_, n) => ask(n));
  const running = firsts.map(async (first, n) => {
    await first;
    while (flooding) await ask(n);
  });
  await Promise.all(firsts);
  return {
    statuses,
    async stop() {
      flooding = false;
      await Promise.all(running);
    },
  };
}

/** A connection was idle for too long on a busy machine; the next request opens another. */
function connectionHasEnded(error: unknown): undefined {
  const { code } = ((error as Error).cause ?? {}) as { code?: string };
  if (code !== "UND_ERR_SOCKET" && code !== "ECONNRESET") throw error;
}

const manySources = (caller: number) => `198.51.${Math.floor(caller / 200)}.${caller % 200}`;

async function timed(call: () => Promise<Answer>) {
  const began = performance.now();
  const answer = await call();
  return { answer, milliseconds: performance.now() - began };
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test.each([
  ["one network", () => "198.51.100.8"],
  ["as many networks", manySources],
])(
  "during a flood from %s a browser that signed in before is served soon, and a new one is served or refused soon",
  async (_from, ipOf) => {
    const name = ipOf(1).replaceAll(".", "-");
    const { email } = await newParent(it.api, it.url, `honest-${name}@example.com`);
    const stranger = await newParent(it.api, it.url, `stranger-${name}@example.com`);
    const browser = it.browser();
    const home = "203.0.113.9";
    const withoutFlood: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const { answer, milliseconds } = await timed(() => signIn(browser, email, parentPassword, home));
      expect(answer.status).toBe(200);
      withoutFlood.push(milliseconds);
    }
    const attack = await flood(ipOf);
    const times = { known: [] as number[], stranger: [] as number[], nothing: [] as number[] };
    try {
      for (let n = 0; n < 7; n += 1) {
        const [known, unknown, nothing] = await Promise.all([
          timed(() => signIn(browser, email, parentPassword, home)),
          timed(() => signIn(it.browser(), stranger.email, parentPassword, home)),
          timed(() => it.browser().get("/healthz")),
        ]);
        expect(known.answer.status).toBe(200);
        times.known.push(known.milliseconds);
        expect(unknown.answer.status === 200 || isBusy(unknown.answer)).toBe(true);
        times.stranger.push(unknown.milliseconds);
        times.nothing.push(nothing.milliseconds);
      }
    } finally {
      await attack.stop();
    }
    // On a busy machine everything takes longer, so the bound grows with a usual sign-in and with an empty
    // request.
    const usual = 6 * median(withoutFlood) + 20 * median(times.nothing);
    expect(median(times.known)).toBeLessThan(Math.max(1_500, usual));
    expect(median(times.stranger)).toBeLessThan(Math.max(3_500, 2 * usual));
    const outcomes = ["401 sign_in_failed", "503 busy"];
    for (const outcome of attack.statuses.keys()) expect(outcomes).toContain(outcome);
    expect(attack.statuses.get("503 busy")).toBeGreaterThan(0);
  },
  300_000,
);
