import { requireDeclared } from "./declared-refusals.ts";
import { adminEmail, adminPassword } from "./running-product.ts";

/** Any JSON value. The tests read responses without the product's schemas. */
type Json = ReturnType<typeof JSON.parse>;

export interface Answer<T = Json> {
  status: number;
  body: T;
  headers: Headers;
  /** The log position of the answer's `X-Position` header: pass it as `readAfter` to read at least this position. */
  position: string | null;
}

interface CallOptions {
  body?: unknown;
  /** A body that is sent unchanged, even if it isn't valid. */
  raw?: string | FormData;
  token?: string | undefined;
  cookie?: string;
  key?: string;
  readAfter?: string | null;
  headers?: Record<string, string>;
}

/** Calls the product's API with JSON bodies, bearer tokens, idempotency keys and read positions. */
export class ApiClient {
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  async call<T = Json>(method: string, path: string, options: CallOptions = {}): Promise<Answer<T>> {
    const json = options.body !== undefined || typeof options.raw === "string";
    const answer = await fetch(this.#base + path, {
      method,
      headers: {
        ...(json ? { "Content-Type": "application/json" } : {}),
        ...(options.token === undefined ? {} : { Authorization: `Bearer ${options.token}` }),
        ...(options.cookie === undefined ? {} : { Cookie: options.cookie }),
        ...(options.key === undefined ? {} : { "Idempotency-Key": options.key }),
        ...(options.readAfter ? { "X-Read-After": options.readAfter } : {}),
        ...options.headers,
      },
      ...(options.raw !== undefined
        ? { body: options.raw }
        : options.body !== undefined
          ? { body: JSON.stringify(options.body) }
          : {}),
    });
    const received = parseIfJson(await answer.text());
    requireDeclared(method, path, received);
    return {
      status: answer.status,
      body: received as T,
      headers: answer.headers,
      position: answer.headers.get("x-position"),
    };
  }

  async signInAdmin(email = adminEmail, password = adminPassword): Promise<string> {
    const { status, body } = await this.call<{ accessToken: string }>("POST", "/api/admin/login", {
      body: { email, password },
    });
    if (status !== 200) throw new Error(`Sign-in of ${email} answered ${status}: ${JSON.stringify(body)}`);
    return body.accessToken;
  }

  importPins(token: string, csv: string, fileName = "pins.csv", key?: string) {
    const form = new FormData();
    form.append("file", new Blob([csv], { type: "text/csv" }), fileName);
    return this.call("POST", "/api/admin/import/csv", {
      raw: form,
      token,
      ...(key === undefined ? {} : { key }),
    });
  }
}

function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
