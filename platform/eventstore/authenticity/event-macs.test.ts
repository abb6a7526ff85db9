import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { serverKey } from "../../tokens/keyed-hash.ts";
import type { RawEvent, RawNewEvent } from "../log-client.ts";
import { EventMacs, macKeyOf } from "./event-macs.ts";

const macs = new EventMacs(macKeyOf(serverKey(Buffer.alloc(32, 7))));
const id = "00000000-0000-4000-8000-000000000001";
const event: RawNewEvent = {
  id,
  type: "CounterRaised",
  data: { by: 1 },
  metadata: { actor: { kind: "system" } },
};

/** The event as a server gives it back. */
function stored(written: RawNewEvent | undefined, change: Partial<RawEvent> = {}): RawEvent {
  if (!written) throw new Error("There is no event");
  return {
    ...written,
    data: JSON.parse(JSON.stringify(written.data)),
    metadata: JSON.parse(JSON.stringify(written.metadata)),
    stream: "counter-1",
    revision: 4n,
    position: { commit: 1n, prepare: 1n },
    createdAt: new Date(0),
    ...change,
  };
}

const [signed] = macs.signed("counter-1", 3n, [event]);

test("an event has a valid MAC at the place where it was appended", () => {
  expect(macs.check(stored(signed))).toBe("valid");
  const [, second] = macs.signed("counter-1", "no_stream", [event, event]);
  expect(macs.check(stored(second, { revision: 1n }))).toBe("valid");
});

test.each<[string, Partial<RawEvent>]>([
  ["another id", { id: id.replace("1", "2") }],
  ["another stream", { stream: "counter-2" }],
  ["another revision", { revision: 5n }],
  ["another type", { type: "CounterNamed" }],
  ["other data", { data: { by: 2 } }],
  ["another actor", { metadata: { ...signed?.metadata, actor: { kind: "admin", id: 1, role: "ADMIN" } } }],
  ["a MAC of no text", { metadata: { ...signed?.metadata, mac: 1 } }],
  ["a short MAC", { metadata: { ...signed?.metadata, mac: `${signed?.metadata.mac}`.slice(0, -4) } }],
  ["another text of the MAC's bytes", { metadata: { ...signed?.metadata, mac: `${signed?.metadata.mac}=` } }],
  [
    "the mark of an append at any revision",
    {
      metadata: { ...signed?.metadata, mac: `${signed?.metadata.mac}`.replace(".r.", ".a.") },
    },
  ],
])("an event with %s has a wrong MAC", (_what, change) => {
  expect(macs.check(stored(signed, change))).toBe("wrong");
});

test("an event without a MAC is told from one with the MAC of another key", () => {
  expect(macs.check(stored(event))).toBe("missing");
  expect(macs.check(stored(event, { metadata: "" }))).toBe("missing");
  const others = new EventMacs(macKeyOf(serverKey(Buffer.alloc(32, 8))));
  expect(others.check(stored(signed))).toBe("wrong");
});

test("an event that was appended at any revision has a valid MAC at each revision of its stream only", () => {
  const [anywhere] = macs.signed("counter-1", "any", [event]);
  expect(macs.check(stored(anywhere, { revision: 9n }))).toBe("valid");
  expect(macs.check(stored(anywhere, { stream: "counter-2" }))).toBe("wrong");
});

test("data of any shape have the same MAC after they were stored and read back", () => {
  const anyObject = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ stringUnit: "binary" }));
  fc.assert(
    fc.property(anyObject, anyObject, (data, metadata) => {
      const [written] = macs.signed("counter-1", 3n, [{ ...event, data, metadata }]);
      expect(macs.check(stored(written))).toBe("valid");
    }),
  );
});

test("data with dates, missing values and lone surrogates have the same MAC after they were read back", () => {
  const data = {
    at: new Date(0),
    none: undefined,
    list: [undefined, -0, 1e21],
    text: "\ud800",
    "2": 1,
    "1": 2,
  };
  const [written] = macs.signed("counter-1", 3n, [{ ...event, data }]);
  expect(macs.check(stored(written))).toBe("valid");
});
