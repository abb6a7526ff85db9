import type { LogGroup } from "@ornament/contracts/tables/action-log";
import type { StoredEvent } from "@ornament/platform/eventstore/event-store";
import { LRUCache } from "lru-cache";
import { entryOf } from "../projections/action-log.ts";
import { actorLabel } from "../projections/actor-label.ts";
import { latestEmails } from "./emails.ts";
import { hiddenEntry } from "./hidden-entries.ts";
import { nameOf } from "./names.ts";
import { readableOf } from "./readable.ts";
import { subjectsOf } from "./subjects.ts";

/** A value that an event set, with the value before; `from` is null if there was none. */
export interface AuditedChange {
  readonly what: string;
  readonly from: string | null;
  readonly to: string;
}

/** An entry that others are part of. */
interface Act {
  readonly id: string;
  readonly action: string;
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
  /** The texts of the System action log; undefined for an event that it hides. */
  readonly entry: { readonly group: LogGroup; readonly action: string; readonly value: string } | undefined;
  /** The words for a hidden event that begins the history of a thing. */
  readonly hidden: { readonly action: string; readonly value: string } | undefined;
  readonly changes: readonly AuditedChange[];
  /** The things that the event is about, such as `pin-AB12CD3`. */
  readonly subjects: readonly string[];
  /** The actor's sign-in session; null for the system, and where it is not recorded. */
  readonly sessionId: string | null;
  /** The first entry of the act that this one belongs to; null if it is the first or if it is not recorded. */
  readonly partOf: Act | null;
}

/** The latest entries that later ones may belong to. */
const rememberedActs = 100_000;

/**
 * Reads events in their order. It remembers the last value of each thing, the email addresses of accounts and
 * the latest acts, not the events.
 */
export function auditReader(): (event: StoredEvent) => AuditedEvent {
  const values = new Map<string, string>();
  const emails = latestEmails();
  const acts = new LRUCache<string, Act>({ max: rememberedActs });

  return (event) => {
    const { actor, requestId, $causationId: cause, sessionId } = event.metadata;
    emails.learn(event);
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
      email: emails.of(actor),
      entry: entry && { group: entry.group, action: entry.action, value: entry.value },
      hidden: whole && !entry ? hiddenEntry(whole) : undefined,
      changes,
      subjects: readable ? subjectsOf(readable) : [],
      sessionId: entry ? entry.session : (sessionId ?? null),
      partOf,
    };
  };
}
