/** A JSON value. The tests read responses without the product's schemas. */
export type Json = ReturnType<typeof JSON.parse>;

/** The parts of a call. */
export interface Call {
  readonly body?: unknown;
  /** A body that is sent unchanged, even if it isn't valid. */
  readonly raw?: string | Buffer | FormData;
  readonly token?: string | undefined;
  readonly cookie?: string;
  /** The idempotency key. */
  readonly key?: string;
  /** A position that the answer must include. */
  readonly readAfter?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A call's headers and body in the form of the request. */
export function sentBy({ body, raw, token, cookie, key, readAfter, headers }: Call) {
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  const isJson = sent !== undefined && !(sent instanceof FormData);
  return {
    headers: {
      ...(isJson ? { "content-type": "application/json" } : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(cookie === undefined ? {} : { cookie }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
      ...(readAfter ? { "x-read-after": readAfter } : {}),
      ...lowerCased(headers),
    } as Record<string, string>,
    body: sent,
  };
}

/** A header replaces the one above in any letter case. */
const lowerCased = (headers: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

/** An answer's body as JSON, or as text if it isn't JSON. */
export function bodyIn(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
