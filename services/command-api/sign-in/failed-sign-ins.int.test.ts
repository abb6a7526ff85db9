import { describe, expect, test } from "@jest/globals";
import { requestLimits } from "@ornament/contracts/routes/request-limits";
import { listOf } from "@ornament/testing/event-log/list-of";
import { apiForEachTest, forEachTest } from "../testing/running-api.ts";
import { TestHasher, testConfig } from "../testing/test-command-api.ts";
import { password, paths, signedInConsumer } from "../testing/test-consumer.ts";
import { freeFailures } from "./decider.ts";
import { attemptsKeptSeconds } from "./sign-in-attempts.ts";

const hasher = forEachTest(() => new TestHasher());
const api = apiForEachTest({ hasher, config: testConfig({ trustProxy: 1 }) }, { limitScale: 1 });

const home = "192.0.2.7";
const fail = (email: string, ip = home, client = api.client()) =>
  client.post(paths.login, { email, password: "Wrong-2026" }, { headers: { "x-forwarded-for": ip } });
const signIn = (email: string, client = api.client(), ip = home) =>
  client.post(paths.login, { email, password }, { headers: { "x-forwarded-for": ip } });

const signInEvents = async () =>
  (await listOf(api.store.readAll())).filter(({ type }) => /^SignIn|^UnknownAddressLocked$/.test(type));
async function readable(): Promise<string[]> {
  const streams = new Set((await signInEvents()).map(({ stream }) => stream));
  const found: string[] = [];
  for (const stream of streams) found.push(...(await api.store.read(stream)).events.map(({ type }) => type));
  return found;
}

describe("failed sign-ins with unknown email addresses", () => {
  test("2,000 failed sign-ins from one network leave a limited number of events, and all of them expire", async () => {
    const statuses = new Map<number, number>();
    for (let n = 0; n < 2_000; n += 1) {
      const { status } = await fail(`unknown-${n}@example.com`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    const { atOnce } = requestLimits.failedSignIn;
    expect(Object.fromEntries(statuses)).toEqual({ 401: atOnce, 429: 2_000 - atOnce });
    expect(await signInEvents()).toHaveLength(atOnce);
    expect(await readable()).toHaveLength(atOnce);
    api.clock.advance((attemptsKeptSeconds + 1) * 1000);
    expect(await readable()).toEqual([]);
  });

  test("failed sign-ins with any number of unknown email addresses use a fixed number of streams", async () => {
    for (let n = 0; n < 200; n += 1) await fail(`unknown-${n}@example.com`, `198.51.100.${n}`);
    const streams = (await signInEvents()).map(({ stream }) => stream);
    expect(streams).toHaveLength(200);
    for (const stream of streams) expect(stream).toMatch(/^consumerSignInAttempts-[0-9a-f]{3}$/);
  });

  test("the first lock of an unknown email address is kept without the address, and its other events expire", async () => {
    for (let n = 0; n < 12; n += 1) await fail("unknown@example.com");
    api.clock.advance(60_000);
    await fail("unknown@example.com");
    const events = await signInEvents();
    expect(events.map(({ type }) => type)).toEqual([
      ...Array<string>(10).fill("SignInFailed"),
      "SignInLockedWithoutAccount",
      "SignInFailed",
      "UnknownAddressLocked",
    ]);
    expect(Object.keys(events[10]?.data ?? {}).toSorted()).toEqual(["audience", "failures", "until"]);
    api.clock.advance((attemptsKeptSeconds + 1) * 1000);
    expect(await readable()).toEqual(["SignInLockedWithoutAccount"]);
  });

  test("an email address with and without an account adds the same number of events at each failed sign-in", async () => {
    const { email } = await signedInConsumer(api, "as-many@example.com");
    const added = async (address: string) => {
      const before = (await signInEvents()).length;
      await fail(address, `203.0.113.${before % 250}`);
      return (await signInEvents()).length - before;
    };
    for (let n = 1; n <= 26; n += 1) {
      const unknown = await added("unknown@example.com");
      expect([n, unknown]).toEqual([n, n < freeFailures ? 1 : 2]);
      expect(await added(email)).toBe(unknown);
      if (n >= freeFailures) api.clock.advance(3_600_000);
    }
  });

  test("beyond the limit of a network email addresses with and without an account get the same answer, even with the right password", async () => {
    const { email } = await signedInConsumer(api, "known@example.com");
    for (let n = 0; n < requestLimits.failedSignIn.atOnce; n += 1) await fail(`unknown-${n}@example.com`);
    const before = await api.store.head();
    const [unknown, wrong, right] = [
      await fail("somebody@example.com"),
      await fail(email),
      await signIn(email),
    ];
    expect(unknown).toMatchObject({
      status: 429,
      body: {
        code: "too_many_requests",
        message: "Too many sign-ins from your network have failed. Please try again in 30 seconds.",
      },
    });
    for (const answer of [wrong, right]) {
      expect([answer.status, answer.text, answer.headers["retry-after"]]).toEqual([429, unknown.text, "30"]);
    }
    expect(await api.store.head()).toEqual(before);
    expect((await signIn(email, api.client(), "192.0.2.8")).status).toBe(200);
  });
});

test("failed sign-ins and pauses are counted in the metrics, with and without an account, and successes are not", async () => {
  const { email } = await signedInConsumer(api, "counted@example.com");
  for (let n = 0; n < freeFailures; n += 1)
    for (const each of [email, "unknown@example.com"]) await fail(each);
  // The address is paused now, so this one fails and begins no other pause.
  await fail(email);
  const { text } = await api.client().get("/metrics");
  const counted = [...text.matchAll(/^(sign_in\w+)\{.*audience="(\w+)".*\} (\d+)$/gm)].map(
    ([, ...found]) => found,
  );
  expect(counted).toEqual([
    ["sign_ins_failed_total", "admin", "0"],
    ["sign_ins_failed_total", "consumer", "21"],
    ["sign_in_pauses_total", "admin", "0"],
    ["sign_in_pauses_total", "consumer", "2"],
  ]);
});

describe("the lock of an account", () => {
  test("the lock of an account stays in the event store for the System action log after its attempts expired", async () => {
    const { email } = await signedInConsumer(api, "attacked@example.com");
    for (let n = 0; n < 12; n += 1) await fail(email);
    api.clock.advance((attemptsKeptSeconds + 1) * 1000);
    expect(await readable()).toEqual(["SignInLocked"]);
  });

  test("the lock of an account is recorded once for guesses at the same time", async () => {
    const { email } = await signedInConsumer(api, "crowded@example.com");
    await Promise.all(Array.from({ length: 40 }, () => fail(email)));
    const types = (await signInEvents()).map(({ type }) => type);
    expect(types.filter((type) => type === "SignInLocked")).toHaveLength(1);
    expect(types.filter((type) => type === "SignInFailed")).toHaveLength(10);
  });
});

test("a sign-in that succeeds is not counted against its network", async () => {
  const { email } = await signedInConsumer(api, "often@example.com");
  for (let n = 0; n < requestLimits.failedSignIn.atOnce + 20; n += 1)
    expect((await signIn(email)).status).toBe(200);
});

test("a sign-in refused because the queue is full is not counted as a guess", async () => {
  const { email } = await signedInConsumer(api, "patient@example.com");
  hasher.busyFor = () => true;
  const before = await api.store.head();
  for (let n = 0; n < requestLimits.failedSignIn.atOnce + 20; n += 1) {
    expect(await signIn(email)).toMatchObject({ status: 503, body: { code: "busy" } });
  }
  expect(await api.store.head()).toEqual(before);
  hasher.busyFor = () => false;
  expect((await signIn(email)).status).toBe(200);
});

describe("a browser in which a person has signed in to the account before", () => {
  test("a browser that signed in to the account before is served first while its network fails and floods", async () => {
    const { browser, email } = await signedInConsumer(api, "at-home@example.com");
    await browser.post(paths.logout);
    for (let n = 0; n < requestLimits.failedSignIn.atOnce + 1; n += 1) await fail(`unknown-${n}@example.com`);
    hasher.busyFor = ({ known }) => !known;
    expect((await signIn(email)).status).toBe(429);
    expect((await signIn(email, browser)).status).toBe(200);
    expect(hasher.askers.at(-1)).toMatchObject({ known: true });
  });

  test("a browser that signed in before is recognised for that account only", async () => {
    const { browser } = await signedInConsumer(api, "own@example.com");
    await signedInConsumer(api, "victim@example.com");
    await fail("victim@example.com", home, browser);
    expect(hasher.askers.at(-1)).toEqual({ known: false, name: home });
  });

  test("failures of strangers don't pause sign-in in a browser that signed in to the account before, but its own failures do", async () => {
    const { browser, email } = await signedInConsumer(api, "own-lane@example.com");
    await browser.post(paths.logout);
    for (let n = 0; n < freeFailures; n += 1) await fail(email);
    expect((await signIn(email)).headers["retry-after"]).toBe("60");
    expect((await signIn(email, browser)).status).toBe(200);
    // The success does not show to strangers: they still have to wait.
    expect((await signIn(email)).headers["retry-after"]).toBe("60");
    for (let n = 0; n < freeFailures; n += 1) await fail(email, home, browser);
    expect((await signIn(email, browser)).headers["retry-after"]).toBe("60");
  });

  test("the cookie that recognises a browser can't be read by scripts or other sites and can't be forged", async () => {
    const { browser, email } = await signedInConsumer(api, "cookie@example.com");
    expect(browser.attributes.get("__Secure-userBrowser")).toMatch(/HttpOnly; Secure; SameSite=Strict/);
    const token = browser.cookies.get("__Secure-userBrowser") ?? "";
    expect(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).not.toContain("cookie@");
    const forger = api.client();
    forger.cookies.set("__Secure-userBrowser", `${token}x`);
    await fail(email, home, forger);
    expect(hasher.askers.at(-1)).toMatchObject({ known: false });
  });

  test("a browser is recognised for the last five accounts that signed in there", async () => {
    const browser = api.client();
    for (let n = 0; n < 6; n += 1) {
      await signedInConsumer(api, `sibling-${n}@example.com`);
      expect((await signIn(`sibling-${n}@example.com`, browser)).status).toBe(200);
    }
    const knownFor = [];
    for (let n = 0; n < 6; n += 1) {
      await fail(`sibling-${n}@example.com`, home, browser);
      knownFor.push(hasher.askers.at(-1)?.known);
    }
    expect(knownFor).toEqual([false, true, true, true, true, true]);
  });

  test("an admin's browser is recognised after a refresh as after a sign-in", async () => {
    const browser = await api.signedInAdmin();
    browser.cookies.delete("__Secure-adminBrowser");
    expect((await browser.get("/api/admin/refresh")).status).toBe(200);
    expect(browser.cookies.has("__Secure-adminBrowser")).toBe(true);
  });
});
