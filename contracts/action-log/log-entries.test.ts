import { expect, test } from "@jest/globals";
import { eventCatalogue, readEvents } from "../catalogue.ts";
import type { EventDefinition } from "../events/definition.ts";
import { logActions } from "./actions.ts";

const logged = Object.values<EventDefinition>(readEvents).flatMap(({ type, log, schema }) =>
  log === "hidden" ? [] : [{ type, log, fields: Object.keys(schema.shape) }],
);

test("each action of the System action log is in exactly one group, and each group has only such actions", () => {
  const grouped = Object.values(logActions).flat();
  const actions = new Set(logged.map(({ log }) => log.action));
  expect(grouped.toSorted()).toEqual([...actions].toSorted());
});

/** Data in which each value of the schema can be recognised. */
const data = {
  adminId: 3,
  consumerId: 7,
  code: "AB12CD3",
  deviceId: 1,
  name: "numberDevices",
  email: "a@b.co",
  firstName: "Ann",
  lastName: "Lee",
  role: "ADMIN",
  to: 5,
  userAgent: "Mozilla/5.0",
  marketingEmail: true,
};
/** The subjects of an entry with these data, by the field that names them. */
const subjects: Readonly<Record<string, string>> = {
  adminId: "admin-3",
  consumerId: "consumer-7",
  code: "pin-AB12CD3",
  name: "setting-numberDevices",
};

test.each([
  ["InstantShown", { instant: "2026-11-28T05:42:24.463Z" }, "11/28/26 05:42:24 am UTC"],
  ["EvidenceGiven", { subject: "pin-AB12CD3" }, "AB12-CD3"],
  ["EvidenceGiven", { subject: "batch-Winter 2026" }, "PIN batch Winter 2026"],
  ["EvidenceGiven", { subject: "consumer-7355765459762140" }, ""],
  ["DeviceRemoved", { code: "AB12CD3", device: "Kitchen iPad" }, "AB12-CD3: Kitchen iPad"],
  ["DeviceRemoved", { code: "AB12CD3" }, "AB12-CD3"],
  ["DeviceRenamed", { code: "AB12CD3", name: "" }, "AB12-CD3: (empty)"],
] as const)("an entry of %s with %j has words and no raw value", (type, event, text) => {
  const { log } = eventCatalogue[type] as EventDefinition;
  expect(log !== "hidden" && log.value(event)).toBe(text);
});

const changing = logged.flatMap(({ type, log, fields }) =>
  log.changes ? [{ type, fields, changes: log.changes(data) }] : [],
);

test.each(changing)(
  "each thing that $type changes begins with a subject of the event",
  ({ changes, fields }) => {
    expect(changes).not.toEqual([]);
    const own = fields.flatMap((field) => subjects[field] ?? []);
    for (const { thing } of changes) expect(own).toContain(thing.slice(0, thing.indexOf("/")));
  },
);

test("a PIN's status and owner follow from its events", () => {
  const changesOf = (type: "PinRegistered" | "PinReleased" | "PinActivated", pin: object) => {
    const { log } = eventCatalogue[type] as EventDefinition;
    return log === "hidden"
      ? []
      : (log.changes?.(pin as never) ?? []).map(({ what, to }) => `${what}: ${to}`);
  };
  const pin = { code: "AB12CD3", consumerId: 7, comment: "" };
  expect(changesOf("PinRegistered", pin)).toEqual(["Status: Registered", "Owner: Consumer 7"]);
  expect(changesOf("PinActivated", { ...pin, consumerId: null })).toEqual(["Status: Not Registered"]);
  expect(changesOf("PinReleased", pin)).toEqual(["Status: Not Registered", "Owner: Nobody"]);
});
