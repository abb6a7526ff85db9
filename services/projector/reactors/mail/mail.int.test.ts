import { randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { defaultBrand } from "@ornament/contracts/domain/brand";
import {
  adminPasswordLink,
  confirmationLink,
  signaturePurposes,
  writeAdminPasswordToken,
  writeConsumerToken,
} from "@ornament/contracts/domain/links";
import type { MailEvent } from "@ornament/contracts/events/mail";
import { streams } from "@ornament/contracts/events/streams";
import { keyRing, linkToken, sixDigitCode } from "@ornament/platform/tokens/keyed-hash";
import { facts } from "../../testing/facts.ts";
import { openTestStores, type TestStores } from "../../testing/projector-fixture.ts";
import type { Letter } from "./letter.ts";
import { MailRefused, type MailTransport } from "./transport.ts";

const publicUrl = "https://ornament.example";
const proofKeys = keyRing(randomBytes(32));
const nonce = "n".repeat(22);
const soon = () => Date.now() + 600_000;

interface Posted extends Letter {
  to: string;
  messageId: string;
}

/** A mail server in memory that fails on request. */
function mailServer(failures: Error[] = []) {
  const posted: Posted[] = [];
  const transport: MailTransport = {
    async send(letter, to, messageId) {
      posted.push({ ...letter, to: to.join(" "), messageId });
      const failure = failures.shift();
      if (failure) throw failure;
    },
    close: () => undefined,
  };
  return { posted, transport };
}

let at: TestStores;
beforeEach(async () => {
  at = await openTestStores();
});
afterEach(() => at.close());

const start = (transport: MailTransport, options: { takeoverMilliseconds?: number } = {}) =>
  at.startProjector({
    mail: { transport, proofKeys, brand: defaultBrand, publicUrl, firstRetryMilliseconds: 1, ...options },
  });

const registered = (expiresAt: number) => facts.registered({ nonce, expiresAt });

/** The outcomes of the mails that events of a stream caused. */
async function outcomes(stream: string): Promise<string[][]> {
  const { events } = await at.store.read(stream);
  return Promise.all(
    events.map(async ({ id }) =>
      (await at.store.read<MailEvent>(streams.mail(id))).events.map(({ type }) => type),
    ),
  );
}

test("the mail of a registration has the link that command-api accepts", async () => {
  const { posted, transport } = mailServer();
  const expiresAt = soon();
  await at.append(streams.consumer(7), registered(expiresAt));
  await start(transport).mailed();
  const purpose = signaturePurposes.confirmationLink;
  const signature = linkToken(proofKeys.current, purpose, streams.consumer(7), nonce, expiresAt);
  const link = confirmationLink(publicUrl, writeConsumerToken({ consumerId: 7, nonce, signature }));
  expect(posted).toHaveLength(1);
  expect(posted[0]).toMatchObject({ to: "parent@example.com", text: expect.stringContaining(link) });
  expect(await outcomes(streams.consumer(7))).toEqual([["MailStarted", "MailSent"]]);
});

test("a reset code is sent to the current email address of the account", async () => {
  const { posted, transport } = mailServer();
  const expiresAt = soon();
  await at.append(streams.consumer(7), registered(0), {
    type: "ConsumerEmailChanged",
    data: { consumerId: 7, email: "new@example.com", previousKey: "k" },
  });
  await at.append(streams.consumer(7), {
    type: "PasswordResetRequested",
    data: { consumerId: 7, nonce, expiresAt },
  });
  await start(transport).mailed();
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
  await at.append(
    streams.adminDirectory,
    created(3, "ann@example.com", "ADMIN"),
    created(4, "bob@example.com", "MEMBER"),
    created(5, "cy@example.com", "ADMIN"),
    { type: "AdminRoleChanged", data: { adminId: 4, email: "bob@example.com", role: "ADMIN" } },
    facts.adminDeleted(5),
  );
  await at.append(streams.consumer(7), registered(0), {
    type: "ItAdminAsked",
    data: { consumerId: 7, act: "erase", reason: "Requested in writing" },
  });
  await start(transport).mailed();
  const [request] = posted.filter(({ subject }) => subject.startsWith("Request to the IT Admins"));
  expect(request?.to).toBe("ann@example.com bob@example.com");
  expect(request?.text).toContain("Erase the consumer");
  expect(request?.text).not.toContain("in writing");
  expect(request?.text).toContain("/admin/user-profile/7");
  expect((await outcomes(streams.consumer(7))).at(-1)).toEqual(["MailStarted", "MailSent"]);
});

test("an admin gets a mail for a reset link and for a changed password, but not for the first password", async () => {
  const { posted, transport } = mailServer();
  const expiresAt = soon();
  const set = (keptSessionId: string | null) =>
    ({ type: "AdminPasswordSet", data: { adminId: 3, passwordHash: "x", keptSessionId } }) as const;
  await at.append(streams.admin(3), set(null));
  await at.append(streams.adminDirectory, {
    type: "AdminAccountCreated",
    data: { adminId: 3, email: "it@example.com", firstName: "", lastName: "", role: "ADMIN" },
  });
  await at.append(
    streams.admin(3),
    { type: "AdminPasswordResetRequested", data: { adminId: 3, nonce, expiresAt, reason: "forgotten" } },
    set("s"),
  );
  await start(transport).mailed();
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
  await at.append(streams.adminDirectory, {
    type: "AdminAccountCreated",
    data: {
      adminId: 3,
      email: "it@example.com",
      firstName: "",
      lastName: "",
      role: "ADMIN",
      passwordHash: "x",
    },
  });
  const set = { type: "AdminPasswordSet", data: { adminId: 3, passwordHash: "y", keptSessionId: null } };
  const command = { commandId: randomUUID(), bodyHash: "", correlationId: "test" };
  await at.store.append(streams.admin(3), "no_stream", [set], { ...command, actor: { kind: "system" } });
  await start(transport).mailed();
  expect(posted.map(({ subject }) => subject)).toEqual(["Your Ornament back office password was changed"]);
});

test("a mail whose link or code has expired is not sent, and a restart sends no mail again", async () => {
  const first = mailServer();
  await at.append(streams.consumer(7), registered(Date.now() - 1));
  const projector = start(first.transport);
  await projector.mailed();
  await projector.stop();
  await at.store.deleteStream(streams.checkpoint("mail"), "any");
  const second = mailServer();
  await start(second.transport).mailed();
  expect([...first.posted, ...second.posted]).toEqual([]);
  expect(await outcomes(streams.consumer(7))).toEqual([["MailSkipped"]]);
});

test("a mail that a crash interrupted is sent again with the same Message-ID", async () => {
  await at.append(streams.consumer(7), registered(soon()));
  const crashed = mailServer([new Error("the process ends here")]);
  const projector = at.startProjector({
    mail: {
      transport: crashed.transport,
      proofKeys,
      brand: defaultBrand,
      publicUrl,
      firstRetryMilliseconds: 60_000,
    },
  });
  while (crashed.posted.length === 0) await new Promise(setImmediate);
  await projector.stop();
  expect(await outcomes(streams.consumer(7))).toEqual([["MailStarted"]]);
  const next = mailServer();
  await start(next.transport, { takeoverMilliseconds: 0 }).mailed();
  expect(next.posted.map(({ messageId }) => messageId)).toEqual([crashed.posted[0]?.messageId]);
  expect(await outcomes(streams.consumer(7))).toEqual([["MailStarted", "MailSent"]]);
});

test("a mail waits for the end of an outage of the mail server, and a refusal is final and recorded", async () => {
  const { posted, transport } = mailServer([new Error("connection refused"), new MailRefused(550)]);
  await at.append(streams.consumer(7), registered(soon()));
  await start(transport).mailed();
  expect(posted).toHaveLength(2);
  expect(await outcomes(streams.consumer(7))).toEqual([["MailStarted", "MailFailed"]]);
});

test("two reactors send a mail only once", async () => {
  const { posted, transport } = mailServer();
  const projectors = [start(transport), start(transport)];
  await Promise.all(projectors.map((projector) => projector.mailed()));
  await at.append(streams.consumer(7), registered(soon()));
  await Promise.all(
    projectors.map(async (projector) => {
      while ((await outcomes(streams.consumer(7)))[0]?.at(-1) !== "MailSent") await new Promise(setImmediate);
      await projector.mailed();
    }),
  );
  expect(posted).toHaveLength(1);
});

test("the mail of a deleted account is skipped", async () => {
  const { posted, transport } = mailServer();
  await at.append(streams.consumer(7), registered(soon()), {
    type: "ConsumerAccountDeleted",
    data: { consumerId: 7 },
  });
  await at.store.erasePerson("consumer", 7);
  await start(transport).mailed();
  expect(posted).toEqual([]);
  expect((await outcomes(streams.consumer(7)))[0]).toEqual(["MailSkipped"]);
});
