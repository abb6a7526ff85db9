import { definitionOf } from "@ornament/contracts/events/catalogue";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { LRUCache } from "lru-cache";
import { entryOf } from "../projections/action-log.ts";
import { actorLabel } from "../projections/actor-label.ts";
import type { ProjectedEvent } from "../projections/projection.ts";
import { latestEmails } from "./emails.ts";
import { hiddenEntry } from "./hidden-entries.ts";
import { nameOf } from "./names.ts";
import { subjectsOf } from "./subjects.ts";

/** A value that an event set, with the value before; `from` is null for the first value. */
export interface AuditedChange {
  readonly what: string;
  readonly from: string | null;
  readonly to: string;
}

/** An event with everything that an auditor asks about it. */
export interface AuditedEvent {
  readonly event: StoredEvent;
  /** The actor: `admin-3`, `consumer-7` or `system`. */
  readonly actor: string;
  /** The role at the time, as screens show it. */
  readonly role: string;
  /** The actor's email address at the time; null for the system, and where it is erased. */
  readonly email: string | null;
  /** The action and the value as the System action log shows them; undefined for an event that it hides. */
  readonly entry: { readonly action: string; readonly value: string } | undefined;
  /** The words for a hidden event that belongs to the history of a thing. */
  readonly hidden: { readonly action: string; readonly value: string } | undefined;
  readonly changes: readonly AuditedChange[];
  /** The things that the event is about, such as `pin-AB12CD3`. */
  readonly subjects: readonly string[];
  /** The action that this one followed from; undefined if it is the first, or if it is not recorded. */
  readonly partOf: string | undefined;
  readonly forged: boolean;
}

/** The latest acts that later ones may belong to. */
const rememberedActs = 100_000;

/**
 * Reads events in their order. It remembers the last value of each thing, the email addresses of accounts and
 * the latest acts, not the events.
 */
export function auditReader(): (event: StoredEvent) => AuditedEvent {
  const values = new Map<string, string>();
  const emails = latestEmails();
  const acts = new LRUCache<string, string>({ max: rememberedActs });

  const changesOf = (event: StoredEvent, forged: boolean): AuditedChange[] => {
    const log = definitionOf(event.type)?.log;
    if (log === undefined || log === "hidden") return [];
    return (log.changes?.(event.data as never) ?? []).map(({ thing, what, to }) => {
      const from = values.get(thing) ?? null;
      if (!forged) values.set(thing, to);
      return { what, from, to };
    });
  };

  return (event) => {
    const { actor, requestId, $causationId: cause } = event.metadata;
    const forged = event.forged === true;
    if (!forged) emails.learn(event);
    const readable = readableOf(event);
    const entry = readable && entryOf(readable);
    const followed = acts.get(requestId ?? "") ?? acts.get(cause ?? "");
    if (entry && !forged) {
      acts.set(event.id, followed ?? entry.action);
      if (requestId !== undefined && !acts.has(requestId)) acts.set(requestId, entry.action);
    }
    return {
      event,
      actor: nameOf(actor),
      role: actorLabel(actor),
      email: emails.of(actor),
      entry: entry && { action: entry.action, value: entry.value },
      hidden: readable && !entry ? hiddenEntry(readable) : undefined,
      changes: readable ? changesOf(readable, forged) : [],
      subjects: readable ? subjectsOf(readable) : [],
      partOf: followed,
      forged,
    };
  };
}

/** The event, if this build knows its type and its data have the shape of their version. */
const readableOf = (event: StoredEvent): ProjectedEvent | undefined =>
  event.unreadable === undefined && event.invalid === undefined ? (event as ProjectedEvent) : undefined;
