import { describe, expect, test } from "@jest/globals";
import type { SignedInConsumer } from "@ornament/contracts/account/api";
import { createSignedTokens } from "@ornament/platform/tokens/device-token";
import { z } from "zod";
import { apiForFile } from "../testing/running-api.ts";
import type { TestClient } from "../testing/test-client.ts";
import { issuePins, password, paths, signedInConsumer, type TestConsumer } from "../testing/test-consumer.ts";
import {
  bind,
  deviceOf,
  enterPins,
  inAnotherBrowser,
  ownerOf,
  phone,
  replay,
} from "../testing/test-ornament.ts";

const api = apiForFile();

const cookie = "__Secure-userBrowser";
const devicesOf = async (code: string) => [...(await replay(api.store, code)).devices.values()];

async function signIn(browser: TestClient, email: string): Promise<SignedInConsumer> {
  const answer = await browser.signIn(paths.login, { email, password });
  return answer.body.user as SignedInConsumer;
}

const thisDeviceIn = ({ pins }: SignedInConsumer) =>
  pins.rows.flatMap(({ devices }) => devices).filter(({ thisDevice }) => thisDevice);

const refreshed = async ({ browser }: Pick<TestConsumer, "browser">) =>
  (await browser.get(paths.refresh)).body.user as SignedInConsumer;

/** A browser's cookie as it was written before browsers had an id. */
function olderCookie(): string {
  const tokens = createSignedTokens(
    "known-browser-consumer",
    z.array(z.string()),
    api.parts.secrets.ring("refresh"),
  );
  return tokens.sign(["0123456789abcdef0123456789abcdef"], {
    expiresAt: new Date(api.clock.now().getTime() + 60_000),
  });
}

describe("a browser that watches with several accounts", () => {
  test("the events name one browser differently for each PIN and owner", async () => {
    const consumer = await ownerOf(api, "names@example.com", "NAMES01", "NAMES02");
    await bind(consumer, "NAMES01");
    await bind(consumer, "NAMES02");
    const [one] = await devicesOf("NAMES01");
    const [two] = await devicesOf("NAMES02");
    expect(one?.browser).toMatch(/^[0-9a-f]{32}$/);
    expect(two?.browser).toMatch(/^[0-9a-f]{32}$/);
    expect(two?.browser).not.toBe(one?.browser);
  });

  test("deleting one account in a browser leaves the devices of the other account recognised there", async () => {
    const stays = await ownerOf(api, "stays@example.com", "STAYS01");
    const goes = await signedInConsumer(api, "goes@example.com");
    const { browser } = stays;
    const device = deviceOf(await bind(stays, "STAYS01"));
    await signIn(browser, goes.email);
    expect((await browser.delete(`/api/user/delete/${goes.id}`)).status).toBe(200);
    const user = await signIn(browser, stays.email);
    expect(thisDeviceIn(user).map(({ id }) => id)).toEqual([device.id]);
    expect(deviceOf(await bind(stays, "STAYS01")).id).toBe(device.id);
  });
});

describe("the device of a browser", () => {
  test("20 bindings of one browser at the same time without a device token bind one device", async () => {
    const consumer = await ownerOf(api, "at-once@example.com", "ATONCE1");
    const answers = await Promise.all(Array.from({ length: 20 }, () => bind(consumer, "ATONCE1")));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map((answer) => deviceOf(answer).id)).size).toBe(1);
    expect(await devicesOf("ATONCE1")).toHaveLength(1);
  });

  test("tabs that refresh at the same time in a browser without the cookie are one device", async () => {
    const consumer = await ownerOf(api, "tabs@example.com", "TABS001");
    consumer.browser.cookies.delete(cookie);
    const tabs = [consumer.browser.copy(), consumer.browser.copy()];
    await Promise.all(tabs.map((tab) => tab.get(paths.refresh)));
    await Promise.all(tabs.map((browser) => bind({ ...consumer, browser }, "TABS001")));
    expect(await devicesOf("TABS001")).toHaveLength(1);
  });

  test("a binding gives a browser without an id its cookie", async () => {
    for (const [code, held] of [
      ["BIND001", undefined],
      ["BIND002", olderCookie()],
    ] as const) {
      const consumer = inAnotherBrowser(await ownerOf(api, `${code.toLowerCase()}@example.com`, code));
      if (held !== undefined) consumer.browser.cookies.set(cookie, held);
      const device = deviceOf(await bind(consumer, code));
      expect(consumer.browser.attributes.get(cookie)).toMatch(
        /Max-Age=34560000; Path=\/api\/user;.*HttpOnly; Secure; SameSite=Strict/,
      );
      expect(deviceOf(await bind(consumer, code)).id).toBe(device.id);
    }
  });

  test("a browser that binds its first ornament while entering the PIN is the same device later", async () => {
    await issuePins(api, "ENTER01");
    const consumer = await signedInConsumer(api, "enter@example.com");
    const entered = await enterPins(consumer, ["ENTER01"], { device: phone });
    const { user, binding } = entered.body as { user: SignedInConsumer; binding: { device: { id: number } } };
    expect(thisDeviceIn(user).map(({ id }) => id)).toEqual([binding.device.id]);
    expect(deviceOf(await bind(consumer, "ENTER01")).id).toBe(binding.device.id);
  });

  test("a browser is the same device as long as it has its cookie or its device token, and a new one without both", async () => {
    const consumer = await ownerOf(api, "lost@example.com", "LOST001");
    const { browser, email } = consumer;
    const first = deviceOf(await bind(consumer, "LOST001"));

    browser.cookies.clear();
    await signIn(browser, email);
    const byToken = deviceOf(await bind(consumer, "LOST001", { deviceToken: first.deviceToken }));
    expect(byToken.id).toBe(first.id);
    const byNewCookie = deviceOf(await bind(consumer, "LOST001"));
    expect(byNewCookie.id).toBe(first.id);

    browser.cookies.clear();
    await signIn(browser, email);
    expect(deviceOf(await bind(consumer, "LOST001")).id).not.toBe(first.id);
    expect(await devicesOf("LOST001")).toHaveLength(2);
  });

  test("the cookie is renewed every day, so that a browser in use is recognised after more than 400 days", async () => {
    const consumer = await ownerOf(api, "renewed@example.com", "RENEW01");
    const device = deviceOf(await bind(consumer, "RENEW01"));
    const set = () => consumer.browser.cookies.get(cookie);
    const before = set();
    await consumer.browser.get(paths.refresh);
    expect(set()).toBe(before);
    for (let weeks = 0; weeks < 60; weeks += 3) {
      api.clock.advance(21 * 24 * 3_600_000);
      expect((await consumer.browser.get(paths.refresh)).status).toBe(200);
    }
    expect(thisDeviceIn(await refreshed(consumer)).map(({ id }) => id)).toEqual([device.id]);
  });
});

describe("the mark of this device", () => {
  test("a device is marked as this device only in its browser", async () => {
    const consumer = await ownerOf(api, "mark@example.com", "MARK001");
    const other = inAnotherBrowser(consumer);
    const device = deviceOf(await bind(consumer, "MARK001"));
    await bind(other, "MARK001");
    expect(thisDeviceIn(await refreshed(consumer)).map(({ id }) => id)).toEqual([device.id]);
    expect(thisDeviceIn(await signIn(api.client(), consumer.email))).toEqual([]);
  });

  test("a browser with a forged cookie is not recognised as a device", async () => {
    const consumer = await ownerOf(api, "forged@example.com", "FORGED1");
    const device = deviceOf(await bind(consumer, "FORGED1"));
    const forger = inAnotherBrowser(consumer);
    forger.browser.cookies.set(cookie, `${consumer.browser.cookies.get(cookie)}x`);
    const looked = await bind(forger, "FORGED1", { isCurrentDevice: false });
    expect(looked.body).toMatchObject({ allowed: true, device: null });
    expect(deviceOf(await bind(forger, "FORGED1")).id).not.toBe(device.id);
  });
});
