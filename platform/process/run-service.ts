import { exitOnConfigError } from "../config/exit-on-config-error.ts";
import type { Environment } from "../config/read-config.ts";
import { createLogger, type Logger, logLevelSetting } from "../logging/logger.ts";
import { onStopRequest } from "./stop-request.ts";

/** What a service tells whoever has started it. */
export type StartDetails = Readonly<Record<string, unknown>>;

export interface RunningService {
  /** Where it listens, unless it is called in this process alone. */
  readonly port?: number | undefined;
  /**
   * Settles once the stores that the start needs have been there, however long that takes; at once when absent. Fails
   * where the service can't start. Once the service is stopped nothing more is heard of it.
   */
  readonly started?: Promise<StartDetails>;
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
  /** Listens and answers its health and readiness, and waits for no store. */
  start(context: ServiceContext): Promise<RunningService>;
}

const endMilliseconds = 5_000;

/**
 * Runs a service as a process of its own: starts it, says where it listens and then that it has started (to a parent
 * process by messages, else in the log), and on SIGTERM, SIGINT or a lost parent ends it cleanly within 5 seconds. While it
 * only begins it is ended at once.
 */
export async function runService(program: ServiceProgram): Promise<void> {
  const level = logLevelSetting.safeParse(process.env.LOG_LEVEL);
  const logger = createLogger({ name: program.name, level: level.data ?? "info" });
  surviveStrayErrors(logger);
  try {
    const service = await exitOnConfigError(() => program.start({ environment: process.env, logger }));
    endOnRequest(service, logger);
    process.send?.({ ready: true, port: service.port });
    logger.info({ port: service.port }, "Listening");
    const details = await exitOnConfigError(async () => service.started ?? {});
    process.send?.({ ...details, started: true });
    logger.info("Started");
  } catch (error) {
    logger.fatal({ err: error }, "The service can't start");
    process.exit(1);
  }
}

/** One request's stray rejection must not end the process for all others. After an uncaught error its state is not known, and it ends. */
export function surviveStrayErrors(logger: Logger): void {
  process.on("unhandledRejection", (error) => {
    logger.error({ err: error }, "A rejection was not handled");
  });
  process.on("uncaughtException", (error) => {
    logger.fatal({ err: error }, "An error was not caught");
    process.exit(1);
  });
}

function endOnRequest(service: RunningService, logger: Logger): void {
  let ending = false;
  onStopRequest((reason) => {
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
  });
}
