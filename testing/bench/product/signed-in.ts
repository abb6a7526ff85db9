import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { KeptConnections, type Reply } from "@ornament/testing/calls/kept-connections";

/** Calls with alternating access tokens, over connections that stay open. */
export class SignedIn {
  readonly #connections: KeptConnections;
  readonly #tokens: readonly string[];
  #calls = 0;

  constructor(url: string, tokens: readonly string[], connections = 1) {
    this.#connections = new KeptConnections(url, connections);
    this.#tokens = tokens;
  }

  /** Repeats a call after `Retry-After` if the product is busy. Throws unless the answer is a success. */
  async call(method: string, path: string, body?: object, readAfter?: string): Promise<Reply> {
    const token = this.#tokens[this.#calls++ % this.#tokens.length];
    const key = randomUUID();
    for (;;) {
      const reply = await this.#connections.call(method, path, {
        token,
        ...(body ? { body, key } : {}),
        ...(readAfter ? { readAfter } : {}),
      });
      if (reply.status === 200) return reply;
      if (reply.status !== 503)
        throw new Error(`${method} ${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`);
      await pause(Number(reply.headers["retry-after"]) * 1_000);
    }
  }

  get = (path: string) => this.call("GET", path);

  /** Deactivates or activates a PIN. Resolves with the position of the change. */
  async changePin(id: number, status: boolean): Promise<string> {
    const body = { id, status, comment: "Reported stolen" };
    const { headers } = await this.call("PUT", "/api/admin/update-pin-status", body);
    return String(headers["x-position"]);
  }

  close(): void {
    this.#connections.close();
  }
}
