import { expect, test } from "@jest/globals";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { pins } from "./pins.ts";
import { facts } from "./testing/facts.ts";
import { instantOf, projected } from "./testing/projected.ts";

const pinId = pinIdOf("AB12CD3");

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
    facts.deactivated("lost"),
    { event: facts.deactivated("reported stolen"), actor: agent },
    { event: facts.activated("found again"), actor: { kind: "system" } },
  ]);
  expect(active?.[pinId]).toMatchObject({
    status: true,
    blocked: false,
    comment: "reported stolen",
    comments: [
      { comment: "reported stolen", createdAt: instantOf(4) },
      { comment: "lost", createdAt: instantOf(3) },
    ],
    statusChange: { blocked: false, comment: "found again", createdAt: instantOf(5), role: "System" },
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
