import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import { deviceIdOf } from "@ornament/contracts/devices/device-id";
import { streams } from "@ornament/contracts/events/streams";
import { writeAdminPasswordToken, writeConsumerToken } from "@ornament/contracts/mails/links";
import { routesOf } from "@ornament/contracts/routes";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { adminRoles } from "@ornament/contracts/values/roles";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { CountingLog } from "../testing/counting-log.ts";
import type { Answer, TestClient } from "../testing/test-client.ts";
import { firstAdmin, startTestCommandApi, type TestCommandApi } from "../testing/test-command-api.ts";
import { issuePins, password, paths, type TestConsumer } from "../testing/test-consumer.ts";
import { bind, bindPath, deviceOf, enterPins, ownerOf, phone, playerPath } from "../testing/test-ornament.ts";
import { freshCode } from "../testing/wrong-pins.ts";

// The answer to something that exists and isn't the caller's must not differ from the answer to something that
// doesn't exist, in its text and in the reads and appends that it takes. A route that is missing here fails the
// first test.

const log = new CountingLog();
const newStore = () => createInMemoryEventStore({ definitions: Object.values(eventCatalogue), log });
const clock = () => new Date();
const store = newStore();
let api: TestCommandApi;
let stranger: TestConsumer;
let adminId: number;
let theirToken: string;
let theirCookies: TestClient["cookies"];

beforeAll(async () => {
  api = await startTestCommandApi({ store, clock });
  await issuePins(api, "FREEFUN", "LKCKEDX");
  stranger = await ownerOf(api, "stranger@example.com", "THEYHAD");
  theirToken = deviceOf(await bind(stranger, "THEYHAD")).deviceToken;
  const admin = await api.signedInAdmin();
  theirCookies = new Map([...stranger.browser.cookies, ...admin.cookies]);
  const lock = { id: pinIdOf("LKCKEDX"), status: false, comment: "stolen" };
  if ((await admin.put("/api/admin/update-pin-status", lock)).status !== 200) throw new Error("not locked");
  adminId = ((await admin.get("/api/admin/refresh")).body.admin as { id: number }).id;
  // A long history is read in other steps than a short one.
  for (let n = 0; n < 20; n += 1) {
    await bind(stranger, "THEYHAD");
    await stranger.browser.put("/api/user/update-pin-name", { id: pinIdOf("THEYHAD"), name: `Name ${n}` });
  }
  for (let n = 0; n < 20; n += 1)
    await admin.put("/api/admin/update", { id: adminId, lastName: `Name ${n}` });
});
afterAll(async () => {
  await api.stop();
  await store.close();
});

/** The caller owns a PIN, on which the caller's browser is the first device. */
type Caller = TestConsumer & { readonly code: string };
type Call<T> = (caller: Caller, what: T) => Promise<Answer>;
let callers = 0;
async function newCaller(): Promise<Caller> {
  callers += 1;
  const code = `MYN${callers + 100}X`;
  const caller = await ownerOf(api, `caller-${callers}@example.com`, code);
  await bind(caller, code);
  return { ...caller, code };
}

/** Things that exist, things that don't, and the call that names one of them. */
interface Probe {
  readonly there: () => unknown[];
  readonly nowhere: (n: number) => unknown;
  readonly call: Call<never>;
}

const pin = (call: Call<string>): Probe => ({
  there: () => ["FREEFUN", "THEYHAD"],
  nowhere: freshCode,
  call,
});
const account = (call: Call<number>): Probe => ({
  there: () => [stranger.id],
  nowhere: (n) => 987_654_321 + n,
  call,
});
const admin = (call: Call<number>): Probe => ({ ...account(call), there: () => [adminId] });
const address = (path: string, more = {}, known = "stranger@example.com"): Probe => ({
  there: () => [known],
  nowhere: (n) => `nobody-${n}@example.com`,
  call: ({ browser }, email: string) => browser.post(path, { email, ...more }),
});
/** A cookie or a token that is not signed by the product: with the content of a real one, and without. */
const forged = (call: Call<string>, real: () => string): Probe => ({
  there: () => [`${real()}x`],
  nowhere: (n) => `forged${n}`,
  call,
});
const forgedCookie = (method: string, path: string, name: string): Probe =>
  forged(
    ({ browser }, cookie) => {
      browser.token = undefined;
      browser.cookies.clear();
      browser.cookies.set(name, cookie);
      return browser.call(method, path);
    },
    () => theirCookies.get(name) ?? "",
  );
const junk = "x".repeat(43);

const probes: Record<string, readonly Probe[]> = {
  selectPin: [pin(({ browser }, code) => browser.put("/api/user/select-pin", { pinId: pinIdOf(code) }))],
  renameOwnPin: [
    pin(({ browser }, code) => browser.put("/api/user/update-pin-name", { id: pinIdOf(code), name: "Mine" })),
  ],
  bindDevice: [true, false].map((isCurrentDevice) =>
    pin(({ browser }, code) =>
      browser.post(bindPath, {
        pinId: pinIdOf(code),
        device: phone,
        isCurrentDevice,
        deviceToken: theirToken,
      }),
    ),
  ),
  removeOwnDevices: [
    pin(({ browser, code: own }, code) =>
      browser.put("/api/user/remove-devices", {
        devices: [deviceIdOf(pinIdOf(own), 1), deviceIdOf(pinIdOf(code), 1)],
      }),
    ),
  ],
  activatePins: [
    {
      ...pin((caller, code) => enterPins(caller, [code])),
      there: () => ["THEYHAD", "LKCKEDX"],
    },
    account((caller, id) => enterPins({ ...caller, id }, ["FREEFUN"])),
  ],
  playerSession: [
    forged(
      ({ browser }, token) => browser.get(playerPath, { token }),
      () => theirToken,
    ),
  ],
  deleteConsumer: [account(({ browser }, id) => browser.delete(`/api/user/delete/${id}`))],
  activateConsumer: [
    account(({ browser }, consumerId) =>
      browser.post(paths.activate, {
        token: writeConsumerToken({ consumerId, nonce: junk, signature: junk }),
      }),
    ),
  ],
  resetConsumerPassword: [
    account(({ browser }, id) => browser.post(`${paths.forgot}/${id}`, { password })),
    account(({ browser }, consumerId) => {
      const token = writeConsumerToken({ consumerId, nonce: junk, signature: junk });
      return browser.post(`${paths.forgot}/${consumerId}`, { password, token });
    }),
  ],
  adminResetPassword: [
    admin(({ browser }, id) => {
      const token = writeAdminPasswordToken({ nonce: junk, signature: junk });
      return browser.post(`/api/admin/password-reset/${id}/${token}`, { password });
    }),
  ],
  registerConsumer: [address(paths.register, { password })],
  registrationStatus: [address(paths.status)],
  resendOwnActivationLink: [address(paths.resend)],
  consumerForgotPassword: [address(paths.forgot)],
  verifyResetCode: [address(paths.verify, { code: "123456" })],
  consumerLogin: [address(paths.login, { password: "Wrong-2026" })],
  adminLogin: [address("/api/admin/login", { password: "Wrong-2026" }, firstAdmin.email)],
  adminForgotPassword: [address("/api/admin/password-reset", {}, firstAdmin.email)],
  consumerLogout: [forgedCookie("POST", paths.logout, "__Secure-userRefresh")],
  consumerRefresh: [forgedCookie("GET", paths.refresh, "__Secure-userRefresh")],
  adminLogout: [forgedCookie("POST", "/api/admin/logout", "__Secure-adminRefresh")],
  adminRefresh: [forgedCookie("GET", "/api/admin/refresh", "__Secure-adminRefresh")],
};

/** Staff may see every PIN and account, so only the routes of other callers are measured. */
const isForOthers = ({ callers }: { callers: readonly string[] }) =>
  callers.some((one) => !(adminRoles as readonly string[]).includes(one));

test("every route that callers outside of the staff can give a PIN, an id, a code or a token is measured here", () => {
  const takesNothing = ["updateOwnMarketing", "ownAccount"];
  const names = routesOf("command-api")
    .filter(isForOthers)
    .map(({ name }) => name);
  expect([...Object.keys(probes), ...takesNothing].sort()).toEqual(names.sort());
  for (const { name, params, query, body } of routesOf("query-api").filter(isForOthers))
    for (const schema of [params, query, body])
      expect([name, Object.keys((schema as unknown as { shape: object }).shape)]).toEqual([name, []]);
});

test.each(["selectPin", "renameOwnPin", "bindDevice", "removeOwnDevices"])(
  "the route %s reads the stream of no PIN that the caller doesn't own",
  async (name) => {
    const caller = await newCaller();
    for (const { call, there } of probes[name] ?? [])
      for (const code of there()) {
        const began = log.read.length;
        await call(caller, code as never);
        const read = log.read.slice(began);
        expect(read).toContain(streams.consumer(caller.id));
        expect(read).not.toContain(streams.pin(code as string));
      }
  },
);

/** A replica that has just started has nobody's key in its memory, as one that strangers ask about anybody. */
async function measured({ call, nowhere }: Probe, what: unknown) {
  const caller = await newCaller();
  const cold = newStore();
  const { secrets } = api.dependencies;
  const replica = await startTestCommandApi({ store: cold, clock, secrets });
  const there = () => ({
    ...caller,
    browser: Object.assign(replica.client(), { token: caller.browser.token }),
  });
  try {
    await call(there(), nowhere(0) as never);
    let answer: Answer | undefined;
    const calls = await log.during(async () => {
      answer = await call(there(), what as never);
    });
    return { calls, status: answer?.status, text: answer?.text };
  } finally {
    await replica.stop();
    await cold.close();
  }
}

test.each(Object.entries(probes).flatMap(([name, all]) => all.map((probe, n) => [name, n, probe] as const)))(
  "the route %s (%i) answers what exists like what doesn't, with as many calls of the event store",
  async (_name, _n, probe) => {
    const missing = await measured(probe, probe.nowhere(1));
    for (const [n, thing] of probe.there().entries())
      expect([n, await measured(probe, thing)]).toEqual([n, missing]);
  },
);
