import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey, type ServerKey, serverKey } from "../../tokens/keyed-hash.ts";
import type { ExpectedRevision } from "../event-store.ts";
import type { RawEvent, RawNewEvent } from "../log-client.ts";

/** `valid`: written with this key, at this place. `wrong`: changed, moved, or written with another key. */
export type MacCheck = "valid" | "missing" | "wrong";

type Authenticated = Pick<RawEvent, "id" | "stream" | "type" | "data" | "metadata">;

const macBytes = 16;
/** The place in the MAC of an event that was appended at any revision. */
const anyRevision = "any";

/** The key of the MACs while this is the master key. */
export const macKeyOf = (master: ServerKey): ServerKey => serverKey(deriveKey(master.bytes, "event-mac"));

/**
 * The MACs of events: `{key id}.{r or a}.{MAC}` in the field `mac` of the metadata. The MAC is HMAC-SHA-256,
 * cut to 128 bits, over id, stream, revision, type, data and the other metadata. With `a` it has no revision,
 * because the append named none.
 */
export class EventMacs {
  readonly #key: ServerKey;

  constructor(key: ServerKey) {
    this.#key = key;
  }

  signed(stream: string, expected: ExpectedRevision, events: readonly RawNewEvent[]): RawNewEvent[] {
    const signed: RawNewEvent[] = [];
    let revision = expected === "no_stream" ? 0n : expected === "any" ? anyRevision : expected + 1n;
    for (const event of events) {
      const mac = this.#mac({ ...event, stream }, String(revision)).toString("base64url");
      const kind = revision === anyRevision ? "a" : "r";
      signed.push({ ...event, metadata: { ...event.metadata, mac: `${this.#key.id}.${kind}.${mac}` } });
      if (typeof revision === "bigint") revision += 1n;
    }
    return signed;
  }

  check(event: RawEvent): MacCheck {
    const { metadata } = event;
    if (!isObject(metadata) || !("mac" in metadata)) return "missing";
    const { mac, ...others } = metadata;
    const [keyId, kind, given = ""] = typeof mac === "string" ? mac.split(".") : [];
    if (keyId !== this.#key.id || (kind !== "a" && kind !== "r")) return "wrong";
    const place = kind === "a" ? anyRevision : String(event.revision);
    const bytes = Buffer.from(given, "base64url");
    // Other texts give the same bytes.
    if (bytes.length !== macBytes || bytes.toString("base64url") !== given) return "wrong";
    const expected = this.#mac({ ...event, metadata: others }, place);
    return timingSafeEqual(bytes, expected) ? "valid" : "wrong";
  }

  #mac({ id, stream, type, data, metadata }: Authenticated, place: string): Buffer {
    // JSON separates the parts, so that no two lists of parts give the same text.
    const text = JSON.stringify([id, stream, place, type, data, metadata]);
    return createHmac("sha256", this.#key.bytes).update(text).digest().subarray(0, macBytes);
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);
