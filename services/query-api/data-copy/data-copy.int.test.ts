import { beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { consumersReadModel } from "@ornament/contracts/consumers/document";
import { dataCopy } from "@ornament/contracts/data-copy/api";
import type { MailDocument } from "@ornament/contracts/sign-in-help/document";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import {
  adminDocument,
  consumerDocument,
  deviceDocument,
  logDocument,
  pinDocument,
  signInHelpDocument,
} from "../testing/documents.ts";
import { now, queryApi } from "../testing/query-api-fixture.ts";

// Consumer 12 is Ann, consumer 13 is Bob, admin 3 is Staff. Each text names the person whose data it is.
const ipad = "Mozilla/5.0 (iPad; CPU OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Version/17.4 Safari/604.1";
const at = (minute: number) => new Date(now.getTime() - minute * 60_000);

const api = queryApi();
beforeAll(async () => {
  await api.put.admins([adminDocument(3, { email: "staff@ornament.test", firstName: "StaffName" })]);
  await api.put.consumers([
    consumerDocument(
      { _id: 12, email: "ann@example.com", formerEmails: ["ann.before@example.com"], marketingEmail: true },
      [{ code: "ANNPIN1", name: "Ann's tree", registeredAt: at(50) }],
    ),
    consumerDocument({ _id: 13, email: "bob@example.com" }, [{ code: "BOBPIN1", name: "Bob's tree" }]),
  ]);
  await api.leaveTombstone(consumersReadModel, 14);
  const nobodys = { consumerId: null, status: false };
  await api.put.pins([
    pinDocument("ANNPIN1", {
      consumerId: 12,
      email: "ann@example.com",
      status: true,
      devices: [
        deviceDocument(1, { userAgent: ipad, name: "Ann's iPad", boundAt: at(40), lastLogin: at(10) }),
      ],
      comment: "of the time when it was Bob's",
      comments: [{ comment: "of the time when it was Bob's", createdAt: at(90) }],
    }),
    pinDocument("BOBPIN1", { consumerId: 13, devices: [deviceDocument(2, { name: "Bob's phone" })] }),
    pinDocument("FREEPIN", nobodys),
  ]);
  const refusal = { until: null, code: "ANNPIN1", limit: null, userAgent: null };
  await api.put.signInHelp([
    signInHelpDocument("consumer-12", {
      lastSignInAt: at(30),
      locks: [{ knownBrowser: true, until: at(60), failures: 10, at: at(61) }],
      resetCodes: [{ causeId: "c", nonce: "SECRETNONCE", refused: 1, refusedAt: at(5), acceptedAt: null }],
      refusals: [
        { ...refusal, id: "r1", kind: "pin-of-another-account", at: at(6), code: "BOBPIN1" },
        { ...refusal, id: "r2", kind: "device-limit", at: at(7), limit: 1, userAgent: ipad },
      ],
    }),
    signInHelpDocument("consumer-13", { lastSignInAt: at(1) }),
  ]);
  const mail = (id: string, account: string, minute: number): MailDocument & { _id: string } =>
    ({
      _id: id,
      account,
      kind: "activation-link",
      askedAt: at(minute),
      expiresAt: null,
      state: "sent",
      stateAt: at(minute),
      reason: null,
      smtpStatus: null,
    }) as never;
  const mails = Array.from({ length: 30 }, (_, n) => mail(`m${n}`, "consumer-12", n + 1));
  await api.put.mails([...mails, mail("b1", "consumer-13", 1)]);
  const own = { actor: "consumer-12", role: "Customer", subject: 12, session: "SECRETSESSION" };
  const byStaff = { actor: "admin-3", role: "Customer support", subject: 12, session: "staff-session" };
  const ofBob = { actor: "consumer-13", role: "Customer", subject: 13, session: "bobs" };
  const renamed = { type: "OrnamentRenamed", action: "Ornament renamed", value: "Ann's tree" } as const;
  const blocked = { type: "PinDeactivated", action: "PIN deactivated", about: "pin-ANNPIN1" } as const;
  const refused = { type: "ConsumerEmailChangeRefused", action: "Consumer email change refused" } as const;
  const entries: Parameters<typeof logDocument>[1][] = [
    { ...own, type: "SessionStarted", action: "Signed in", createdAt: at(30) },
    { ...own, ...renamed, createdAt: at(29) },
    { ...byStaff, ...blocked, value: "ANNP-IN1: reported stolen", createdAt: at(20) },
    { ...byStaff, ...refused, role: "IT Admin", value: "bob@example.com", createdAt: at(19) },
    { ...ofBob, value: "Bob's act" },
  ];
  await api.put.log(
    entries.map((entry, n) => logDocument(`e${n + 1}`, { position: 10n + BigInt(n), ...entry })),
  );
  const place = (_id: string, session: string, person: string, browser: string, address: string) => ({
    _id,
    session,
    person,
    browser,
    address,
    commit: _id === "e1" ? 10n : 1n,
  });
  await api.put.sessions([
    place("e1", "SECRETSESSION", "consumer-12", "Safari on iPad", "192.0.2.12"),
    place("s3", "staff-session", "admin-3", "StaffBrowser", "192.0.2.3"),
    place("s5", "bobs", "consumer-13", "BobBrowser", "192.0.2.13"),
  ]);
});
beforeEach(() => {
  api.looks.asked.length = 0;
  api.looks.answer = async () => ({ status: 200, retryAfterSeconds: undefined, body: {} });
});

const request = { format: "json", reason: "Request by mail", confirmation: "ann@example.com" };
async function copyOf(id: number, body: object = request, token?: string) {
  const answer = await fetch(`${api.url}/api/admin/user-profile/${id}/data-copy`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${token ?? (await api.signIn("ADMIN"))}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
const codeOf = ({ text }: { text: string }) => JSON.parse(text).code;

test("the copy of a consumer's data as JSON has everything that the read models have about the consumer", async () => {
  const { text } = await copyOf(12, { ...request, timeZone: "America/Chicago" });
  const copy = dataCopy.strict().parse(JSON.parse(text));
  const iso = (minute: number) => at(minute).toISOString();
  expect(copy.about).toMatchObject({
    consumerId: 12,
    createdAt: now.toISOString(),
    timeZone: "America/Chicago",
    notUpToDateSince: null,
  });
  expect(copy.account).toEqual({
    id: 12,
    email: "ann@example.com",
    formerEmails: ["ann.before@example.com"],
    registeredAt: now.toISOString(),
    emailConfirmed: true,
    confirmedAt: now.toISOString(),
    marketingEmails: true,
    lastSignInAt: iso(30),
  });
  expect(copy.ornaments).toEqual([
    { pin: "ANNP-IN1", name: "Ann's tree", enteredAt: iso(50), deactivated: false },
  ]);
  expect(copy.devices).toEqual([
    {
      pin: "ANNP-IN1",
      name: "Ann's iPad",
      browser: "Safari on iPad",
      userAgent: ipad,
      firstUsedAt: iso(40),
      lastUsedAt: iso(10),
    },
  ]);
  const place = { browser: "Safari on iPad", address: "192.0.2.12" };
  expect(copy.sessions).toEqual([{ signedInAt: iso(30), endedAt: null, end: null, places: [place] }]);
  expect(copy.pauses).toEqual([{ startedAt: iso(61), until: iso(60), failures: 10, knownBrowser: true }]);
  expect(copy.refusals.map(({ kind, pin, device }) => [kind, pin, device])).toEqual([
    ["pin-of-another-account", null, null],
    ["device-limit", "ANNP-IN1", "Safari on iPad"],
  ]);
  expect(copy.mails).toHaveLength(30);
  expect(copy.mails[0]?.askedAt).toBe(iso(1));
  expect(copy.log.map(({ by, action, value, address }) => [by, action, value, address])).toEqual([
    ["Account holder", "Signed in", "", "192.0.2.12"],
    ["Account holder", "Ornament renamed", "Ann's tree", "192.0.2.12"],
    ["Customer support", "PIN deactivated", "ANNP-IN1: reported stolen", null],
    ["IT Admin", "Consumer email change refused", "an address of another account", null],
  ]);
});

describe.each(["json", "html"])("the copy as %s", (format) => {
  test(`the copy of a consumer's data has nothing about another consumer or an admin, and no secret (${format})`, async () => {
    const { status, text } = await copyOf(12, { ...request, format });
    expect(status).toBe(200);
    expect(text).toContain("ann@example.com");
    expect(text).not.toMatch(
      /bob|staff@|StaffName|StaffBrowser|192\.0\.2\.(?:3|13)\b|admin-3|SECRET|"(?:e|m|r)\d"/i,
    );
  });

  test(`the copy as ${format} is a download that isn't stored, whose name has no personal data`, async () => {
    const { headers } = await copyOf(12, { ...request, format });
    const name = `ornament-data-consumer-12-2026-12-01.${format}`;
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-type": `${format === "json" ? "application/json" : "text/html"}; charset=utf-8`,
      "content-disposition": `attachment; filename="${name}"; filename*=UTF-8''${name}`,
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none';frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
    });
  });
});

test("a confirmation that command-api refuses is refused near its field, without data", async () => {
  const body = {
    error: true,
    code: "confirmation_mismatch",
    message: "no",
    errors: [{ path: "confirmation", message: "no" }],
  };
  api.looks.answer = async () => ({ status: 409, retryAfterSeconds: undefined, body });
  const { status, text } = await copyOf(12, { ...request, confirmation: "eve@example.com" });
  expect([status, JSON.parse(text)]).toEqual([409, body]);
});

test.each(["MEMBER", "AUDITOR"] as const)(
  "a copy is refused to the role %s and not recorded",
  async (role) => {
    const answer = await copyOf(12, request, await api.signIn(role));
    expect([answer.status, codeOf(answer)]).toEqual([403, "forbidden"]);
    expect(api.looks.asked).toEqual([]);
  },
);

test.each([
  ["no reason", { reason: undefined }],
  ["a reason of one character", { reason: " x " }],
  ["a reason of 121 characters", { reason: "x".repeat(121) }],
  ["no confirmation", { confirmation: "" }],
  ["another format", { format: "pdf" }],
  ["an unknown time zone", { timeZone: "Mars/Olympus" }],
])("a copy with %s is refused and not recorded", async (_what, change) => {
  const answer = await copyOf(12, { ...request, ...change });
  expect([answer.status, codeOf(answer)]).toEqual([400, "invalid_request"]);
  expect(api.looks.asked).toEqual([]);
});

test.each([
  ["deleted", 14],
  ["unknown", 999],
])("there is no copy of a %s account", async (_what, id) => {
  const answer = await copyOf(id);
  expect([answer.status, codeOf(answer)]).toEqual([404, "consumer_not_found"]);
});

test("the devices of a PIN that belongs to another account by now are not in a copy", async () => {
  await api.put.consumers([
    consumerDocument({ _id: 16, email: "cy@example.com" }, [{ code: "BOBPIN1", pinId: pinIdOf("BOBPIN1") }]),
  ]);
  expect(JSON.parse((await copyOf(16)).text).devices).toEqual([]);
});
