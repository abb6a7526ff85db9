import { Pool } from "undici";
import type { Product } from "./product.ts";

/** Reads as an IT Admin over connections that stay open. It costs the bench less than `fetch`. */
export class HttpReader {
  readonly #pool: Pool;
  readonly #headers: Record<string, string>;

  constructor({ url, headers }: Product, connections: number) {
    this.#pool = new Pool(url, { connections });
    this.#headers = headers;
  }

  /** The answer's content. Throws unless it is a success. */
  async json(path: string): Promise<Record<string, unknown>> {
    const body = await this.#get(path);
    return (await body.json()) as Record<string, unknown>;
  }

  /** Reads an answer to its end without keeping it. Resolves with its length in bytes. */
  async length(path: string): Promise<number> {
    let length = 0;
    for await (const chunk of await this.#get(path)) length += chunk.length;
    return length;
  }

  async #get(path: string) {
    const { statusCode, body } = await this.#pool.request({ method: "GET", path, headers: this.#headers });
    if (statusCode !== 200) throw new Error(`GET ${path} answered ${statusCode}: ${await body.text()}`);
    return body;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }
}
