/** Two sends with the same method, path and body are the same action. */
export interface ActionContent {
  method: string;
  path: string;
  body: unknown;
}

/** Idempotency keys of actions whose outcome is still unknown. */
export interface ActionKeys {
  /** The key of this action: a new key, or the earlier key while the outcome is unknown. */
  keyFor(action: ActionContent): string;
  /** The server has answered definitely: the same call sent again is a new action. */
  settled(action: ActionContent): void;
}

const fingerprint = ({ method, path, body }: ActionContent): string | undefined =>
  body instanceof FormData ? undefined : `${method} ${path} ${JSON.stringify(body ?? null)}`;

export function createActionKeys(newKey: () => string): ActionKeys {
  const unsettled = new Map<string, string>();
  return {
    keyFor(action) {
      const print = fingerprint(action);
      const key = (print && unsettled.get(print)) ?? newKey();
      if (print) unsettled.set(print, key);
      return key;
    },
    settled(action) {
      const print = fingerprint(action);
      if (print) unsettled.delete(print);
    },
  };
}

/** A random v4 UUID, even on plain http, where `crypto.randomUUID` is missing. */
export function randomUuid(
  source: Pick<Crypto, "getRandomValues"> & Partial<Pick<Crypto, "randomUUID">> = crypto,
): string {
  if (source.randomUUID) return source.randomUUID();
  const bytes = source.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
