import type { Audience } from "../audience/audience.ts";
import { type KeyValueStore, localStore, sessionStore } from "../browser-storage/safe-storage.ts";
import { type ActionKeys, createActionKeys, randomUuid } from "./action-keys.ts";
import { browserExclusive, type Exclusive } from "./exclusive.ts";

/** The context of a call: everything but its arguments. The store holds it; tests make their own. */
export interface CallContext {
  readonly audience: Audience;
  readonly fetch: (request: Request) => Promise<Response>;
  /** The URL of the API. Absolute, because Request needs that outside a browser. */
  readonly origin: string;
  readonly exclusive: Exclusive;
  readonly local: KeyValueStore;
  readonly session: KeyValueStore;
  readonly actionKeys: ActionKeys;
  /** The highest position of any answer. Reads send it. See docs/decisions/0009-reading-your-own-writes.md */
  readonly position: { get(): string | undefined; seen(position: string | null): void };
}

const positionKey = (audience: Audience) => `position.${audience.name}`;

export function callContext(
  audience: Audience,
  given: Pick<CallContext, "fetch" | "origin" | "exclusive" | "local" | "session"> & { newKey: () => string },
): CallContext {
  const { newKey, ...rest } = given;
  const key = positionKey(audience);
  return {
    ...rest,
    audience,
    actionKeys: createActionKeys(newKey),
    position: {
      get: () => rest.session.get(key),
      seen(position) {
        const known = rest.session.get(key);
        const later = laterPosition(known, position);
        if (later !== undefined && later !== known) rest.session.set(key, later);
      },
    },
  };
}

/** The API's origin that the gateway has written into the page; the page's origin if there is none. */
export function apiOriginOf(page: Pick<Document, "querySelector">, own: string): string {
  const written = page.querySelector('meta[name="api:base"]')?.getAttribute("content") ?? "";
  return /^https?:/.test(written) ? written : own;
}

/** The context of a page, with the browser's storage and locks. */
export const browserContext = (audience: Audience): CallContext =>
  callContext(audience, {
    fetch: (request) => fetch(request),
    origin: apiOriginOf(document, window.location.origin),
    exclusive: browserExclusive(navigator.locks),
    local: localStore,
    session: sessionStore,
    newKey: () => randomUuid(),
  });

const isPosition = (text: string | null | undefined): text is string =>
  typeof text === "string" && /^\d{1,20}$/.test(text);

/**
 * The higher of two positions. They are decimal strings, because a number can't hold them. Other values are
 * ignored.
 */
function laterPosition(known: string | undefined, seen: string | null | undefined): string | undefined {
  if (!isPosition(seen)) return known;
  if (!isPosition(known)) return seen;
  return BigInt(seen) > BigInt(known) ? seen : known;
}
