import type { actionLogRoutes } from "@ornament/contracts/action-log/api";
import type { LogRole } from "@ornament/contracts/action-log/columns";
import type { ActionLogDocument } from "@ornament/contracts/action-log/document";
import { type BatchDocument, type PinDocument, pinsReadModel } from "@ornament/contracts/pins/document";
import type { QueryOf } from "@ornament/contracts/routes/route";
import { searchable } from "@ornament/contracts/tables/search-text";
import { parsePinCode, pinIdOf } from "@ornament/contracts/values/pin-code";
import { customerLabel, roleLabels, systemLabel } from "@ornament/contracts/values/roles";
import type { Filter } from "mongodb";
import type { ReadView } from "../read-side/view.ts";
import { allOf, createdWithin } from "../table/conditions.ts";
import { readTerm } from "../table/search-term.ts";
import { batchName, bulkChangeName, consumerIn, importName, pinName, textAfter } from "./entry-names.ts";

export type LogQuery = Omit<QueryOf<(typeof actionLogRoutes)["listActionLog"]>, "page" | "limit">;

type Wanted = Filter<ActionLogDocument>;

/** The filter of a query without its free text, limited to the entries about one consumer if given. */
export async function logFilter(
  view: ReadView,
  query: LogQuery,
  consumerId: number | undefined,
): Promise<Wanted> {
  const { subject, actor, group, role, action, request, session } = query;
  return allOf<ActionLogDocument>([
    consumerId === undefined ? {} : { subject: consumerId },
    subject === undefined ? {} : await about(view, subject),
    actor === undefined ? {} : { actor },
    group === undefined ? {} : { group },
    role === undefined ? {} : { roleSort: searchable(labelOf(role)) },
    action === undefined ? {} : { actionSort: searchable(action) },
    request === undefined ? {} : { request },
    session === undefined ? {} : { session },
    consumerId === undefined && subject === undefined && request === undefined ? unfolded(query.query) : {},
    createdInTime(query),
  ]);
}

/** Without the PINs of bulk changes, which would fill the log. A search for a PIN finds those of the PIN. */
function unfolded(query: string): Wanted {
  const { code } = readTerm(query);
  return code === undefined ? { folded: false } : { $or: [{ folded: false }, { about: pinName(code) }] };
}

function labelOf(role: LogRole): string {
  if (role === "consumer") return customerLabel;
  return role === "system" ? systemLabel : roleLabels[role];
}

/** The entries about a subject: for a PIN with its import, for a batch its imports and bulk changes. */
async function about(view: ReadView, subject: string): Promise<Wanted> {
  const consumer = consumerIn(subject);
  if (consumer !== undefined) return { subject: consumer };
  const batch = textAfter("batch-", subject);
  if (batch !== undefined) return { about: { $in: [batchName(batch), ...(await importsOf(view, batch))] } };
  const bulkChange = textAfter(bulkChangeName(""), subject);
  if (bulkChange !== undefined) return { bulkChange };
  const code = parsePinCode(textAfter("pin-", subject) ?? "");
  if (code === undefined) return { about: subject };
  return { about: { $in: [pinName(code), ...(await importOf(view, code))] } };
}

async function importOf(view: ReadView, code: string): Promise<string[]> {
  const pins = view.collection<PinDocument>(pinsReadModel);
  const pin = await pins.findOne({ _id: pinIdOf(code) }, { projection: { importId: 1 } });
  return pin ? [importName(pin.importId)] : [];
}

async function importsOf(view: ReadView, batchName: string): Promise<string[]> {
  const batch = await view.collection<BatchDocument>(pinsReadModel, "batches").findOne({ _id: batchName });
  return batch ? batch.imports.map(importName) : [];
}

function createdInTime(query: LogQuery): Wanted {
  const { $gte, $lt } = createdWithin(query).createdAt ?? {};
  const from = limit(Math.max, [$gte, instantOf(query.since)]);
  const to = limit(Math.min, [$lt, instantOf(query.until)]);
  if (!from && !to) return {};
  return { createdAt: { ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) } };
}

const instantOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text));

function limit(choose: typeof Math.max, instants: readonly (Date | undefined)[]): Date | undefined {
  const given = instants.flatMap((instant) => instant?.getTime() ?? []);
  return given.length === 0 ? undefined : new Date(choose(...given));
}
