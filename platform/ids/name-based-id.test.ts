import { expect, test } from "@jest/globals";
import { nameBasedId } from "./name-based-id.ts";

const dns = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";
const namespace = "6f0d9f34-4c6b-5b1e-9a5e-0f6f3c1f7a10";

test.each([
  ["the example of RFC 9562", "www.example.com", dns, "2ed6657d-e927-568b-95e1-2665a8aea6a2"],
  ["an id that the event store may hold", "hello.example.com", dns, "fdda765f-fc57-5604-a269-52a7df8164ec"],
  ["a name that is not ASCII", "Grüße 🎄", namespace, "1b160b96-36ef-5028-aa43-2705c645545b"],
])("a name-based id is that of version 5: %s", (_what, name, within, id) => {
  expect(nameBasedId(name, within)).toBe(id);
});

test("a name-based id is refused within something that is not a UUID", () => {
  expect(() => nameBasedId("a", "not-a-uuid")).toThrow("is not a UUID");
});
