import { expect, test } from "@jest/globals";
import { pinIdOf } from "@ornament/contracts/domain/pin-code";
import { facts } from "../testing/facts.ts";
import { instantOf, projected } from "../testing/projected.ts";
import { pins } from "./pins.ts";

const pinId = pinIdOf("AB12CD3");

test("an imported PIN is not registered", async () => {
  const { main } = await projected(pins, [facts.imported()]);
  expect(main?.[pinId]).toEqual({
    code: "AB12CD3",
    pin: "AB12-CD3",
    consumerId: null,
    email: null,
    status: false,
    blocked: false,
    batchName: "winter",
    registeredAt: null,
    countDevices: 0,
    devices: [],
    comment: "",
    comments: [],
  });
});

test("a registered PIN has its owner's current address", async () => {
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

test("a deactivated PIN is blocked and has the comment; activation unblocks it", async () => {
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

test("an unclaimed PIN can be blocked and activated, and stays unregistered", async () => {
  const { main } = await projected(pins, [
    facts.imported(),
    facts.deactivated("stolen batch", null),
    facts.activated("recovered", null),
  ]);
  expect(main?.[pinId]).toMatchObject({ status: false, blocked: false });
});

test("devices of a PIN are bound, signed in, renamed and removed", async () => {
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
    facts.bound(1),
    facts.consumerDeleted(),
    facts.released(),
  ]);
  expect(main?.[pinId]).toMatchObject({
    status: false,
    consumerId: null,
    email: null,
    devices: [],
    countDevices: 0,
    registeredAt: null,
  });
  expect(owners).toBeUndefined();
});

test("erased personal fields are null", async () => {
  const { main } = await projected(pins, [
    facts.imported(),
    facts.registered({ email: null }),
    facts.pinRegistered(),
    facts.bound(1, null),
    facts.deviceRenamed(1, null),
  ]);
  expect(main?.[pinId]).toMatchObject({ email: null, devices: [{ userAgent: null, name: null }] });
});
