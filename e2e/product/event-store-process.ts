import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createInterface } from "node:readline";
import { builtProgram } from "./built-program.ts";

/**
 * The command that starts a real EventStoreDB for tests, instead of the embedded server: a program with its parameters. It
 * has DATA_DIR and EVENTSTORE_PORT in its environment, keeps its data in that folder, and prints its connection string on
 * a line of its own once it takes calls. It must become the server itself (a script by `exec`), so that signals reach that.
 */
export const eventStoreCommand = process.env.TEST_EVENTSTORE_COMMAND || undefined;

const startMilliseconds = 60_000;

/** An event store in a process of its own that a test may stop, freeze or kill, and start again on what it has written. */
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

  /** As the command has printed it. */
  get connectionString(): string {
    return this.#connectionString;
  }

  /** Resolves once it takes calls; throws when it ends before, or needs more than a minute. */
  async start(): Promise<void> {
    mkdirSync(this.#dataDir, { recursive: true });
    const { PATH = "", HOME = "" } = process.env;
    const environment = { PATH, HOME, DATA_DIR: this.#dataDir, EVENTSTORE_PORT: String(this.port) };
    const [program, ...args] = eventStoreCommand
      ? // A shell that waited for it would take the signals.
        ["/bin/sh", "-c", `exec ${eventStoreCommand}`]
      : [process.execPath, builtProgram("eventstore")];
    const child = spawn(program, args, { env: environment, stdio: ["ignore", "pipe", "inherit"] });
    this.#child = child;
    const late = setTimeout(() => child.kill("SIGKILL"), startMilliseconds);
    await this.#ready(child).finally(() => clearTimeout(late));
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
    throw new Error(`The event store ended before it took calls:\n${lastLines.join("\n")}`);
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
