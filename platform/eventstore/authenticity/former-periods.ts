import { type AuthenticityEvent, authenticityEvents } from "@ornament/contracts/events/authenticity";
import { deriveKey, type ServerKey, serverKey } from "../../tokens/keyed-hash.ts";
import { open, seal } from "../../tokens/seal.ts";
import type { RawEvent } from "../log-client.ts";
import { EventMacs, macKeyOf } from "./event-macs.ts";

/** The time in which events had MACs of a former master key. */
export interface FormerPeriod {
  /** From it come `macs` and the key of signed checkpoints. */
  readonly macKey: ServerKey;
  readonly macs: EventMacs;
  /** The commit position of its last event, the replacement. */
  readonly until: bigint;
}

const { type, schema } = authenticityEvents.MasterKeyReplaced;

/** The event that hands the MAC key of the former master key on to those who have the new one. */
export function masterKeyReplaced(former: ServerKey, key: ServerKey): AuthenticityEvent {
  const ids = { formerKeyId: former.id, keyId: key.id };
  const formerMacKey = seal(sealingKey(macKeyOf(key)), contextOf(ids), macKeyOf(former).bytes);
  return { type, data: { ...ids, formerMacKey } };
}

/**
 * The times of former master keys, oldest first, as the events of `macs-main` give them to those who have
 * today's key. Each MAC key opens the one before it. Of several replacements by the same key the first one
 * counts: who has the former key can only copy it to a later place.
 */
export function formerPeriods(events: readonly RawEvent[], macKey: ServerKey): FormerPeriod[] {
  const replaced = events.findIndex((event) => formerMacKeyIn(event, macKey) !== undefined);
  const event = events[replaced];
  const former = event && formerMacKeyIn(event, macKey);
  if (!event || !former) return [];
  const period = { macKey: former, macs: new EventMacs(former), until: event.position.commit };
  return [...formerPeriods(events.slice(0, replaced), former), period];
}

/** The MAC key of the first master key, which every replacement keeps. */
export const firstMacKey = (events: readonly RawEvent[], macKey: ServerKey): ServerKey =>
  formerPeriods(events, macKey)[0]?.macKey ?? macKey;

/** The former MAC key, if the event is a replacement of its master key by that of `macKey`. */
function formerMacKeyIn(event: RawEvent, macKey: ServerKey): ServerKey | undefined {
  if (event.type !== type) return undefined;
  const { data } = schema.loose().safeParse(event.data);
  const bytes = data && open(sealingKey(macKey), contextOf(data), data.formerMacKey);
  const former = bytes && serverKey(bytes);
  return former && new EventMacs(former).check(event) === "valid" ? former : undefined;
}

const sealingKey = (macKey: ServerKey) => deriveKey(macKey.bytes, "former-mac-key");
const contextOf = ({ formerKeyId, keyId }: { formerKeyId: string; keyId: string }) =>
  `former-mac-key:${formerKeyId}:${keyId}`;
