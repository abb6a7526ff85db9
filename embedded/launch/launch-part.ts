import { fork } from "node:child_process";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { ConfigError } from "@ornament/platform/config/read-config";
import type { StartDetails, WrongSetting } from "@ornament/platform/process/run-service";
import { FileUnusable } from "../eventstore/log/file-unusable.ts";
import { nodeFlags } from "./node-flags.ts";

/** A built program, and how it runs. */
export interface Program {
  name: string;
  file: string;
  in: "process" | "thread";
}

/** The message of a part that is ready to serve. */
interface Ready {
  ready: true;
  port: number;
  [detail: string]: unknown;
}

/** A program that was started. */
export interface Launched {
  /** Rejects with the reported reason, e.g. a `ConfigError` if a setting is wrong. */
  ready: Promise<Ready>;
  /** The reason that the part has reported before its end. */
  reported(): Error | undefined;
  ended: Promise<number | null>;
  stop(): void;
  kill(): void;
}

type OnStarted = (details: StartDetails) => void;

/** Starts a part's program. `onStarted` is called with a service's details when it has reached its stores. */
export function launchPart(
  options: Program,
  environment: Record<string, string | undefined>,
  onStarted: OnStarted,
): Launched {
  return options.in === "process"
    ? launchProcess(options, environment, onStarted)
    : launchThread(options, environment);
}

const isReady = (message: unknown): message is Ready =>
  typeof message === "object" && message !== null && "ready" in message && "port" in message;

/** The failure that a part reports before it ends. */
function failureOf(report: unknown): Error | undefined {
  if (typeof report !== "object" || report === null) return undefined;
  if ("fileUnusable" in report) return new FileUnusable(String(report.fileUnusable));
  if (!("wrongSetting" in report)) return undefined;
  const { message, advice, code } = (report as WrongSetting).wrongSetting;
  return new ConfigError(message, advice, code);
}

const isStarted = (message: unknown): message is StartDetails =>
  typeof message === "object" && message !== null && "started" in message;

function launchProcess(
  { file, name }: Program,
  environment: Record<string, string | undefined>,
  onStarted: OnStarted,
): Launched {
  const child = fork(file, {
    env: environment,
    execArgv: nodeFlags(name, availableParallelism()),
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    // Ctrl-C is sent to the whole process group, but the parts must be stopped in order.
    detached: process.platform !== "win32",
  });
  return {
    // "close" follows the last message of a process; "exit" may come earlier.
    ...reportsOf(child, "close", name, onStarted),
    stop: () => child.kill("SIGTERM"),
    kill: () => child.kill("SIGKILL"),
  };
}

function launchThread({ file, name }: Program, environment: Record<string, string | undefined>): Launched {
  const worker = new Worker(file, { env: environment as NodeJS.ProcessEnv });
  return {
    ...reportsOf(worker, "exit", name),
    stop: () => worker.postMessage({ stop: true }),
    kill: () => void worker.terminate(),
  };
}

/** Collects the reports of a process or thread. @param end its last event, with the exit code */
function reportsOf(
  part: NodeJS.EventEmitter,
  end: "close" | "exit",
  name: string,
  onStarted: OnStarted = () => undefined,
): Pick<Launched, "ready" | "ended" | "reported"> {
  const ended = new Promise<number | null>((resolve) => part.once(end, (code) => resolve(code)));
  let reported: Error | undefined;
  const ready = new Promise<Ready>((resolve, reject) => {
    part.on("message", (message) => {
      if (isReady(message)) resolve(message);
      else if (isStarted(message)) onStarted(message);
      else reported = failureOf(message) ?? reported;
    });
    part.once("error", reject);
    part.once(end, (code) => reject(reported ?? new Error(`${name} ended with ${code} before it was ready`)));
  });
  ready.catch(() => undefined);
  return { ready, ended, reported: () => reported };
}
