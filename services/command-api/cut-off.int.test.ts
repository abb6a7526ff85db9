import { afterEach, expect, test } from "@jest/globals";
import { categoryOf } from "@ornament/contracts/events/streams";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import type { PlainEvent } from "@ornament/platform/eventstore/event-store";
import { startCompletions } from "./steps/completions.ts";
import { endingAfter } from "./testing/ending-store.ts";
import { firstAdminId } from "./testing/test-admin.ts";
import type { Answer, TestClient } from "./testing/test-client.ts";
import { startTestCommandApi, type TestCommandApi } from "./testing/test-command-api.ts";
import { issuePins, password, paths, register, signedInConsumer } from "./testing/test-consumer.ts";
import { TestMailbox } from "./testing/test-mailbox.ts";
import { bindPath, deviceOf, enterPins } from "./testing/test-ornament.ts";

/**
 * Sends a prepared command to a command-api on the event store, always with the same key, from a browser that
 * got no answer before.
 */
type Send = (to: TestCommandApi) => Promise<Answer>;

const key = "7c1d0e52";

/** The call is sent from the browser as it was before its first request. */
const by =
  (browser: TestClient, method: string, path: string, body?: unknown): Send =>
  (to) =>
    browser.copy(to.url).call(method, path, { body, key });

async function consumerWithPins(api: TestCommandApi, ...codes: string[]) {
  await issuePins(api, ...codes);
  const consumer = await signedInConsumer(api, "parent@example.com");
  await enterPins(consumer, codes);
  const bind = (code: string) =>
    consumer.browser.post(bindPath, { pinId: pinIdOf(code), device: "Mozilla/5.0" });
  const devices: number[] = [];
  for (const code of codes) devices.push(deviceOf(await bind(code)).id);
  return { ...consumer, devices };
}

const newAdmin = { email: "bea@ornament.test", password, firstName: "Bea", lastName: "Ray", role: "ADMIN" };
const createPath = "/api/admin/registration";

async function anotherAdmin(api: TestCommandApi) {
  const browser = await api.signedInAdmin();
  const { body } = await browser.post(createPath, newAdmin);
  return { browser, id: Number(body.id) };
}

/** Every command that writes to more than one stream, except the import, whose rows are independent. */
const multiStreamCommands: Record<string, (api: TestCommandApi) => Promise<Send>> = {
  async "a registration"(api) {
    return by(api.client(), "POST", paths.register, { email: "new@example.com", password });
  },
  async "a confirmation of the email address"(api) {
    const browser = await register(api, "new@example.com");
    const token = await new TestMailbox(api.parts).lastToken("new@example.com");
    return by(browser, "POST", paths.activate, { token });
  },
  async "an entry of two PINs"(api) {
    await issuePins(api, "AAAA001", "AAAA002");
    const { browser, id, email } = await signedInConsumer(api, "parent@example.com");
    const pin = [
      { pin: "AAAA001", name: "Tree" },
      { pin: "AAAA002", name: "Door" },
    ];
    const body = { userId: id, email, pin, marketingEmail: true, device: "Mozilla/5.0" };
    return by(browser, "PUT", "/api/user/activate-pin", body);
  },
  async "forgetting devices of two PINs"(api) {
    const { browser, devices } = await consumerWithPins(api, "AAAA001", "AAAA002");
    return by(browser, "PUT", "/api/user/remove-devices", { devices });
  },
  async "a change of a consumer's email address"(api) {
    const { id } = await signedInConsumer(api, "old@example.com");
    const body = { id, email: "new@example.com" };
    return by(await api.signedInAdmin(), "PUT", "/api/admin/update-user-email", body);
  },
  async "a change of a consumer's email address to a taken one"(api) {
    const { id } = await signedInConsumer(api, "old@example.com");
    await register(api, "taken@example.com");
    const body = { id, email: "taken@example.com" };
    return by(await api.signedInAdmin(), "PUT", "/api/admin/update-user-email", body);
  },
  async "a deletion of a consumer's own account"(api) {
    const { browser, id } = await consumerWithPins(api, "AAAA001", "AAAA002");
    return by(browser, "DELETE", `/api/user/delete/${id}`);
  },
  async "an erasure of a consumer by an admin"(api) {
    const { id, email } = await consumerWithPins(api, "AAAA001");
    const body = { reason: "Requested in writing", confirmation: email };
    return by(await api.signedInAdmin(), "POST", `/api/admin/erase-user/${id}`, body);
  },
  async "a release of a PIN from its owner"(api) {
    const { id } = await consumerWithPins(api, "AAAA001");
    const body = { id: pinIdOf("AAAA001"), userId: id, reason: "Bought second-hand" };
    return by(await api.signedInAdmin(), "POST", "/api/admin/release-pin", body);
  },
  async "an end of a sign-in pause"(api) {
    const { id, email } = await signedInConsumer(api, "parent@example.com");
    for (let failure = 0; failure < 10; failure += 1)
      await api.client().post(paths.login, { email, password: "Wrong-2026" });
    const body = { id, reason: "Confirmed by phone" };
    return by(await api.signedInAdmin(), "POST", "/api/admin/end-sign-in-pause", body);
  },
  async "a creation of an admin with a password"(api) {
    return by(await api.signedInAdmin(), "POST", createPath, newAdmin);
  },
  async "a creation of an admin who is invited"(api) {
    return by(await api.signedInAdmin(), "POST", createPath, { ...newAdmin, password: "" });
  },
  async "a change of another admin's email address, role, names and password"(api) {
    const { browser, id } = await anotherAdmin(api);
    const names = { email: "bee@ornament.test", firstName: "Bee" };
    const body = { id, ...names, role: "MEMBER", password: "Fourth-1-horse" };
    return by(browser, "PUT", "/api/admin/update-profile", body);
  },
  async "a change of one's own role and password"(api) {
    const { browser } = await anotherAdmin(api);
    const id = await firstAdminId(api);
    const body = { id, email: "first@ornament.test", role: "MEMBER", password: "Fourth-1-horse" };
    return by(browser, "PUT", "/api/admin/update-profile", body);
  },
  async "a deletion of another admin"(api) {
    const { browser, id } = await anotherAdmin(api);
    return by(browser, "DELETE", `/api/admin/delete/${id}`);
  },
  async "a deletion of one's own admin account"(api) {
    const { browser } = await anotherAdmin(api);
    return by(browser, "DELETE", `/api/admin/delete/${await firstAdminId(api)}`);
  },
  async "a reset of a consumer's password"(api) {
    const { browser, id, email } = await signedInConsumer(api, "parent@example.com");
    await browser.post(paths.forgot, { email });
    const code = await new TestMailbox(api.parts).lastCode(email);
    await browser.post(paths.verify, { email, code });
    return by(browser, "POST", `${paths.forgot}/${id}`, { password: "Summer-2027" });
  },
};

const passwordOnlyInRequest =
  "a password is in no event before it is set, so it comes only with the repetition";

/** Why only a part of a command may be done if it's never repeated. The others are all or nothing. */
const partly: Readonly<Record<string, string>> = {
  "a registration":
    "an email address may stay claimed without an account, and the next registration of it uses the claim",
  "an entry of two PINs":
    "PINs that were not reached yet, the marketing choice and the device come only with the repetition",
  "forgetting devices of two PINs": "each device is forgotten separately",
  "a change of another admin's email address, role, names and password": passwordOnlyInRequest,
  "a change of one's own role and password": passwordOnlyInRequest,
};

/**
 * Each command that writes to several streams is cut off after each of its writes. After another process
 * repeats it, the result is the same as without the cut, also if the completions run first. A command that is
 * never repeated is complete or has no effect.
 */
const running: TestCommandApi[] = [];
afterEach(() => Promise.all(running.splice(0).map((api) => api.stop())));

async function complete({ parts }: TestCommandApi): Promise<void> {
  const completions = startCompletions(parts, { graceMilliseconds: 0 });
  await completions.caughtUp();
  await completions.stop();
}

/** The fields of an event that are the same each time: no ids, nonces or hashes. */
const compared = ["code", "email", "name", "firstName", "lastName", "role", "marketingEmail", "reason"];
const categories = ["adminDirectory", "admin", "consumer", "consumerEmail", "pin"];

function inShort({ type, data }: PlainEvent): string {
  const fields = Object.entries(data as Record<string, unknown>).filter(([name]) => compared.includes(name));
  return `${type} ${JSON.stringify(Object.fromEntries(fields.toSorted()))}`;
}

/**
 * The events of all streams. The stream of an email address gives only its last event, which says whether the
 * address is claimed.
 */
async function state({ store }: TestCommandApi): Promise<string[]> {
  const names = new Set<string>();
  for await (const { stream } of store.readAll()) names.add(stream);
  const streams = await Promise.all(
    [...names]
      .filter((name) => categories.includes(categoryOf(name)))
      .map(async (name) => ({ category: categoryOf(name), events: (await store.read(name)).events })),
  );
  return streams
    .map(({ category, events }) => ({
      category,
      told: (category === "consumerEmail" ? events.slice(-1) : events).map(inShort),
    }))
    .map(({ category, told }) => `${category}: ${told.join(", ")}`)
    .toSorted();
}

/** A service whose process ends after this number of the command's writes, or never without a number. */
async function cutOff(prepare: (api: TestCommandApi) => Promise<Send>, after = Number.POSITIVE_INFINITY) {
  const api = await startTestCommandApi();
  running.push(api);
  const send = await prepare(api);
  const before = await state(api);
  const store = endingAfter(api.store, after);
  const dying = await api.replica(store);
  const { status } = await send(dying);
  return { api, send, before, status, writes: store.writes() };
}

test.each(Object.entries(multiStreamCommands))(
  "%s that is cut off after any of its writes and then repeated has the same result as without the cut",
  async (name, prepare) => {
    const whole = await cutOff(prepare);
    await complete(whole.api);
    const expected = await state(whole.api);
    expect(expected).not.toEqual(whole.before);
    for (let writes = 0; writes < whole.writes; writes += 1) {
      for (const completedFirst of [false, true]) {
        const cut = await cutOff(prepare, writes);
        expect([writes, cut.writes, cut.status]).toEqual([writes, writes, 503]);
        const next = await cut.api.replica();
        if (completedFirst) {
          await complete(next);
          const left = await state(next);
          if (!(name in partly)) expect([cut.before, expected]).toContainEqual(left);
        }
        expect([writes, (await cut.send(next)).status]).toEqual([writes, whole.status]);
        await complete(next);
        expect({ writes, completedFirst, state: await state(next) }).toEqual({
          writes,
          completedFirst,
          state: expected,
        });
      }
    }
  },
);
