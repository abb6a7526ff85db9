import { expect, test } from "@jest/globals";
import { termsOf } from "../tables/terms.ts";
import { activeCodes, drawPeople, freeCodes } from "./people.ts";

const size = 20_000;
const people = drawPeople(size, size);
const pins = people.consumers.flatMap((consumer) => consumer.pins);

test("the seeded PINs, accounts and email addresses are each unique", () => {
  expect(new Set(people.codes).size).toBe(size);
  expect(new Set(people.consumers.map(({ id }) => id)).size).toBe(size);
  expect(new Set(people.consumers.map(({ email }) => email)).size).toBe(size);
  expect(new Set(pins.map(({ code }) => code)).size).toBe(pins.length);
});

test("every filter and preset of the bench finds some of the seeded consumers, and none finds all", () => {
  const day = 24 * 3_600_000;
  const found = {
    unconfirmed: people.consumers.filter(({ confirmed }) => !confirmed),
    formerAddress: people.consumers.filter(({ formerEmail }) => formerEmail !== undefined),
    today: people.consumers.filter(({ age }) => age < day),
    thirtyDays: people.consumers.filter(({ age }) => age < 30 * day),
    old: people.consumers.filter(({ age }) => age > 90 * day),
    blocked: pins.filter(({ blockedWith, activatedAgain }) => blockedWith !== undefined && !activatedAgain),
    overLimit: pins.filter(({ devices }) => devices > 5),
  };
  for (const [name, { length }] of Object.entries(found)) {
    expect([name, length > 10]).toEqual([name, true]);
    expect([name, length < size * 0.9]).toEqual([name, true]);
  }
});

test("PINs that consumers of the bench enter have no owner, and PINs that admins change are owned and active", () => {
  const owned = new Map(pins.map((pin) => [pin.code, pin]));
  const [free, active] = [freeCodes(people), activeCodes(people)];
  expect(free.length + owned.size).toBe(size);
  expect(free.filter((code) => owned.has(code))).toEqual([]);
  expect(active.filter((code) => owned.get(code)?.blockedWith !== undefined)).toEqual([]);
  expect(active.length).toBeGreaterThan(size / 2);
});

test("each run searches for the same terms", () => {
  expect(termsOf(drawPeople(size, size))).toEqual(termsOf(people));
});
