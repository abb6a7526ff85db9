import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { builtProgram } from "./built-program.ts";

/**
 * The command that starts a real EventStoreDB for tests, instead of the embedded server. It is run by a shell with DATA_DIR
 * and EVENTSTORE_PORT in its environment, keeps its data in that folder, and prints its connection string on a line of its
 * own once it takes calls. It must become the server itself (`exec`), so that signals reach that.
 */
export const eventStoreCommand = process.env.TEST_EVENTSTORE_COMMAND || undefined;

const startMilliseconds = 60_000;

/** An event store in a process of its own that a test may stop, freeze or kill, and start again on what it has written. */
export class EventStoreProcess {
  readonly #dataDir: string;
  readonly port: number;
  #child: ChildProcess | undefined;

  constructor(dataDir: string, port: number) {
    this.#dataDir = dataDir;
    this.port = port;
  }

  /** Resolves once it takes calls. */
  async start(): Promise<void> {
    const { PATH = "", HOME = "" } = process.env;
    const environment = { PATH, HOME, DATA_DIR: this.#dataDir, EVENTSTORE_PORT: String(this.port) };
    const [program, ...args] = eventStoreCommand
      ? ["/bin/sh", "-c", `exec ${eventStoreCommand}`]
      : [process.execPath, builtProgram("eventstore")];
    const child = spawn(program, args, { env: environment, stdio: ["ignore", "pipe", "inherit"] });
    this.#child = child;
    const late = setTimeout(() => child.kill("SIGKILL"), startMilliseconds);
    const ready = (async () => {
      for await (const line of createInterface(child.stdout))
        if (/^(esdb(\+discover)?:|event store ready)/.test(line)) return;
      throw new Error("The event store ended before it took calls");
    })();
    await ready.finally(() => clearTimeout(late));
    child.stdout.resume();
  }

  /** Stands still as it is, or goes on. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.#child?.kill(signal);
  }

  /** Resolves once the process is gone. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }
}
