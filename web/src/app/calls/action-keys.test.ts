import { expect, test } from "@jest/globals";
import { randomUuid } from "./action-keys.ts";

test("an idempotency key is a v4 UUID, with and without crypto.randomUUID", () => {
  const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  const plain = { getRandomValues: crypto.getRandomValues.bind(crypto) };
  expect(randomUuid()).toMatch(shape);
  expect(randomUuid(plain)).toMatch(shape);
  expect(randomUuid(plain)).not.toBe(randomUuid(plain));
});
