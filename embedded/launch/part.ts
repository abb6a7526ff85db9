import { fork } from "node:child_process";
import { Worker } from "node:worker_threads";
import { ConfigError } from "@ornament/platform/config/read-config";
import type { Logger } from "@ornament/platform/logging/logger";
import type { StartDetails } from "@ornament/platform/process/run-service";

/** What a part says when it serves. */
interface Ready {
  ready: true;
  port: number;
  [detail: string]: unknown;
}

/** A running part of the product in a process or thread of its own. */
export interface Part {
  readonly port: number;
  readonly details: Record<string, unknown>;
  /** What a service tells once its stores have been there; of another part nothing is heard. Fails where it can't start. */
  readonly started: Promise<StartDetails>;
  stop(): Promise<void>;
}

/** Whatever of the product runs and can be stopped. */
export interface Running {
  stop(): Promise<void>;
}

/** Notes what runs, so that it is stopped in the end. */
export type Keep = <R extends Running>(running: R) => R;

/** Starts a built program as a process of its own, with settings besides the product's. */
export type StartProcess = (
  name: string,
  settings: Record<string, string | undefined>,
  portVariables: Readonly<Record<string, string>>,
) => Promise<Part>;

export interface PartOptions {
  name: string;
  /** The built program. */
  file: string;
  environment: Record<string, string | undefined>;
  /** What the part says of its ports, and the variables that tell it them: a restarted part is found where it was. */
  portVariables: Readonly<Record<string, string>>;
  in: "process" | "thread";
  /** Heap limit in MiB, for a process. */
  heap?: number;
  logger: Logger;
}

interface Launched {
  ready: Promise<Ready>;
  ended: Promise<number | null>;
  stop(): void;
  kill(): void;
}

const stopMilliseconds = 4_000;
/** With which a program ends whose settings are wrong; another start would only say so again. */
const wrongSettings = 78;
const longestBackoff = 10_000;

/** Starts a part and keeps it running: one that ends unasked is started again on the same port, with backoff. */
export async function startPart(options: PartOptions): Promise<Part> {
  let stopping = false;
  let environment = options.environment;
  let tellStarted: (details: StartDetails) => void = () => undefined;
  let tellFailed: (error: Error) => void = () => undefined;
  const started = new Promise<StartDetails>((resolve, reject) => {
    tellStarted = resolve;
    tellFailed = reject;
  });
  started.catch(() => undefined);
  const begin = () => launch(options, environment, tellStarted);
  let current = begin();
  const first = await current.ready;
  for (const [detail, variable] of Object.entries(options.portVariables))
    environment = { ...environment, [variable]: String(first[detail]) };

  const keepRunning = async () => {
    let backoff = 100;
    for (;;) {
      const code = await current.ended;
      if (stopping) return;
      if (code === wrongSettings)
        return tellFailed(new ConfigError(`${options.name} has said what is wrong`));
      options.logger.error({ part: options.name, backoff }, "A part of the product ended; starting it again");
      await pause(backoff);
      if (stopping) return;
      current = begin();
      backoff = await current.ready.then(
        () => 100,
        () => Math.min(backoff * 2, longestBackoff),
      );
    }
  };
  const kept = keepRunning();

  return {
    port: first.port,
    details: first,
    started,
    async stop() {
      stopping = true;
      current.stop();
      const late = setTimeout(() => current.kill(), stopMilliseconds);
      await current.ended;
      clearTimeout(late);
      await kept;
    },
  };
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

type OnStarted = (details: StartDetails) => void;

function launch(
  options: PartOptions,
  environment: Record<string, string | undefined>,
  onStarted: OnStarted,
): Launched {
  return options.in === "process"
    ? launchProcess(options, environment, onStarted)
    : launchThread(options, environment);
}

const isReady = (message: unknown): message is Ready =>
  typeof message === "object" && message !== null && "ready" in message && "port" in message;

const isStarted = (message: unknown): message is StartDetails =>
  typeof message === "object" && message !== null && "started" in message;

function launchProcess(
  { file, heap, name }: PartOptions,
  environment: Record<string, string | undefined>,
  onStarted: OnStarted,
): Launched {
  const child = fork(file, {
    env: environment,
    execArgv: heap === undefined ? [] : [`--max-old-space-size=${heap}`],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // Ctrl-C reaches a whole process group: the parts are to be stopped in order, not all at once.
    detached: process.platform !== "win32",
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const ready = new Promise<Ready>((resolve, reject) => {
    child.on("message", (message) => {
      if (isReady(message)) resolve(message);
      else if (isStarted(message)) onStarted(message);
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code} before it was ready`)));
  });
  ready.catch(() => undefined);
  return { ready, ended, stop: () => child.kill("SIGTERM"), kill: () => child.kill("SIGKILL") };
}

function launchThread(
  { file, name }: PartOptions,
  environment: Record<string, string | undefined>,
): Launched {
  const worker = new Worker(file, { env: environment as NodeJS.ProcessEnv });
  const ended = new Promise<number | null>((resolve) => worker.once("exit", (code) => resolve(code)));
  const ready = new Promise<Ready>((resolve, reject) => {
    worker.on("message", (message) => isReady(message) && resolve(message));
    worker.once("error", reject);
    worker.once("exit", (code) => reject(new Error(`${name} ended with ${code} before it was ready`)));
  });
  ready.catch(() => undefined);
  return {
    ready,
    ended,
    stop: () => worker.postMessage({ stop: true }),
    kill: () => void worker.terminate(),
  };
}
