import { type ActionKeys, createActionKeys, randomUuid } from "./action-keys.ts";
import type { Audience } from "./audience.ts";
import { browserExclusive, type Exclusive } from "./exclusive.ts";
import { laterPosition } from "./position.ts";
import { type KeyValueStore, localStore, sessionStore } from "./safe-storage.ts";

/** Everything a call needs beside its arguments. The store carries it, tests make their own. */
export interface CallContext {
  readonly audience: Audience;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Absolute, as Request needs it outside a browser. */
  readonly origin: string;
  readonly exclusive: Exclusive;
  readonly local: KeyValueStore;
  readonly session: KeyValueStore;
  readonly actionKeys: ActionKeys;
  /** The greatest log position any answer named; sent along with reads. */
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

export const browserContext = (audience: Audience): CallContext =>
  callContext(audience, {
    fetch: (request) => fetch(request),
    origin: window.location.origin,
    exclusive: browserExclusive(navigator.locks),
    local: localStore,
    session: sessionStore,
    newKey: () => randomUuid(),
  });
