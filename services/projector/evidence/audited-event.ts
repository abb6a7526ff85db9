import type { LogGroup } from "@ornament/contracts/action-log/columns";
import { type DomainEvent, definitionOf } from "@ornament/contracts/catalogue";
import { formatPinCode } from "@ornament/contracts/values/pin-code";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { LRUCache } from "lru-cache";
import { actorLabel, entryOf, nameOf } from "../action-log.ts";
import type { ProjectedEvent } from "../projection.ts";

/** A value that an event set, with the value before; `from` is null if there was none. */
interface AuditedChange {
  readonly what: string;
  readonly from: string | null;
  readonly to: string;
}

interface Act {
  readonly id: string;
  readonly action: string;
}

export interface AuditedEvent {
  readonly event: StoredEvent;
  /** The actor: `admin-3`, `consumer-7` or `system`. */
  readonly actor: string;
  readonly role: string;
  /** The actor's email address at the time; null for the system, and where it is erased. */
  readonly email: string | null;
  readonly entry: { readonly group: LogGroup; readonly action: string; readonly value: string } | undefined;
  readonly hidden: { readonly action: string; readonly value: string } | undefined;
  readonly changes: readonly AuditedChange[];
  readonly subjects: readonly string[];
  /** The actor's sign-in session; null for the system, and where it is not recorded. */
  readonly sessionId: string | null;
  /** The first entry of the act that this one belongs to; null if it is the first or if it is not recorded. */
  readonly partOf: Act | null;
}

const rememberedActs = 100_000;

/** Reads events in their order. It remembers last values, addresses and acts, not the events. */
export function auditReader(): (event: StoredEvent) => AuditedEvent {
  const values = new Map<string, string>();
  const emails = new Map<string, string>();
  const acts = new LRUCache<string, Act>({ max: rememberedActs });

  return (event) => {
    const { actor, requestId, $causationId: cause, sessionId } = event.metadata;
    const [account, told] = emailToldBy(event) ?? [];
    if (account !== undefined && told) emails.set(account, told);
    const readable = readableOf(event);
    // A damaged value would be shown as an erased one.
    const whole = event.damaged === undefined ? readable : undefined;
    const entry = whole && entryOf(whole);
    const changes = (entry?.changes ?? []).map(({ thing, what, to, first }) => {
      const from = values.get(thing) ?? first ?? null;
      values.set(thing, to);
      return { what, from, to };
    });
    const partOf = acts.get(requestId ?? cause ?? "") ?? null;
    // The PINs of a bulk change come before its entry, which is the one of the act.
    if (entry && !entry.folded) {
      const act = { id: event.id, action: entry.action };
      if (requestId !== undefined && !partOf) acts.set(requestId, act);
      acts.set(event.id, act);
    }
    return {
      event,
      actor: nameOf(actor),
      role: actorLabel(actor),
      email: emails.get(nameOf(actor)) ?? null,
      entry: entry && { group: entry.group, action: entry.action, value: entry.value },
      hidden: whole && !entry ? hiddenEntry(whole) : undefined,
      changes,
      subjects: readable ? subjectsOf(readable) : [],
      sessionId: entry ? entry.session : (sessionId ?? null),
      partOf,
    };
  };
}

/** The event, if this build knows its type and its data have the shape of their version. */
export const readableOf = (event: StoredEvent): ProjectedEvent | undefined =>
  event.unreadable === undefined && event.invalid === undefined ? (event as ProjectedEvent) : undefined;

function hiddenEntry(event: ProjectedEvent): { action: string; value: string } | undefined {
  switch (event.type) {
    case "PinImported": {
      const { code, batchName } = event.data;
      return { action: "PIN imported", value: `${formatPinCode(code)}: batch ${batchName}` };
    }
    case "PinImportStarted": {
      const { fileName, batchName } = event.data;
      return { action: "PIN import started", value: `${fileName}: batch ${batchName || "(none)"}` };
    }
    default:
      return undefined;
  }
}

/** The things that an event is about, as the filter `subject` of the System action log names them. */
function subjectsOf({ type, data, metadata }: ProjectedEvent): string[] {
  const found: string[] = [];
  if ("code" in data) found.push(`pin-${data.code}`);
  if ("consumerId" in data && data.consumerId !== null) found.push(`consumer-${data.consumerId}`);
  if ("adminId" in data) found.push(`admin-${data.adminId}`);
  if ("audience" in data && "subjectId" in data && data.subjectId !== undefined)
    found.push(`${data.audience}-${data.subjectId}`);
  if (type === "SettingChanged") found.push(`setting-${data.name}`);
  if ("batchName" in data) found.push(`batch-${data.batchName}`);
  if (type === "EvidenceGiven") found.push(data.subject);
  if ("batch" in data && data.batch !== null) found.push(`batch-${data.batch}`);
  if ("bulkChangeId" in data && data.bulkChangeId !== undefined)
    found.push(`bulkChange-${data.bulkChangeId}`);
  if ("importId" in data) found.push(`import-${data.importId}`);
  // A consumer's own act is about the consumer, as in the Consumer actions log.
  const { actor } = metadata;
  if (actor.kind === "consumer" && !found.some((subject) => subject.startsWith("consumer-")))
    found.push(`consumer-${actor.id}`);
  return [...new Set(found)];
}

type Data<T extends DomainEvent["type"]> = Extract<DomainEvent, { type: T }>["data"];
type Told = readonly [account: string, email: string | null];

const tells: { readonly [T in DomainEvent["type"]]?: (data: Data<T>) => Told } = {
  AdminAccountCreated: ({ adminId, email }) => [`admin-${adminId}`, email],
  AdminEmailChanged: ({ adminId, email }) => [`admin-${adminId}`, email],
  ConsumerRegistered: ({ consumerId, email }) => [`consumer-${consumerId}`, email],
  ConsumerEmailChanged: ({ consumerId, email }) => [`consumer-${consumerId}`, email],
};

export const emailEvents = Object.keys(tells);

export const emailToldBy = (event: StoredEvent): Told | undefined =>
  event.unreadable === undefined && event.invalid === undefined
    ? tells[event.type as DomainEvent["type"]]?.(event.data as never)
    : undefined;

/** Stands for a personal value in an audit without personal data. */
export const sealed = "(sealed)";

/** The event with its personal values replaced. Erased values stay erased. */
export function withoutPersonal(event: StoredEvent): StoredEvent {
  const personal = definitionOf(event.type)?.personal ?? [];
  if (personal.length === 0 || typeof event.data !== "object" || event.data === null) return event;
  const data: Record<string, unknown> = { ...event.data };
  for (const field of personal) if (data[field] !== null && data[field] !== undefined) data[field] = sealed;
  return { ...event, data };
}
