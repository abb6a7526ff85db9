import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { adminEmail, adminPassword } from "../product/running-product.ts";
import { bodyIn, type Call, type Json, sentBy } from "./call.ts";
import { requireDeclared } from "./declared-refusals.ts";

export interface Answer<T = Json> {
  status: number;
  body: T;
  headers: Headers;
  /**
   * The position of the answer's `X-Position` header: pass it as `readAfter` to read at least this position.
   */
  position: string | null;
}

/** Calls the product's API with JSON bodies, bearer tokens, idempotency keys and read positions. */
export class ApiClient {
  readonly #base: string;

  constructor(base: string) {
    this.#base = base;
  }

  async call<T = Json>(method: string, path: string, call: Call = {}): Promise<Answer<T>> {
    const { headers, body } = sentBy(call);
    const answer = await fetch(this.#base + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    const received = bodyIn(await answer.text());
    requireDeclared(method, path, received);
    return {
      status: answer.status,
      body: received as T,
      headers: answer.headers,
      position: answer.headers.get("x-position"),
    };
  }

  /**
   * A call that prepares a test. On a busy machine the product may answer 503: the call waits for as long as
   * the answer says, and is repeated with the same idempotency key.
   */
  async prepare<T = Json>(method: string, path: string, call: Call = {}): Promise<Answer<T>> {
    const keyed = { key: randomUUID(), ...call };
    for (;;) {
      const answer = await this.call<T>(method, path, keyed);
      if (answer.status !== 503) return answer;
      await pause(Number(answer.headers.get("retry-after") ?? 1) * 1_000);
    }
  }

  async signInAdmin(email = adminEmail, password = adminPassword): Promise<string> {
    const { status, body } = await this.prepare<{ accessToken: string }>("POST", "/api/admin/login", {
      body: { email, password },
    });
    if (status !== 200) throw new Error(`Sign-in of ${email} answered ${status}: ${JSON.stringify(body)}`);
    return body.accessToken;
  }

  importPins(token: string, csv: string, fileName = "pins.csv", key?: string) {
    return this.sendFile("/api/admin/import/csv", { token, csv, fileName, key });
  }

  /** Sends a file to a route that takes a multipart form. */
  sendFile(
    path: string,
    {
      token,
      csv,
      fileName = "pins.csv",
      key,
    }: { token: string; csv: string; fileName?: string; key?: string | undefined },
  ) {
    const form = new FormData();
    form.append("file", new Blob([csv], { type: "text/csv" }), fileName);
    return this.call("POST", path, { raw: form, token, ...(key === undefined ? {} : { key }) });
  }
}
