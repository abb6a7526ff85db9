import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { builtProgram } from "../programs/built-program.ts";

/**
 * The command that starts a real EventStoreDB for the tests in place of the embedded server. It gets DATA_DIR
 * and EVENTSTORE_PORT in its environment, keeps its data in that folder, and prints its connection string on
 * a separate line once it is ready. A script has to start the server with `exec`, so that signals reach the
 * server.
 */
export const eventStoreCommand = process.env.TEST_EVENTSTORE_COMMAND || undefined;

const startTimeoutMs = 60_000;

/** An event store as a separate process. A test may stop, freeze, kill and start it on the same data. */
export class EventStoreProcess {
  readonly #dataDir: string;
  readonly port: number;
  #connectionString: string;
  #child: ChildProcess | undefined;

  constructor(dataDir: string, port: number) {
    this.#dataDir = dataDir;
    this.port = port;
    this.#connectionString = `esdb://127.0.0.1:${port}?tls=false`;
  }

  /** The connection string that the command has printed. */
  get connectionString(): string {
    return this.#connectionString;
  }

  /** Resolves once the event store is ready. Throws if it ends earlier, or isn't ready within a minute. */
  async start(): Promise<void> {
    mkdirSync(this.#dataDir, { recursive: true });
    const { PATH = "", HOME = "" } = process.env;
    const environment = { PATH, HOME, DATA_DIR: this.#dataDir, EVENTSTORE_PORT: String(this.port) };
    const [program, ...args] = eventStoreCommand
      ? // Without `exec` the shell would get the signals.
        ["/bin/sh", "-c", `exec ${eventStoreCommand}`]
      : [process.execPath, builtProgram("eventstore")];
    const child = spawn(program, args, { env: environment, stdio: ["ignore", "pipe", "inherit"] });
    this.#child = child;
    const timeout = setTimeout(() => child.kill("SIGKILL"), startTimeoutMs);
    await this.#ready(child).finally(() => clearTimeout(timeout));
    child.stdout.resume();
  }

  async #ready({ stdout }: { stdout: NodeJS.ReadableStream }): Promise<void> {
    const lastLines: string[] = [];
    for await (const line of createInterface(stdout)) {
      const [address] = /^esdb(\+discover)?:\S+/.exec(line) ?? [];
      if (address) this.#connectionString = address;
      if (address || line.startsWith("event store ready")) return;
      lastLines.push(line);
      if (lastLines.length > 20) lastLines.shift();
    }
    throw new Error(`The event store ended before it was ready:\n${lastLines.join("\n")}`);
  }

  /** SIGSTOP freezes the process, SIGCONT lets it continue. */
  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.#child?.kill(signal);
  }

  /** Ends the process with a signal. Resolves once it has ended. */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }
}
