import { exitOnConfigError } from "../config/exit-on-config-error.ts";
import type { Environment } from "../config/read-config.ts";
import { createLogger, type Logger, logLevelSetting } from "../logging/logger.ts";

export interface RunningService {
  /** Where it listens, unless it is called in this process alone. */
  readonly port?: number | undefined;
  /** What the parent process is told beside the port. */
  readonly details?: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

export interface ServiceContext {
  environment: Environment;
  logger: Logger;
  /** Takes no port: whoever starts it calls its app in this process. */
  here?: boolean;
}

export interface ServiceProgram {
  name: string;
  start(context: ServiceContext): Promise<RunningService>;
}

const endMilliseconds = 5_000;

/**
 * Runs a service as a process of its own: starts it, says that it is ready (to a parent process by message, else in the
 * log), and on SIGTERM, SIGINT or a lost parent ends it cleanly within 5 seconds.
 */
export async function runService(program: ServiceProgram): Promise<void> {
  const level = logLevelSetting.safeParse(process.env.LOG_LEVEL);
  const logger = createLogger({ name: program.name, level: level.data ?? "info" });
  surviveStrayErrors(logger);
  const service = await exitOnConfigError(() => program.start({ environment: process.env, logger }));
  endOnRequest(service, logger);
  if (process.send) process.send({ ready: true, port: service.port, ...service.details });
  logger.info({ port: service.port }, "Ready");
}

/** One request's stray failure must not end the process for all others; what can't be known to be harmless ends it. */
export function surviveStrayErrors(logger: Logger): void {
  process.on("unhandledRejection", (error) => {
    logger.error({ err: error }, "A rejection was not handled");
  });
  process.on("uncaughtException", (error) => {
    if (isLateAppendAnswer(error)) {
      logger.warn({ err: error }, "An answer to an append came after its connection was given up");
      return;
    }
    logger.fatal({ err: error }, "An error was not caught");
    process.exit(1);
  });
}

/**
 * @eventstore/db-client throws in its own event handler when an append is answered after a broken connection has made it
 * forget the append. The append is repeated by then with the same event ids, so nothing is lost.
 */
function isLateAppendAnswer(error: Error): boolean {
  return error instanceof TypeError && /appendToStream[\\/]batchAppend/.test(error.stack ?? "");
}

function endOnRequest(service: RunningService, logger: Logger): void {
  let ending = false;
  const end = (reason: string) => {
    if (ending) return;
    ending = true;
    logger.info({ reason }, "Stopping");
    setTimeout(() => {
      logger.warn("Stopping took too long");
      process.exit(1);
    }, endMilliseconds).unref();
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, "Stopping failed");
        process.exit(1);
      },
    );
  };
  process.once("SIGTERM", () => end("SIGTERM"));
  process.once("SIGINT", () => end("SIGINT"));
  process.once("disconnect", () => end("the parent process has gone"));
}
