import { Agent, request } from "node:http";

export interface Answered {
  readonly status: number;
  /** 0 without `Retry-After`. */
  readonly retryAfterSeconds: number;
  readonly text: string;
  readonly milliseconds: number;
}

/** A caller with one connection of its own, which it keeps. */
export class KeepAliveClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, headers: Record<string, string> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  call(method: string, path: string, body?: object): Promise<Answered> {
    const began = performance.now();
    return new Promise((resolve, reject) => {
      const headers = { ...this.#headers, ...(body ? { "Content-Type": "application/json" } : {}) };
      const sent = request(this.#url + path, { method, headers, agent: this.#agent }, (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (part: string) => {
          text += part;
        });
        answer.once("error", reject);
        answer.once("end", () =>
          resolve({
            status: answer.statusCode ?? 0,
            retryAfterSeconds: Number(answer.headers["retry-after"] ?? 0),
            text,
            milliseconds: performance.now() - began,
          }),
        );
      });
      sent.once("error", reject);
      sent.end(body && JSON.stringify(body));
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
