import { expect, test } from "@jest/globals";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { pins } from "./pins.ts";
import { facts } from "./testing/facts.ts";
import { instantOf, projected } from "./testing/projected.ts";

const pinId = pinIdOf("AB12CD3");

test("an imported PIN has no owner", async () => {
  const { main } = await projected(pins, [facts.imported()]);
  expect(main?.[pinId]).toEqual({
    code: "AB12CD3",
    pin: "AB12-CD3",
    consumerId: null,
    email: null,
    formerEmails: [],
    status: false,
    blocked: false,
    batchName: "winter",
    batchSort: "winter\nwinter",
    commentSearch: "",
    importId: "import-1",
    registeredAt: null,
    countDevices: 0,
    devices: [],
    comment: "",
    comments: [],
    statusChange: null,
    lastBulkChange: null,
    emailSearch: "",
    search: "ab12cd3\nab12-cd3\nwinter",
  });
});

test("an entered PIN has its owner's current email address", async () => {
  const { main } = await projected(pins, [
    facts.imported(),
    facts.imported("ZZZZZZZ"),
    facts.registered({ email: "old@example.com" }),
    facts.emailChanged("parent@example.com"),
    facts.pinRegistered(),
    facts.pinRegistered("ZZZZZZZ"),
    facts.emailChanged("later@example.com"),
  ]);
  expect(main?.[pinId]).toMatchObject({
    email: "later@example.com",
    consumerId: 7,
    status: true,
    registeredAt: instantOf(4),
  });
  expect(main?.[pinIdOf("ZZZZZZZ")]).toMatchObject({ email: "later@example.com" });
});

test("a PIN is found by its owner's present and former email addresses, by both forms of the code, batch and Commentary", async () => {
  const { main } = await projected(pins, [
    facts.imported("AB12CD3", "Winter–Münster"),
    facts.registered({ email: "first@example.com" }),
    facts.emailChanged("second@example.com"),
    facts.pinRegistered(),
    facts.emailChanged("third@example.com"),
    facts.deactivated("Reported STOLEN"),
  ]);
  expect(main?.[pinId]).toMatchObject({
    email: "third@example.com",
    formerEmails: ["second@example.com", "first@example.com"],
    commentSearch: "reported stolen",
    emailSearch: "third@example.com\nsecond@example.com\nfirst@example.com",
    search:
      "third@example.com\nsecond@example.com\nfirst@example.com\nab12cd3\nab12-cd3\nwinter-munster\nreported stolen",
  });
});

test("an email address that an account gets again is not a former one, and at most twenty are kept", async () => {
  const { main } = await projected(pins, [
    facts.imported(),
    facts.registered({ email: "first@example.com" }),
    facts.pinRegistered(),
    facts.emailChanged("second@example.com"),
    facts.emailChanged("first@example.com"),
  ]);
  expect(main?.[pinId]).toMatchObject({ email: "first@example.com", formerEmails: ["second@example.com"] });

  const numbered = Array.from({ length: 22 }, (_, n) => facts.emailChanged(`n${n}@example.com`));
  const { main: later } = await projected(pins, [
    facts.imported(),
    facts.registered(),
    facts.pinRegistered(),
    ...numbered,
  ]);
  expect(later?.[pinId]?.formerEmails).toHaveLength(20);
  expect(later?.[pinId]?.formerEmails).toEqual(expect.arrayContaining(["n20@example.com", "n1@example.com"]));
});

test("a PIN has the author, role, time and reason of its last status change", async () => {
  const before = [facts.imported(), facts.registered(), facts.pinRegistered()];
  const agent = { kind: "admin", id: 4, role: "MEMBER" } as const;
  const { main: blocked } = await projected(pins, [
    ...before,
    { event: facts.deactivated("reported stolen"), actor: agent },
  ]);
  expect(blocked?.[pinId]?.statusChange).toEqual({
    blocked: true,
    comment: "reported stolen",
    createdAt: instantOf(3),
    role: "Customer support",
    adminId: 4,
  });
  const { main: active } = await projected(pins, [
    ...before,
    { event: facts.deactivated("reported stolen"), actor: agent },
    { event: facts.activated("found again"), actor: { kind: "system" } },
  ]);
  expect(active?.[pinId]).toMatchObject({
    comment: "reported stolen",
    statusChange: {
      blocked: false,
      comment: "found again",
      createdAt: instantOf(4),
      role: "System",
      adminId: null,
    },
  });
});

test("each batch is listed once, with the time of its first PIN, its imports and the number of its PINs", async () => {
  const { batches } = await projected(pins, [
    facts.imported("AAAAAAA", "winter"),
    facts.imported("BBBBBBB", "spring"),
    facts.imported("CCCCCCC", "winter"),
    { type: "PinImported", data: { code: "DDDDDDD", batchName: "winter", importId: "import-2" } },
  ]);
  expect(batches).toEqual({
    winter: { createdAt: instantOf(0), imports: ["import-1", "import-2"], pins: 3 },
    spring: { createdAt: instantOf(1), imports: ["import-1"], pins: 1 },
  });
});

test("a deactivated PIN is blocked and has the comment; activation sets it to not blocked", async () => {
  const blocked = [facts.imported(), facts.registered(), facts.pinRegistered(), facts.deactivated("lost")];
  const { main: during } = await projected(pins, blocked);
  expect(during?.[pinId]).toMatchObject({ status: false, blocked: true, comment: "lost" });
  const { main: after } = await projected(pins, [
    ...blocked,
    facts.activated("found"),
    facts.deactivated("lost again"),
    facts.activated("found again"),
  ]);
  expect(after?.[pinId]).toMatchObject({
    status: true,
    blocked: false,
    comment: "lost again",
    comments: [
      { comment: "lost again", createdAt: instantOf(5) },
      { comment: "lost", createdAt: instantOf(3) },
    ],
  });
});

test("devices of a PIN are bound, signed in, renamed and forgotten", async () => {
  const { main } = await projected(pins, [
    facts.imported(),
    facts.registered(),
    facts.pinRegistered(),
    facts.bound(1, "Phone"),
    facts.bound(2, "Tablet"),
    facts.bound(3, "Laptop"),
    facts.deviceSignedIn(1),
    facts.deviceRenamed(1, "Mum's"),
    facts.deviceRemoved(2),
  ]);
  expect(main?.[pinId]).toMatchObject({
    countDevices: 2,
    devices: [
      { id: 1, userAgent: "Phone", name: "Mum's", boundAt: instantOf(3), lastLogin: instantOf(6) },
      { id: 3, userAgent: "Laptop", name: "", boundAt: instantOf(5), lastLogin: instantOf(5) },
    ],
  });
});

test("a released PIN has no owner and no devices", async () => {
  const { main, owners } = await projected(pins, [
    facts.imported(),
    facts.registered(),
    facts.pinRegistered(),
    facts.emailChanged("later@example.com"),
    facts.bound(1),
    facts.consumerDeleted(),
    facts.released(),
  ]);
  expect(main?.[pinId]).toMatchObject({
    status: false,
    consumerId: null,
    email: null,
    formerEmails: [],
    emailSearch: "",
    search: "ab12cd3\nab12-cd3\nwinter",
    devices: [],
    countDevices: 0,
    registeredAt: null,
  });
  expect(owners).toBeUndefined();
});

test("a deleted account leaves no email address in its PIN, also before the PIN is released", async () => {
  const { main, owners } = await projected(pins, [
    facts.imported(),
    facts.registered(),
    facts.pinRegistered(),
    facts.emailChanged("later@example.com"),
    facts.consumerDeleted(),
  ]);
  expect(JSON.stringify([main, owners])).not.toContain("@");
});

test("erased personal fields are null", async () => {
  const { main } = await projected(pins, [
    facts.imported(),
    facts.registered({ email: null }),
    facts.pinRegistered(),
    facts.bound(1, null),
    facts.deviceRenamed(1, null),
  ]);
  expect(main?.[pinId]).toMatchObject({
    email: null,
    formerEmails: [],
    search: "ab12cd3\nab12-cd3\nwinter",
    devices: [{ userAgent: null, name: null }],
  });
});

test("a PIN names the bulk change that changed it last, until its status or owner changes", async () => {
  const last = async (...later: Parameters<typeof projected>[1]) => {
    const { main } = await projected(pins, [
      facts.imported(),
      facts.bulkDeactivated("bulk-1", null),
      ...later,
    ]);
    return main?.[pinId]?.lastBulkChange;
  };
  expect(await last()).toBe("bulk-1");
  expect(await last(facts.bulkActivated("bulk-2"))).toBe("bulk-2");
  expect(await last(facts.activated("found"))).toBeNull();
  expect(await last(facts.bulkActivated("bulk-2"), facts.pinRegistered())).toBeNull();
  expect(await last(facts.released())).toBeNull();
});
