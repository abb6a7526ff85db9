import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { type EventType, eventCatalogue } from "@ornament/contracts/catalogue";
import { z } from "zod";

// An older replica decides on every event whose type and version it supports. A field that is added without a
// new version would be ignored in its decisions. So the fields of an event change only together with its
// version. The file has the fields of each version.

/**
 * Optional fields that were added without a new version because no decision reads them, such as
 * "PinBlocked.comment". The file may leave them out.
 */
const notReadByDecisions: ReadonlySet<string> = new Set([
  "ConsumerAccountDeleted.reason",
  "PasswordResetRequested.reason",
  "DeviceBound.device",
  "DeviceBindingRefused.device",
  "DeviceRemoved.device",
  "PinReleased.reason",
  "SessionRefreshed.device",
  "SessionStarted.device",
]);

interface Kept {
  version: number;
  /** The type of each field. An optional field has a question mark. */
  fields: Record<string, string>;
}

const file = new URL("event-versions.json", import.meta.url);
const kept: Record<string, Kept> = JSON.parse(readFileSync(file, "utf8"));
const update = process.env.UPDATE_VERSIONS === "yes";
const command =
  "UPDATE_VERSIONS=yes npm run jest -- --selectProjects unit --testPathPatterns event-versions && npm run format";

type Schema = z.core.JSONSchema.JSONSchema;

function fieldsOf(schema: Schema, prefix = ""): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
    const path = `${prefix}${name}`;
    const items = field.type === "array" ? (field.items as Schema) : undefined;
    fields[schema.required?.includes(name) ? path : `${path}?`] = typeOf(field);
    Object.assign(fields, fieldsOf(items ?? field, `${path}${items ? "[]" : ""}.`));
  }
  return fields;
}

function typeOf(schema: Schema): string {
  if (schema.anyOf) return schema.anyOf.map((one) => typeOf(one as Schema)).join(" | ");
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  return schema.const === undefined
    ? [schema.type ?? "any"].flat().join(" | ")
    : JSON.stringify(schema.const);
}

function withoutListed(type: string, fields: Kept["fields"], before: Kept["fields"]): Kept["fields"] {
  const isListed = (field: string) =>
    field.endsWith("?") && !(field in before) && notReadByDecisions.has(`${type}.${field.slice(0, -1)}`);
  return Object.fromEntries(Object.entries(fields).filter(([field]) => !isListed(field)));
}

test.each(Object.keys(eventCatalogue) as EventType[])(
  "the fields of the event %s change only together with its version",
  (type) => {
    const { schema, version } = eventCatalogue[type];
    const now: Kept = { version, fields: fieldsOf(z.toJSONSchema(schema)) };
    const before = kept[type];
    if (before?.version === version) {
      try {
        expect(withoutListed(type, now.fields, before.fields)).toEqual(before.fields);
      } catch (difference) {
        throw new Error(
          `${type} has other fields, but its version is still ${version}: a replica of the older build would decide without them. Add an upcaster (docs/how-to/add-an-event-version.md), and then update event-versions.json:\n${command}\nIf no decision reads a new optional field, list it in event-versions.test.ts instead.\n${difference}`,
        );
      }
    } else if (update) {
      kept[type] = now;
      writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
    } else throw new Error(`${type} is new, or has a new version. Update event-versions.json:\n${command}`);
  },
);

test("an event type is never removed, because the event store may hold such events for ever", () => {
  expect(Object.keys(kept).filter((type) => !Object.hasOwn(eventCatalogue, type))).toEqual([]);
});
