import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { EventStoreDBClient } from "@eventstore/db-client";
import { openDataDirectory } from "@ornament/embedded/launch/data-directory";
import { productSecrets } from "@ornament/embedded/launch/product-secrets";
import { clientFor } from "@ornament/platform/eventstore/connection/address";

const email = "bench@ornament.test";
const password = "Bench-2026";

/** What an answer was, and how long it took. */
interface Called {
  readonly content: ReturnType<typeof JSON.parse>;
  readonly milliseconds: number;
  readonly position: string | null;
}

/** The whole product on the embedded servers, in a data directory of its own. */
export class Product {
  readonly dataDir = mkdtempSync(join(tmpdir(), "ornament-bench-"));
  /** The folder for CPU profiles, or `undefined` for none. A profile is written when a process or thread ends. */
  readonly #profiles: string | undefined;
  #process: ChildProcess | undefined;
  #url = "";
  #token = "";
  /** The milliseconds of the latest start, until it was ready. */
  startedWithin = 0;

  constructor(profiles?: string) {
    this.#profiles = profiles;
  }

  /** The secrets of the data directory, which are drawn now if it is new. Only while the product does not run. */
  secrets(): Readonly<Record<string, string>> {
    const directory = openDataDirectory(this.dataDir);
    directory.release();
    return productSecrets(directory, {}).values;
  }

  get url(): string {
    return this.#url;
  }

  /** The headers of a signed-in IT Admin's call. */
  get headers(): Record<string, string> {
    return this.#token === "" ? {} : { Authorization: `Bearer ${this.#token}` };
  }

  /** A raw client that the product is compared with. */
  eventStoreClient(): EventStoreDBClient {
    return clientFor(this.eventstoreUrl).client;
  }

  /** For the raw clients that the product is compared with. */
  get eventstoreUrl(): string {
    return this.#runFile().eventstoreUrl;
  }

  get mongodbUrl(): string {
    return this.#runFile().mongodbUrl;
  }

  /** Resolves with the milliseconds until the product is ready. */
  async start(): Promise<number> {
    const began = performance.now();
    const profiling = this.#profiles === undefined ? [] : ["--cpu-prof", `--cpu-prof-dir=${this.#profiles}`];
    const program = fileURLToPath(new URL("start.js", import.meta.url));
    const child = spawn(process.execPath, [...profiling, program], {
      env: {
        ...process.env,
        PORT: "0",
        DATA_DIR: this.dataDir,
        ADMIN_EMAIL: email,
        ADMIN_PASSWORD: password,
        LOG_LEVEL: "error",
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    this.#process = child;
    await new Promise<void>((resolve, reject) => {
      child.stdout.on("data", (text: Buffer) => text.includes("Ornament is ready") && resolve());
      child.once("exit", (code) => reject(new Error(`The product ended with ${code}`)));
    });
    this.#url = this.#runFile().url;
    this.startedWithin = performance.now() - began;
    return this.startedWithin;
  }

  /** Resolves with the milliseconds until the product has ended; at once if it does not run. */
  async stop(): Promise<number> {
    const began = performance.now();
    const running = this.#process;
    if (running === undefined) return 0;
    const ended = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGTERM");
    await ended;
    this.#process = undefined;
    return performance.now() - began;
  }

  /** Ends the product at once and deletes its data. */
  remove(): void {
    this.#process?.kill("SIGKILL");
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async signIn(): Promise<void> {
    this.#token = (await this.call("POST", "/api/admin/login", { email, password })).content.accessToken;
  }

  /** Throws unless the answer is a success. `readAfter` is a position that the answer must include. */
  async call(method: string, path: string, body?: object, readAfter?: string | null): Promise<Called> {
    const form = body instanceof FormData;
    const began = performance.now();
    const answer = await fetch(this.#url + path, {
      method,
      headers: {
        ...this.headers,
        ...(body && !form ? { "Content-Type": "application/json" } : {}),
        ...(readAfter ? { "X-Read-After": readAfter } : {}),
      },
      ...(body ? { body: form ? body : JSON.stringify(body) } : {}),
    });
    const content = (await answer.json()) as Called["content"];
    if (!answer.ok)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(content)}`);
    return {
      content,
      milliseconds: performance.now() - began,
      position: answer.headers.get("x-position"),
    };
  }

  #runFile() {
    return JSON.parse(readFileSync(join(this.dataDir, "run.json"), "utf8"));
  }
}
