import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { callsPerSecond } from "../measure/in-turns.ts";
import { atOnce, benchedCodes } from "./status-changes.ts";

const folder = resolve("bench/peers");

/** Whether emmett is installed. See bench/peers/README.md */
export const emmettIsInstalled = (): boolean =>
  existsSync(join(folder, "node_modules", "@event-driven-io", "emmett-esdb"));

/** The slice on emmett, as a process of its own. */
export class EmmettPeer {
  readonly #process: ChildProcess;
  #url = "";

  constructor(eventstoreUrl: string) {
    const environment = { EVENTSTORE_URL: eventstoreUrl, STREAM_PREFIX: `peer_${randomUUID()}` };
    this.#process = fork(join(folder, "emmett.mjs"), {
      env: { ...process.env, ...environment },
      execArgv: [],
    });
  }

  get url(): string {
    return this.#url;
  }

  /** Resolves when it answers and has all PINs that are changed. */
  async start(): Promise<void> {
    const [{ port }] = (await once(this.#process, "message")) as [{ port: number }];
    this.#url = `http://127.0.0.1:${port}`;
    await callsPerSecond(benchedCodes.length, atOnce, async (n) => {
      const answer = await fetch(`${this.#url}/pins`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ code: benchedCodes[n] }),
      });
      if (!answer.ok) throw new Error(`emmett answered ${answer.status}: ${await answer.text()}`);
      await answer.body?.cancel();
    });
  }

  async stop(): Promise<void> {
    const ended = once(this.#process, "exit");
    this.#process.kill();
    await ended;
  }
}
