import { afterAll, beforeAll, expect } from "@jest/globals";
import type { SignedInConsumer } from "@ornament/contracts/account/api";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { openEventStore } from "@ornament/platform/eventstore/client/open-event-store";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { silentLogger } from "@ornament/platform/logging/logger";
import {
  type TestEventStore,
  testEventStore,
  testOnEmbeddedEventStore,
} from "@ornament/testing/stores/test-event-store";
import { KeptBrowser } from "../testing/kept-browser.ts";
import {
  startTestCommandApi,
  TestClock,
  type TestCommandApi,
  testSecrets,
} from "../testing/test-command-api.ts";
import { password, paths } from "../testing/test-consumer.ts";
import { bindPath, deviceOf, ownerOf, playerPath } from "../testing/test-ornament.ts";

/** Families that come back each December, with the cookies and storage that their browsers still have then. */
const clock = new TestClock(new Date("2025-11-20T17:00:00Z"));
const setClock = (date: string) => clock.advance(Date.parse(`${date}T17:00:00Z`) - clock.now().getTime());
const test = testOnEmbeddedEventStore("clock");
let server: TestEventStore;
let store: EventStore;
let api: TestCommandApi;

beforeAll(async () => {
  server = await testEventStore({ clock: () => clock.now().getTime() });
  const secrets = testSecrets();
  store = openEventStore({
    connectionString: server.connectionString,
    definitions: Object.values(eventCatalogue),
    masterKey: secrets.masterKey,
    logger: silentLogger(),
    now: clock.now,
  });
  api = await startTestCommandApi({ store, secrets, clock: clock.now });
  const admin = await api.signedInAdmin();
  await admin.post("/api/admin/update-setting", { name: "numberDevices", value: 3 });
});
afterAll(async () => {
  await api.stop();
  await store.close();
  await server.close();
});

interface Parent {
  email: string;
  code: string;
}

const newBrowser = (isSafari = false) => new KeptBrowser(api.url, { now: clock.now, isSafari });

/** Continues the session as the page does, or signs in if it is over. */
async function arrive(browser: KeptBrowser, { email }: Parent): Promise<SignedInConsumer> {
  const held = browser.storage.get("tokenUser") === email;
  const refreshed = held ? await browser.get(paths.refresh) : undefined;
  const answer =
    refreshed?.status === 200 ? refreshed : await browser.signIn(paths.login, { email, password });
  browser.token = String(answer.body.accessToken);
  browser.storage.set("tokenUser", email);
  return answer.body.user as SignedInConsumer;
}

/** Watches as the page does. Returns the device's id, or the code of the refusal. */
async function watch(browser: KeptBrowser, parent: Parent): Promise<unknown> {
  const { id } = await arrive(browser, parent);
  const tokenKey = `deviceToken.${id}`;
  const bound = await browser.post(bindPath, {
    pinId: pinIdOf(parent.code),
    device: "browser",
    deviceToken: browser.storage.get(tokenKey),
  });
  if (bound.status !== 200) return bound.body.code;
  const device = deviceOf(bound);
  browser.storage.set(tokenKey, device.deviceToken);
  // The player is another site, which gets no cookies.
  const player = await api.client().get(playerPath, { token: device.deviceToken });
  expect(player.body).toMatchObject({ status: "ok" });
  return device.id;
}

const placesInUse = async (parent: Parent) => {
  const user = await arrive(newBrowser(), parent);
  return user.pins.rows[0]?.countDevices;
};

test("three devices of a family that come back each December keep their three places, and the player opens on each", async () => {
  const family = { email: "family@example.com", code: "FAMILY1" };
  const grandpa = { email: "grandpa@example.com", code: "GRANDP1" };
  for (const { email, code } of [family, grandpa]) await ownerOf(api, email, code);
  const phone = newBrowser();
  const iPad = newBrowser(true);
  const laptop = newBrowser();

  const first = new Map<string, unknown>();
  /** The same device as in the first December. */
  const watchAsBefore = async (name: string, browser: KeptBrowser, parent: Parent) => {
    const id = await watch(browser, parent);
    if (!first.has(name)) first.set(name, id);
    expect({ name, id, number: typeof id }).toEqual({ name, id: first.get(name), number: "number" });
  };
  const december = async (year: number, days: Record<string, readonly number[]>) => {
    for (let day = 1; day <= 26; day += 1) {
      setClock(`${year}-12-${String(day).padStart(2, "0")}`);
      if (days.phone?.includes(day)) await watchAsBefore("phone", phone, family);
      // Two parents share the phone.
      if (days.grandpa?.includes(day)) await watchAsBefore("grandpa", phone, grandpa);
      if (days.iPad?.includes(day)) await watchAsBefore("iPad", iPad, family);
      if (days.laptop?.includes(day)) await watchAsBefore("laptop", laptop, family);
    }
    expect([await placesInUse(family), await placesInUse(grandpa)]).toEqual([3, 1]);
  };

  // Between the laptop's visits are 390 days, the most from one season to the next.
  await december(2025, { phone: [1, 2, 3, 14, 26], grandpa: [2], iPad: [5, 24], laptop: [1] });
  await december(2026, { phone: [1, 24], grandpa: [24], iPad: [3, 4, 25], laptop: [26] });
  await december(2027, { phone: [2], grandpa: [3], iPad: [26], laptop: [26] });
});

test("a browser without a visit for more than 400 days counts as a new device", async () => {
  setClock("2028-12-01");
  const family = { email: "away@example.com", code: "AWAY001" };
  await ownerOf(api, family.email, family.code);
  const iPad = newBrowser(true);
  const before = await watch(iPad, family);
  setClock("2030-01-06");
  expect(await watch(iPad, family)).not.toBe(before);
  expect(await placesInUse(family)).toBe(2);
});
