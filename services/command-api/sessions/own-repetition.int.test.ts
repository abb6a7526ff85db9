import { beforeEach, describe, expect, test } from "@jest/globals";
import type { AdminDirectoryEvent } from "@ornament/contracts/admins/directory-events";
import { streams } from "@ornament/contracts/events/streams";
import type { CommandContext } from "@ornament/platform/commands/context";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { beforeAppends } from "../testing/before-appends.ts";
import { apiForEachTest } from "../testing/running-api.ts";
import type { CallOptions, TestClient } from "../testing/test-client.ts";
import { firstAdmin, type TestCommandApi } from "../testing/test-command-api.ts";
import { paths, signedInConsumer } from "../testing/test-consumer.ts";
import { TestMailbox } from "../testing/test-mailbox.ts";

/** A command that revokes its own token is repeated because its answer was lost. */
const api = apiForEachTest();

/** The same browser with another replica as its server. */
const at = (other: TestCommandApi, browser: TestClient) => browser.copy(other.url);

const key = "4b1f6ad2";
const password = "Third-1-horse";
const marketing = (browser: TestClient, options: CallOptions = {}) =>
  browser.put("/api/user/update-marketing-email", { marketingEmail: true }, options);

describe("a consumer's deletion of their own account", () => {
  const path = (id: number) => `/api/user/delete/${id}`;

  test("a repeated deletion of the consumer's own account gets the first answer from every replica, and its cookie is cleared", async () => {
    const { browser, id } = await signedInConsumer(api, "gone@example.com");
    const unanswered = [browser.copy(), at(await api.replica(), browser)];
    const first = await browser.delete(path(id), { key });
    expect(first).toMatchObject({ status: 200, body: { success: true } });
    unanswered.push(at(await api.replica(), unanswered[0] ?? browser));
    for (const repeating of unanswered) {
      expect(repeating.cookies.has("__Secure-userRefresh")).toBe(true);
      const again = await repeating.delete(path(id), { key });
      expect([again.status, again.text]).toEqual([first.status, first.text]);
      expect(repeating.cookies.has("__Secure-userRefresh")).toBe(false);
    }
    const { events } = await api.store.read(streams.consumer(id));
    expect(events.filter(({ type }) => type === "ConsumerAccountDeleted")).toHaveLength(1);
  });

  test("the token of a deleted account is refused with another key, for another call and after it expired", async () => {
    const { browser, id } = await signedInConsumer(api, "gone@example.com");
    const victim = await signedInConsumer(api, "victim@example.com");
    const unanswered = browser.copy();
    await browser.delete(path(id), { key });
    const refused = [
      await unanswered.delete(path(id)),
      await unanswered.delete(path(id), { key: "another" }),
      await unanswered.delete(path(victim.id), { key }),
      await marketing(unanswered),
      await marketing(unanswered, { key }),
      await unanswered.get(paths.refresh),
    ];
    const body = { id, email: "gone@example.com", pin: [{ pin: "GONE001" }] };
    refused.push(await unanswered.put("/api/user/activate-pin", body, { key }));
    api.clock.advance(15 * 60_000 + 1_000);
    unanswered.cookies.clear();
    refused.push(await unanswered.delete(path(id), { key }));
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 401));
    expect(refused.map(({ body: { errors } }) => errors)).toEqual(refused.map(() => ["user_error"]));
  });

  test("a deletion of the consumer's own account is not repeated for the token of a session that was signed out before", async () => {
    const { browser, id, email } = await signedInConsumer(api, "gone@example.com");
    const elsewhere = api.client();
    await elsewhere.signIn(paths.login, { email, password: "Winter-2026" });
    const stolen = elsewhere.copy();
    await elsewhere.post(paths.logout);
    await browser.delete(path(id), { key });
    expect((await stolen.delete(path(id), { key })).status).toBe(401);
  });
});

describe("an admin's command on their own account", () => {
  const self = "/api/admin/update";
  const update = "/api/admin/update-profile";
  let admin: TestClient;
  let adminId: number;
  let other: { id: number; email: string };

  beforeEach(async () => {
    admin = await api.signedInAdmin();
    const { events } = await api.store.read<AdminDirectoryEvent>(streams.adminDirectory);
    adminId = events[0]?.data.adminId ?? 0;
    const email = "bea@ornament.test";
    const body = { email, password, role: "ADMIN" };
    const created = await admin.post("/api/admin/registration", body);
    other = { id: Number(created.body.id), email };
  });

  test("an admin who deleted their own account can repeat exactly this call", async () => {
    const unanswered = admin.copy();
    const first = await admin.delete(`/api/admin/delete/${adminId}`, { key });
    const again = await at(await api.replica(), unanswered).delete(`/api/admin/delete/${adminId}`, { key });
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect((await unanswered.delete(`/api/admin/delete/${other.id}`, { key })).status).toBe(401);
    expect((await unanswered.delete(`/api/admin/delete/${adminId}`, { key: "another" })).status).toBe(401);
    expect((await unanswered.delete(`/api/admin/delete/${adminId}`, { key })).status).toBe(200);
    expect(unanswered.cookies.size).toBe(0);
  });

  test("an admin who repeats the change of their own password gets a valid token again", async () => {
    const unanswered = admin.copy();
    await admin.put(self, { id: adminId, password }, { key });
    const again = await unanswered.put(self, { id: adminId, password }, { key });
    expect(again.body).toMatchObject({ admin: { id: adminId } });
    const token = String(again.body.accessToken);
    expect((await unanswered.put(self, { id: adminId, firstName: "Ann" }, { token })).status).toBe(200);
    const third = { id: adminId, password: "Fourth-1-horse" };
    expect((await unanswered.put(self, third, { key })).status).toBe(401);
    expect((await at(await api.replica(), unanswered).put(self, third, { key })).status).toBe(401);
  });

  test("a change of an admin's own password that an earlier build recorded can be repeated after an upgrade, and not with another body", async () => {
    const append: EventStore["append"] = (stream, expected, events, metadata) => {
      const { formerBodyHash } = metadata as Partial<CommandContext>;
      const recorded = { ...metadata, bodyHash: formerBodyHash ?? metadata.bodyHash };
      return api.store.append(stream, expected, events, recorded);
    };
    const earlierBuild = await api.replica({ ...beforeAppends(api.store, async () => undefined), append });
    const unanswered = admin.copy();
    const first = await at(earlierBuild, admin).put(self, { id: adminId, password }, { key });
    expect(first.status).toBe(200);
    expect((await unanswered.put(self, { id: adminId, password }, { key })).status).toBe(200);
    const third = { id: adminId, password: "Fourth-1-horse" };
    expect((await unanswered.put(self, third, { key })).status).toBe(401);
  });

  test("a repeated change of an admin's own password is refused after another admin has changed the password", async () => {
    const unanswered = admin.copy();
    await admin.put(self, { id: adminId, password }, { key });
    const bea = api.client();
    await bea.signIn("/api/admin/login", { email: other.email, password });
    const change = { id: adminId, email: firstAdmin.email, role: "ADMIN", password: "Fourth-1-horse" };
    expect((await bea.put(update, change)).status).toBe(200);
    expect((await unanswered.put(self, { id: adminId, password }, { key })).status).toBe(401);
  });

  test("an admin can repeat the change of their own role, but not with a body about another admin", async () => {
    const unanswered = admin.copy();
    const demotion = { id: adminId, email: firstAdmin.email, role: "MEMBER" };
    const first = await admin.put(update, demotion, { key });
    expect(first.status).toBe(200);
    const again = await unanswered.put(update, demotion, { key });
    expect([again.status, again.text]).toEqual([200, first.text]);
    const elsewhere = at(await api.replica(), unanswered);
    const attack = { id: other.id, email: other.email, role: "ADMIN", password: "Stolen-1-horse" };
    expect((await elsewhere.put(update, attack, { key })).status).toBe(401);
    expect((await elsewhere.put(update, demotion)).status).toBe(401);
  });

  test("an admin who set their own password in the Admins table can't use the old token on another admin", async () => {
    const unanswered = admin.copy();
    const own = { id: adminId, email: firstAdmin.email, role: "ADMIN", password };
    expect((await admin.put(update, own, { key })).status).toBe(200);
    const attack = { id: other.id, email: other.email, role: "ADMIN", password: "Stolen-1-horse" };
    expect((await at(await api.replica(), unanswered).put(update, attack, { key })).status).toBe(401);
    expect((await unanswered.put(update, own, { key })).status).toBe(200);
  });
});

test("a refresh on two replicas at the same time gives one new refresh token", async () => {
  const browser = await api.signedInAdmin();
  const tab = at(await api.replica(), browser);
  const answers = await Promise.all([browser.get("/api/admin/refresh"), tab.get("/api/admin/refresh")]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect([...tab.cookies.values()]).toEqual([...browser.cookies.values()]);
});

test("a repeated password reset gets the same answer, also when it comes with a revoked or expired token", async () => {
  const { browser, id, email } = await signedInConsumer(api, "reset@example.com");
  await browser.post(paths.forgot, { email });
  const code = await new TestMailbox(api.parts).lastCode(email);
  await browser.post(paths.verify, { email, code });
  const unanswered = browser.copy();
  const reset = (by: TestClient) => by.post(`${paths.forgot}/${id}`, { password: "Summer-2027" }, { key });
  const first = await reset(browser);
  expect(first.status).toBe(200);
  const again = await reset(unanswered);
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect(unanswered.cookies.has("__Secure-resetProof")).toBe(false);
  api.clock.advance(15 * 60_000 + 1_000);
  expect((await reset(browser)).text).toBe(first.text);
  expect((await marketing(unanswered, { key })).status).toBe(401);
});
