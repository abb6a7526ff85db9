import { definitionOf } from "@ornament/contracts/events/catalogue";
import { exportedData } from "@ornament/contracts/events/withheld";
import { isForgedEventFound } from "@ornament/platform/eventstore/authenticity/forged-event-found";
import type { Format, Shown } from "./format.ts";

/**
 * A JSON object on a line for each event, hidden ones included. docs/auditing.md has the fields; their names
 * and meanings stay.
 */
export const ndjsonFormat: Format = {
  head: async () => "",
  text: async (shown) => shown.map((each) => `${JSON.stringify(jsonOf(each))}\n`).join(""),
};

/** The fields of an event in an export and in an evidence file. */
export function jsonOf({ event, entry, role, actor, email, subjects, changes, session, partOf }: Shown) {
  const { metadata } = event;
  const data = exportedData(event.data);
  return {
    id: event.id,
    position: String(event.position.commit),
    stream: event.stream,
    revision: Number(event.revision),
    type: event.type,
    version: metadata.schemaVersion,
    createdAt: event.createdAt.toISOString(),
    actor: { name: actor, role, email },
    request: metadata.requestId ?? null,
    session,
    correlation: metadata.$correlationId || null,
    causation: metadata.$causationId ?? null,
    command: metadata.commandId ?? null,
    build: metadata.build ?? null,
    subjects,
    entry: entry ? { ...entry, changes } : null,
    partOf,
    data,
    erased: event.damaged === undefined ? erasedFields(event.type, data) : [],
    forged: isForgedEventFound(event),
    unreadable:
      event.unreadable ?? (event.invalid === undefined ? (event.damaged ?? null) : "breaks its schema"),
  };
}

/** The personal fields that can't be read any more. */
function erasedFields(type: string, data: unknown): string[] {
  if (typeof data !== "object" || data === null) return [];
  const values = data as Readonly<Record<string, unknown>>;
  return (definitionOf(type)?.personal ?? []).filter((field) => values[field] === null);
}
