import { configErrorCode } from "@ornament/platform/config/exit-on-config-error";
import { ConfigError } from "@ornament/platform/config/read-config";
import type { Logger } from "@ornament/platform/logging/logger";
import type { StartDetails } from "@ornament/platform/process/run-service";
import { FileUnusable, fileUnusableCode } from "../eventstore/log/file-unusable.ts";
import { launchPart, type Program } from "./launch-part.ts";

/** A running part of the product, in its own process or thread. */
export interface Part {
  readonly port: number;
  readonly details: Record<string, unknown>;
  /** Resolves when a service has reached its stores; never for other parts. Rejects if it can't start. */
  readonly started: Promise<StartDetails>;
  stop(): Promise<void>;
}

/** A running thing that can be stopped. */
export interface Running {
  stop(): Promise<void>;
}

/** Keeps the running parts, so that they are stopped at the end. */
export type Keep = <R extends Running>(running: R) => R;

/** Starts a built program as a process, with settings in addition to the product's. */
export type StartProcess = (
  name: string,
  settings: Record<string, string | undefined>,
  portVariables: Readonly<Record<string, string>>,
) => Promise<Part>;

export interface PartOptions extends Program {
  environment: Record<string, string | undefined>;
  /**
   * The details with the part's ports, and the variables that set them: a restarted part gets the same ports.
   */
  portVariables: Readonly<Record<string, string>>;
  logger: Logger;
  /** Called if the part has served and can't any more. It is not started again. */
  onLost: (failure: Error) => void;
}

/** The time for a stop, after which the part is killed. */
const stopMilliseconds = 4_000;
/** The exit codes after which a program is not started again. */
const finalCodes: ReadonlySet<number | null> = new Set([configErrorCode, fileUnusableCode]);
const longestBackoff = 10_000;

/** Starts a part and restarts it after an unexpected end, on the same ports, with backoff. */
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
  const begin = () => launchPart(options, environment, resolveStarted);
  let current = begin();
  const first = await current.ready;
  for (const [detail, variable] of Object.entries(options.portVariables))
    environment = { ...environment, [variable]: String(first[detail]) };

  let endPause = () => {};
  const keepRunning = async () => {
    let backoff = 100;
    for (;;) {
      const code = await current.ended;
      if (stopping) return;
      if (finalCodes.has(code)) {
        const failure = current.reported() ?? new ConfigError(`A setting of ${options.name} is wrong`);
        rejectStarted(failure);
        return failure instanceof FileUnusable ? options.onLost(failure) : undefined;
      }
      options.logger.error({ part: options.name, backoff }, "A part of the product ended; starting it again");
      await new Promise<void>((resolve) => {
        endPause = resolve;
        setTimeout(resolve, backoff);
      });
      if (stopping) return;
      current = begin();
      const isReady = await current.ready.then(
        () => true,
        () => false,
      );
      backoff = isReady ? 100 : Math.min(backoff * 2, longestBackoff);
    }
  };
  const kept = keepRunning();
  const end = async () => {
    const ending = current;
    ending.stop();
    const late = setTimeout(() => ending.kill(), stopMilliseconds);
    await ending.ended;
    clearTimeout(late);
  };

  return {
    port: first.port,
    details: first,
    started,
    async stop() {
      stopping = true;
      endPause();
      await end();
      await kept;
    },
  };
}
