import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { ConfigError } from "@ornament/platform/config/read-config";
import type { Logger } from "@ornament/platform/logging/logger";
import type { StartDetails, WrongSetting } from "@ornament/platform/process/run-service";
import { nodeFlags } from "./node-flags.ts";

/** The message of a part that serves. */
interface Ready {
  ready: true;
  port: number;
  [detail: string]: unknown;
}

/** A running part of the product, in its own process or thread. */
export interface Part {
  readonly port: number;
  readonly details: Record<string, unknown>;
  /** Resolves with a service's details when it has reached its stores; never for other parts. Rejects when it can't start. */
  readonly started: Promise<StartDetails>;
  stop(): Promise<void>;
}

/** Something that runs and can be stopped. */
export interface Running {
  stop(): Promise<void>;
}

/** Remembers what runs, so that it is stopped at the end. */
export type Keep = <R extends Running>(running: R) => R;

/** Starts a built program as a process, with settings besides the product's. */
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
  /** The details with the part's ports, and the variables that set them: a restarted part gets the same ports. */
  portVariables: Readonly<Record<string, string>>;
  in: "process" | "thread";
  logger: Logger;
}

interface Launched {
  /** Rejects with a `ConfigError` if a setting is wrong. */
  ready: Promise<Ready>;
  /** The setting that was reported as wrong before the end. */
  wrongSetting(): ConfigError | undefined;
  ended: Promise<number | null>;
  stop(): void;
  kill(): void;
}

const stopMilliseconds = 4_000;
/** The exit code of a program whose settings are wrong. It is not started again. */
const wrongSettings = 78;
const longestBackoff = 10_000;

/** Starts a part and keeps it running: when it ends unexpectedly, it is started again on the same ports, with backoff. */
export async function startPart(options: PartOptions): Promise<Part> {
  let stopping = false;
  let environment = options.environment;
  let resolveStarted: (details: StartDetails) => void = () => undefined;
  let rejectStarted: (error: Error) => void = () => undefined;
  const started = new Promise<StartDetails>((resolve, reject) => {
    resolveStarted = resolve;
    rejectStarted = reject;
  });
  started.catch(() => undefined);
  const begin = () => launch(options, environment, resolveStarted);
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
        return rejectStarted(
          current.wrongSetting() ?? new ConfigError(`A setting of ${options.name} is wrong`),
        );
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

const isWrongSetting = (message: unknown): message is WrongSetting =>
  typeof message === "object" && message !== null && "wrongSetting" in message;

const errorOf = ({ wrongSetting: { message, advice, code } }: WrongSetting) =>
  new ConfigError(message, advice, code);

const isStarted = (message: unknown): message is StartDetails =>
  typeof message === "object" && message !== null && "started" in message;

/** A profile of the product (`npm run bench -- --profile`) is one of each of its processes. */
const profilingFlags = process.execArgv.filter((flag) => flag.startsWith("--cpu-prof"));

function launchProcess(
  { file, name }: PartOptions,
  environment: Record<string, string | undefined>,
  onStarted: OnStarted,
): Launched {
  const child = fork(file, {
    env: environment,
    execArgv: [...profilingFlags, ...nodeFlags(name, availableParallelism())],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // Ctrl-C is sent to the whole process group, but the parts must be stopped in order.
    detached: process.platform !== "win32",
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  let wrong: ConfigError | undefined;
  const ready = new Promise<Ready>((resolve, reject) => {
    child.on("message", (message) => {
      if (isReady(message)) resolve(message);
      else if (isStarted(message)) onStarted(message);
      else if (isWrongSetting(message)) wrong = errorOf(message);
    });
    child.once("error", reject);
    // Unlike "exit", it comes after the child's last message.
    child.once("close", (code) =>
      reject(wrong ?? new Error(`${name} ended with ${code} before it was ready`)),
    );
  });
  ready.catch(() => undefined);
  return {
    ready,
    ended,
    wrongSetting: () => wrong,
    stop: () => child.kill("SIGTERM"),
    kill: () => child.kill("SIGKILL"),
  };
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
    wrongSetting: () => undefined,
    stop: () => worker.postMessage({ stop: true }),
    kill: () => void worker.terminate(),
  };
}
