import { expect, test } from "@jest/globals";
import { z } from "zod";
import { definitionOf, type EventType, eventCatalogue } from "./catalogue.ts";
import { event, eventOf, personal, upcast } from "./events/definition.ts";

test("every event is in the catalogue under its own type", () => {
  for (const [name, { type }] of Object.entries(eventCatalogue)) expect(type).toBe(name);
});

test("personal fields are found in the schema, and an event with personal fields must name the person", () => {
  expect(eventCatalogue.ConsumerRegistered.personal).toEqual(["email", "passwordHash"]);
  expect(eventCatalogue.AdminAccountCreated.personal).toEqual([
    "email",
    "firstName",
    "lastName",
    "passwordHash",
  ]);
  expect(eventCatalogue.PinRegistered.personal).toEqual(["name"]);
  expect(() => event({ fields: { email: personal(z.string()) } })).toThrow("names no person");
});

test("a personal field stays personal when it gets a description, because otherwise it would be stored unencrypted", () => {
  const named = eventOf({ kind: "consumer", field: "consumerId" });
  const fields = { consumerId: z.number(), name: personal(z.string()).describe("A name.") };
  expect(named({ fields }).personal).toEqual(["name"]);
});

test("an erased personal field is accepted, and the System action log shows it as (erased)", () => {
  const data = eventCatalogue.ConsumerRegistered.schema.parse({
    consumerId: 1,
    email: null,
    passwordHash: "x",
    marketingEmail: false,
    nonce: "0123456789abcdef",
    expiresAt: 0,
  });
  const { log } = eventCatalogue.ConsumerRegistered;
  expect(log !== "hidden" && log.value(data)).toBe("(erased)");
});

test("an old ConsumerAccountDeleted event without a reason can still be read, and its entry has no value", () => {
  const { log, schema, version } = eventCatalogue.ConsumerAccountDeleted;
  const deleted = schema.parse({ consumerId: 1 });
  expect(deleted).toEqual({ consumerId: 1 });
  expect(log !== "hidden" && log.value(deleted)).toBe("");
  // A build from before this field reads the newer events too, because the version is the same.
  expect(version).toBe(1);
});

test("a DeviceBindingRefused event of version 1 is read without the refused browser, and its entry has the text of that time", () => {
  const stored = { code: "ABCD123", consumerId: 1, limit: 5, reason: "maximum-number-devices", at: 7 };
  const { log, schema, version } = eventCatalogue.DeviceBindingRefused;
  expect(version).toBe(2);
  const read = schema.parse(upcast(eventCatalogue.DeviceBindingRefused, stored, 1));
  expect(read).toEqual({ ...stored, userAgent: null });
  expect(log !== "hidden" && log.value(read)).toBe("ABCD-123: device limit reached");
});

test("the events of a wrong PIN take the same room, whether the PIN belongs to another account or not", () => {
  const { PinEntryRefused, PinEntryUnknown } = eventCatalogue;
  expect(PinEntryUnknown.type).toHaveLength(PinEntryRefused.type.length);
  expect(Object.keys(PinEntryUnknown.schema.shape)).toEqual(Object.keys(PinEntryRefused.schema.shape));
});

test("a wrong PIN of version 1 is read without its time and hash, and its entry has the text of that time", () => {
  const stored = { consumerId: 1, code: "ABCD123" };
  const { PinEntryRefused, PinEntryUnknown } = eventCatalogue;
  for (const definition of [PinEntryRefused, PinEntryUnknown]) {
    expect(definition.version).toBe(2);
    expect(definition.schema.parse(upcast(definition, stored, 1))).toEqual(stored);
  }
  const { log } = PinEntryRefused;
  expect(log !== "hidden" && log.value(stored)).toBe("ABCD-123: belongs to another account");
});

const hashed = '"passwordHash":"$2b$10$x"';
const account = '"adminId":3,"email":"a@b.co","firstName":"","lastName":""';

/** A build from before an optional field reads newer events, too, because the version is the same: the last column. */
test.each<[EventType, stored: string, version: number, now: number]>([
  ["PinRegistered", '{"code":"ABCD123","consumerId":1}', 1, 1],
  ["DeviceSignedIn", '{"code":"ABCD123","consumerId":1,"deviceId":65537}', 1, 1],
  [
    "DeviceBound",
    '{"code":"ABCD123","consumerId":1,"deviceId":65537,"limit":5,"userAgent":"Mozilla/5.0"}',
    1,
    1,
  ],
  ["PinDeactivated", '{"code":"ABCD123","consumerId":null,"comment":"lost"}', 1, 2],
  ["PinActivated", '{"code":"ABCD123","consumerId":null,"comment":"lost"}', 1, 2],
  ["AdminAccountCreated", `{${account},"role":"ADMIN"}`, 1, 3],
  ["AdminAccountCreated", `{${account},"role":"MEMBER",${hashed}}`, 2, 3],
  ["AdminRoleChanged", '{"adminId":3,"email":"a@b.co","role":"MEMBER"}', 1, 2],
  ["AdminPasswordSet", `{"adminId":3,${hashed},"keptSessionId":null}`, 1, 2],
  ["AdminPasswordReset", `{"adminId":3,${hashed}}`, 1, 2],
  [
    "ConsumerRegistered",
    `{"consumerId":7,"email":"a@b.co",${hashed},"marketingEmail":false,"nonce":"0123456789abcdef","expiresAt":0}`,
    1,
    2,
  ],
  ["ConsumerPasswordReset", `{"consumerId":7,${hashed}}`, 1, 2],
  ["SignInLocked", '{"audience":"consumer","key":"0a1b","until":1800000060000,"failures":12}', 1, 1],
  ["MailStarted", '{"causeId":"5b9f","kind":"activation-link"}', 1, 2],
  ["MailSent", '{"causeId":"5b9f","kind":"activation-link"}', 1, 2],
])(
  "the event %s that was stored as %s in version %i keeps its data when it is read",
  (type, stored, version, now) => {
    const definition = eventCatalogue[type];
    expect(definition.version).toBe(now);
    const data = JSON.parse(stored);
    expect(definition.schema.parse(upcast(definition, data, version))).toEqual(data);
  },
);

test("the System action log's entry for the lock of an account has the site", () => {
  const { log } = eventCatalogue.SignInLocked;
  const locked = { audience: "consumer", key: "0a1b", until: 0, failures: 12 } as const;
  expect(log !== "hidden" && log.value(locked)).toBe("12 failed attempts (consumer site)");
});

test.each([
  ["past its usefulness", { reason: "too_late" }],
  ["its key was replaced", { reason: "key_replaced" }],
  ["the account is gone", { reason: "account_gone" }],
  ["the address cannot be used", { reason: "address_unusable" }],
  ["the mail server refused it (550)", { reason: "refused", smtpStatus: 550 }],
  ["toString", { reason: "unknown" }],
])("an old mail event with the reason %j in words has its code when it is read", (reason, now) => {
  const about = { causeId: "5b9f", kind: "activation-link" };
  for (const definition of [eventCatalogue.MailFailed, eventCatalogue.MailSkipped]) {
    const stored = JSON.stringify({ ...about, reason });
    const data = definition.schema.parse(upcast(definition, JSON.parse(stored), 1));
    expect(data).toEqual({ ...about, ...now });
  }
});

test("the System action log's entry for a refused mail has the status of the mail server's answer", () => {
  const { log } = eventCatalogue.MailFailed;
  const data = { causeId: "5b9f", kind: "activation-link", reason: "refused", smtpStatus: 550 } as const;
  expect(log !== "hidden" && log.value(data)).toBe("activation link: the mail server refused it (550)");
});

test("the System action log's entry for a lock says so if the email address has no account", () => {
  const { log } = eventCatalogue.SignInLockedWithoutAccount;
  expect(log !== "hidden" && log.value({ audience: "admin", until: 0, failures: 10 })).toBe(
    "10 failed attempts (back office), an address without an account",
  );
});

test("the System action log's entry for an import that was cut off has the least number of PINs that were added", () => {
  const { log } = eventCatalogue.PinImportInterrupted;
  const counts = { rows: 440, added: 432, duplicates: 8, bad: 0 };
  const data = { importId: "i", fileName: "pins.csv", ...counts, reason: "the server stopped" };
  expect(log !== "hidden" && log.value(data)).toBe(
    "pins.csv: at least 432 PINs added, then the server stopped",
  );
});

test("every hash of a password in an event is personal, so that it is stored encrypted and erased with the person", () => {
  const withHash = Object.values(eventCatalogue).filter(({ schema }) =>
    JSON.stringify(z.toJSONSchema(schema)).includes('"passwordHash":'),
  );
  expect(withHash).toHaveLength(6);
  for (const { type, schema, personal: fields } of withHash) {
    expect([type, fields]).toEqual([type, expect.arrayContaining(["passwordHash"])]);
    expect(JSON.stringify(z.toJSONSchema(schema)).split('"passwordHash":')).toHaveLength(2);
  }
});

test("a RegistrationRepeated event of version 1 is read with the hash of its attempt, or with none", () => {
  const definition = eventCatalogue.RegistrationRepeated;
  const read = (text: string) => definition.schema.parse(upcast(definition, JSON.parse(text), 1));
  const attempt = { marketingEmail: true, nonce: "0123456789abcdef", expiresAt: 5 };
  expect(
    read(
      '{"consumerId":7,"at":1,"attempt":{"passwordHash":"$2b$10$x","marketingEmail":true,"nonce":"0123456789abcdef","expiresAt":5}}',
    ),
  ).toEqual({ consumerId: 7, at: 1, attempt, passwordHash: "$2b$10$x" });
  const notice = { consumerId: 7, at: 1, attempt: null };
  expect(read(JSON.stringify(notice))).toEqual(notice);
});

test("no entry of the System action log shows a password hash", () => {
  for (const { schema, log, type } of Object.values(eventCatalogue)) {
    if (log === "hidden" || !("passwordHash" in schema.shape)) continue;
    expect(`${type}: ${log.value({ passwordHash: "SECRET", email: "a@b.co" } as never)}`).not.toContain(
      "SECRET",
    );
  }
});

test("an unknown event type has no definition, even if it is the name of a property of every object", () => {
  expect(definitionOf("Nonsense")).toBeUndefined();
  expect(definitionOf("toString")).toBeUndefined();
});
