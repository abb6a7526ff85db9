import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { DomainEvent } from "@ornament/contracts/catalogue";
import { streams } from "@ornament/contracts/events/streams";
import {
  adminPasswordLink,
  confirmationLink,
  signaturePurposes,
  writeAdminPasswordToken,
  writeConsumerToken,
} from "@ornament/contracts/mails/links";
import { linkToken, sixDigitCode } from "@ornament/platform/tokens/keyed-hash";
import { fact, facts } from "../testing/facts.ts";
import { mailServer, mailsOnMemory, metadata, proofKeys, publicUrl, soon } from "../testing/mails.ts";

const nonce = "n".repeat(22);

let at: ReturnType<typeof mailsOnMemory>;
beforeEach(() => {
  at = mailsOnMemory();
});
afterEach(() => at.close());

const registered = (expiresAt: number) => facts.registered({ nonce, expiresAt });
const append = (stream: string, ...events: DomainEvent[]) =>
  at.store.append<DomainEvent>(stream, "any", events, metadata);

test("the mail of a registration has the link that command-api accepts", async () => {
  const { posted, transport } = mailServer();
  const expiresAt = soon();
  await append(streams.consumer(7), registered(expiresAt));
  await at.start(transport).idle();
  const purpose = signaturePurposes.confirmationLink;
  const signature = linkToken(proofKeys.current, purpose, streams.consumer(7), nonce, expiresAt);
  const link = confirmationLink(publicUrl, writeConsumerToken({ consumerId: 7, nonce, signature }));
  expect(posted).toHaveLength(1);
  expect(posted[0]).toMatchObject({ to: "parent@example.com", text: expect.stringContaining(link) });
  expect(await at.outcomesOf(streams.consumer(7))).toEqual([["MailStarted", "MailSent"]]);
});

test("a reset code is sent to the current email address of the account", async () => {
  const { posted, transport } = mailServer();
  const expiresAt = soon();
  await append(
    streams.consumer(7),
    registered(0),
    fact("ConsumerEmailChanged", { consumerId: 7, email: "new@example.com", previousKey: "k" }),
  );
  await append(streams.consumer(7), fact("PasswordResetRequested", { consumerId: 7, nonce, expiresAt }));
  await at.start(transport).idle();
  const code = sixDigitCode(
    proofKeys.current,
    signaturePurposes.resetCode,
    streams.consumer(7),
    nonce,
    expiresAt,
  );
  expect(posted.map(({ to }) => to)).toEqual(["new@example.com"]);
  expect(posted[0]?.text).toContain(`\n${code}\n`);
});

test("a request of Customer support is one mail to all present IT Admins, with the act and a link to the page, and without the reason", async () => {
  const { posted, transport } = mailServer();
  const created = (adminId: number, email: string, role: "ADMIN" | "MEMBER") =>
    facts.adminCreated({ adminId, email, role });
  await append(
    streams.adminDirectory,
    created(3, "ann@example.com", "ADMIN"),
    created(4, "bob@example.com", "MEMBER"),
    created(5, "cy@example.com", "ADMIN"),
    { type: "AdminRoleChanged", data: { adminId: 4, email: "bob@example.com", role: "ADMIN" } },
    facts.adminDeleted(5),
    created(6, "deactivated@example.com", "ADMIN"),
    { type: "AdminDeactivated", data: { adminId: 6, email: "deactivated@example.com", reason: "Left" } },
  );
  await append(
    streams.consumer(7),
    registered(0),
    fact("ItAdminAsked", { consumerId: 7, act: "erase", reason: "Requested in writing" }),
  );
  await at.start(transport).idle();
  const [request] = posted.filter(({ subject }) => subject.startsWith("Request to the IT Admins"));
  expect(request?.to).toBe("ann@example.com bob@example.com");
  expect(request?.text).toContain("Erase the consumer");
  expect(request?.text).not.toContain("in writing");
  expect(request?.text).toContain("/admin/user-profile/7");
  expect((await at.outcomesOf(streams.consumer(7))).at(-1)).toEqual(["MailStarted", "MailSent"]);
});

const account = { adminId: 3, email: "it@example.com", firstName: "", lastName: "", role: "ADMIN" } as const;

test("an admin gets a mail for a reset link and for a changed password, but not for the first password", async () => {
  const { posted, transport } = mailServer();
  const expiresAt = soon();
  const set = (keptSessionId: string | null) =>
    ({ type: "AdminPasswordSet", data: { adminId: 3, passwordHash: "x", keptSessionId } }) as const;
  await append(streams.admin(3), set(null));
  await append(streams.adminDirectory, fact("AdminAccountCreated", account));
  await append(
    streams.admin(3),
    { type: "AdminPasswordResetRequested", data: { adminId: 3, nonce, expiresAt, reason: "forgotten" } },
    set("s"),
  );
  await at.start(transport).idle();
  const purpose = signaturePurposes.adminPasswordLink;
  const signature = linkToken(proofKeys.current, purpose, streams.admin(3), nonce, expiresAt);
  const link = adminPasswordLink(publicUrl, 3, writeAdminPasswordToken({ nonce, signature }));
  expect(posted.map(({ subject }) => subject).sort()).toEqual([
    "Set a new password for the Ornament back office",
    "Your Ornament back office password was changed",
  ]);
  expect(posted.some(({ text }) => text.includes(link))).toBe(true);
});

test("an admin whose account was created with a password gets a mail about its first change", async () => {
  const { posted, transport } = mailServer();
  await append(streams.adminDirectory, fact("AdminAccountCreated", { ...account, passwordHash: "x" }));
  const set = { type: "AdminPasswordSet", data: { adminId: 3, passwordHash: "y", keptSessionId: null } };
  const command = { commandId: randomUUID(), bodyHash: "", correlationId: "test" };
  await at.store.append(streams.admin(3), "no_stream", [set], { ...command, actor: { kind: "system" } });
  await at.start(transport).idle();
  expect(posted.map(({ subject }) => subject)).toEqual(["Your Ornament back office password was changed"]);
});

test("the mail of a deleted account is skipped", async () => {
  const { posted, transport } = mailServer();
  await append(streams.consumer(7), registered(soon()), fact("ConsumerAccountDeleted", { consumerId: 7 }));
  await at.store.erasePerson("consumer", 7);
  await at.start(transport).idle();
  expect(posted).toEqual([]);
  expect((await at.outcomesOf(streams.consumer(7)))[0]).toEqual(["MailSkipped"]);
});
