import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { firstAdminId } from "./test-admin.ts";
import type { Answer, TestClient } from "./test-client.ts";
import type { TestCommandApi } from "./test-command-api.ts";
import { issuePins, password, paths, register, signedInConsumer } from "./test-consumer.ts";
import { TestMailbox } from "./test-mailbox.ts";
import { bindPath, deviceOf, enterPins } from "./test-ornament.ts";

/**
 * Sends a prepared command to a command-api on the event store, always with the same key, from a browser that
 * got no answer before.
 */
export type Send = (to: TestCommandApi) => Promise<Answer>;

export interface MultiStreamCommand {
  prepare(api: TestCommandApi): Promise<Send>;
  /**
   * The reason why only a part may be done if the command is never repeated. Without a reason the command is
   * all or nothing.
   */
  partly?: string;
}

const key = "7c1d0e52";

/** The browser as it was before its first request. */
function as(browser: TestClient, to: TestCommandApi): TestClient {
  const there = to.client();
  there.token = browser.token;
  for (const [name, value] of browser.cookies) there.cookies.set(name, value);
  return there;
}

const by =
  (browser: TestClient, call: { method: string; path: string; body?: unknown }): Send =>
  (to) =>
    as(browser, to).call(call.method, call.path, { body: call.body, key });

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
const create = { method: "POST", path: "/api/admin/registration" };

async function anotherAdmin(api: TestCommandApi) {
  const browser = await api.signedInAdmin();
  const { body } = await browser.post(create.path, newAdmin);
  return { browser, id: Number(body.id) };
}

/** Every command that writes to more than one stream, except the import, whose rows are independent. */
export const multiStreamCommands: Record<string, MultiStreamCommand> = {
  "a registration": {
    partly:
      "an email address may stay claimed without an account, and the next registration of it uses the claim",
    prepare: async (api) =>
      by(api.client(), {
        method: "POST",
        path: paths.register,
        body: { email: "new@example.com", password },
      }),
  },

  "a confirmation of the email address": {
    async prepare(api) {
      const browser = await register(api, "new@example.com");
      const token = await new TestMailbox(api.parts).lastToken("new@example.com");
      return by(browser, { method: "POST", path: paths.activate, body: { token } });
    },
  },

  "an entry of two PINs": {
    partly:
      "PINs that were not reached yet, the marketing choice and the device come only with the repetition",
    async prepare(api) {
      await issuePins(api, "AAAA001", "AAAA002");
      const { browser, id, email } = await signedInConsumer(api, "parent@example.com");
      const pin = [
        { pin: "AAAA001", name: "Tree" },
        { pin: "AAAA002", name: "Door" },
      ];
      const body = { userId: id, email, pin, marketingEmail: true, device: "Mozilla/5.0" };
      return by(browser, { method: "PUT", path: "/api/user/activate-pin", body });
    },
  },

  "forgetting devices of two PINs": {
    partly: "each device is forgotten separately",
    async prepare(api) {
      const { browser, devices } = await consumerWithPins(api, "AAAA001", "AAAA002");
      return by(browser, { method: "PUT", path: "/api/user/remove-devices", body: { devices } });
    },
  },

  "a change of a consumer's email address": {
    async prepare(api) {
      const { id } = await signedInConsumer(api, "old@example.com");
      const body = { id, email: "new@example.com" };
      const admin = await api.signedInAdmin();
      return by(admin, { method: "PUT", path: "/api/admin/update-user-email", body });
    },
  },

  "a change of a consumer's email address to a taken one": {
    async prepare(api) {
      const { id } = await signedInConsumer(api, "old@example.com");
      await register(api, "taken@example.com");
      const body = { id, email: "taken@example.com" };
      const admin = await api.signedInAdmin();
      return by(admin, { method: "PUT", path: "/api/admin/update-user-email", body });
    },
  },

  "a deletion of a consumer's own account": {
    async prepare(api) {
      const { browser, id } = await consumerWithPins(api, "AAAA001", "AAAA002");
      return by(browser, { method: "DELETE", path: `/api/user/delete/${id}` });
    },
  },

  "an erasure of a consumer by an admin": {
    async prepare(api) {
      const { id, email } = await consumerWithPins(api, "AAAA001");
      const body = { reason: "Requested in writing", confirmation: email };
      return by(await api.signedInAdmin(), { method: "POST", path: `/api/admin/erase-user/${id}`, body });
    },
  },

  "a release of a PIN from its owner": {
    async prepare(api) {
      const { id } = await consumerWithPins(api, "AAAA001");
      const body = { id: pinIdOf("AAAA001"), userId: id, reason: "Bought second-hand" };
      return by(await api.signedInAdmin(), { method: "POST", path: "/api/admin/release-pin", body });
    },
  },

  "an end of a sign-in pause": {
    async prepare(api) {
      const { id, email } = await signedInConsumer(api, "parent@example.com");
      for (let failure = 0; failure < 10; failure += 1)
        await api.client().post(paths.login, { email, password: "Wrong-2026" });
      const body = { id, reason: "Confirmed by phone" };
      return by(await api.signedInAdmin(), { method: "POST", path: "/api/admin/end-sign-in-pause", body });
    },
  },

  "a creation of an admin with a password": {
    prepare: async (api) => by(await api.signedInAdmin(), { ...create, body: newAdmin }),
  },

  "a creation of an admin who is invited": {
    prepare: async (api) => by(await api.signedInAdmin(), { ...create, body: { ...newAdmin, password: "" } }),
  },

  "a change of another admin's email address, role, names and password": {
    partly: "a password is in no event before it is set, so it comes only with the repetition",
    async prepare(api) {
      const { browser, id } = await anotherAdmin(api);
      const body = {
        id,
        email: "bee@ornament.test",
        role: "MEMBER",
        firstName: "Bee",
        password: "Fourth-1-horse",
      };
      return by(browser, { method: "PUT", path: "/api/admin/update-profile", body });
    },
  },

  "a change of one's own role and password": {
    partly: "a password is in no event before it is set, so it comes only with the repetition",
    async prepare(api) {
      const { browser } = await anotherAdmin(api);
      const id = await firstAdminId(api);
      const body = { id, email: "first@ornament.test", role: "MEMBER", password: "Fourth-1-horse" };
      return by(browser, { method: "PUT", path: "/api/admin/update-profile", body });
    },
  },

  "a deletion of another admin": {
    async prepare(api) {
      const { browser, id } = await anotherAdmin(api);
      return by(browser, { method: "DELETE", path: `/api/admin/delete/${id}` });
    },
  },

  "a deletion of one's own admin account": {
    async prepare(api) {
      const { browser } = await anotherAdmin(api);
      return by(browser, { method: "DELETE", path: `/api/admin/delete/${await firstAdminId(api)}` });
    },
  },

  "a reset of a consumer's password": {
    async prepare(api) {
      const { browser, id, email } = await signedInConsumer(api, "parent@example.com");
      await browser.post(paths.forgot, { email });
      const code = await new TestMailbox(api.parts).lastCode(email);
      await browser.post(paths.verify, { email, code });
      const body = { password: "Summer-2027" };
      return by(browser, { method: "POST", path: `${paths.forgot}/${id}`, body });
    },
  },
};
