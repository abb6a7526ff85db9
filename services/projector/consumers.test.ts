import { expect, test } from "@jest/globals";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import { consumers } from "./consumers.ts";
import { facts } from "./testing/facts.ts";
import { instantOf, projected } from "./testing/projected.ts";

test("a consumer without a PIN has one row in the Consumers table", async () => {
  const { main, rows } = await projected(consumers, [facts.registered()]);
  expect(main?.[7]).toMatchObject({
    email: "parent@example.com",
    isActivated: false,
    confirmedAt: null,
    pins: [],
  });
  expect(rows).toEqual({
    7: {
      consumerId: 7,
      email: "parent@example.com",
      formerEmails: [],
      marketingEmail: false,
      isActivated: false,
      createdAt: instantOf(0),
      pinId: null,
      code: null,
      pin: null,
      name: null,
      nameSort: "",
      status: null,
      countDevices: null,
      emailSearch: "parent@example.com",
      search: "parent@example.com",
    },
  });
});

test("a consumer has a row for each PIN and no other, found by present and former addresses, the PIN and its name", async () => {
  const { main, rows } = await projected(consumers, [
    facts.registered({ email: "old@example.com" }),
    facts.confirmed(),
    facts.pinRegistered(),
    facts.ornamentAdded("Lena"),
    facts.pinRegistered("ZZZZZZZ"),
    facts.ornamentAdded("", "ZZZZZZZ"),
    facts.deactivated("lost"),
    facts.ornamentRenamed("BIG Tree"),
    facts.emailChanged("new@example.com"),
    { type: "MarketingPreferenceChanged", data: { consumerId: 7, marketingEmail: true } },
  ]);
  expect(main?.[7]).toMatchObject({ email: "new@example.com", formerSearch: "\nold@example.com\n" });
  const common = {
    consumerId: 7,
    email: "new@example.com",
    marketingEmail: true,
    isActivated: true,
    formerEmails: ["old@example.com"],
    emailSearch: "new@example.com\nold@example.com",
  };
  expect(rows).toEqual({
    "7-AB12CD3": expect.objectContaining({
      ...common,
      pinId: pinIdOf("AB12CD3"),
      pin: "AB12-CD3",
      name: "BIG Tree",
      nameSort: "big tree",
      status: false,
      search: "new@example.com\nold@example.com\nab12cd3\nab12-cd3\nbig tree",
    }),
    "7-ZZZZZZZ": expect.objectContaining({
      ...common,
      name: "",
      status: true,
      search: "new@example.com\nold@example.com\nzzzzzzz\nzzzz-zzz",
    }),
  });
});

test("a row counts the devices of its PIN, and a device that is bound again once", async () => {
  const bound = [
    facts.registered(),
    facts.pinRegistered(),
    facts.bound(1),
    facts.bound(2),
    facts.bound(1),
    facts.deviceRemoved(2),
  ];
  const { rows } = await projected(consumers, bound);
  expect(rows?.["7-AB12CD3"]).toMatchObject({ countDevices: 1 });
  const { rows: again } = await projected(consumers, [...bound, facts.released(), facts.pinRegistered()]);
  expect(again?.["7-AB12CD3"]).toMatchObject({ countDevices: 0 });
});

test("the consent of the confirmed registration attempt is used", async () => {
  const { main } = await projected(consumers, [
    facts.registered({ marketingEmail: false }),
    facts.repeated({ nonce: "second-attempt-nonce", marketingEmail: true }),
    facts.confirmed("second-attempt-nonce"),
  ]);
  expect(main?.[7]).toMatchObject({
    marketingEmail: true,
    isActivated: true,
    confirmedAt: instantOf(2),
    attempts: [],
  });
});

test("a deleted consumer leaves no row, also when its PINs are released later", async () => {
  const documents = await projected(consumers, [
    facts.registered(),
    facts.emailChanged("later@example.com"),
    facts.pinRegistered(),
    facts.registered({ consumerId: 8, email: "other@example.com" }),
    facts.consumerDeleted(),
    facts.released(),
  ]);
  expect(Object.keys(documents.main ?? {})).toEqual(["8"]);
  expect(Object.keys(documents.rows ?? {})).toEqual(["8"]);
});

test("a deactivated PIN without an owner adds no consumer", async () => {
  expect(await projected(consumers, [facts.imported(), facts.deactivated("stolen", null)])).toEqual({});
});

test("erased personal fields are null", async () => {
  const { rows } = await projected(consumers, [
    facts.registered({ email: null }),
    facts.pinRegistered(),
    facts.ornamentAdded(null),
    facts.emailChanged("later@example.com"),
    facts.emailChanged(null),
  ]);
  expect(rows?.["7-AB12CD3"]).toMatchObject({
    email: null,
    formerEmails: ["later@example.com"],
    name: null,
    nameSort: "",
    search: "later@example.com\nab12cd3\nab12-cd3",
  });
});
