import { expect, test } from "@jest/globals";
import { bodyHashOf, canonicalJson, commandIdOf, idempotencyKeyOf } from "./idempotency.ts";

const key = Buffer.alloc(32, 1);

test("an idempotency key is used as it was sent, and is random when none was sent", () => {
  expect(idempotencyKeyOf("abc 1")).toBe("abc 1");
  expect(idempotencyKeyOf("x".repeat(200))).toHaveLength(200);
  expect(idempotencyKeyOf(undefined)).not.toBe(idempotencyKeyOf(undefined));
});

test.each(["", " ", "x".repeat(201), "ä", "a\tb", " a", "a\u0000"])(
  "the bad idempotency key %j is refused",
  (header) => {
    expect(() => idempotencyKeyOf(header)).toThrow("highlighted");
  },
);

test("a command id depends on the actor, the method, the path and the idempotency keyonly", () => {
  const call = { actor: { kind: "consumer", id: 1 } as const, method: "POST", path: "/api/x", key: "k" };
  const id = commandIdOf(call);
  expect(commandIdOf({ ...call })).toBe(id);
  const others = [
    { ...call, actor: { kind: "admin", id: 1, role: "ADMIN" } as const },
    { ...call, method: "PUT" },
    { ...call, path: "/api/x/k", key: "" },
    { ...call, key: "other" },
  ];
  expect(new Set([id, ...others.map(commandIdOf)]).size).toBe(5);
});

test("the hash of a body depends on its values and not on the order of its keys", () => {
  expect(bodyHashOf(key, { a: 1, b: [1, { c: 2, d: 3 }] })).toBe(
    bodyHashOf(key, { b: [1, { d: 3, c: 2 }], a: 1 }),
  );
  expect(bodyHashOf(key, { a: 1 })).not.toBe(bodyHashOf(key, { a: "1" }));
  expect(bodyHashOf(key, { a: 1 })).not.toBe(bodyHashOf(Buffer.alloc(32, 2), { a: 1 }));
  expect(canonicalJson({ b: undefined, a: [undefined, null] })).toBe('{"a":[null,null]}');
});
