import { exitOnConfigError } from "../config/exit-on-config-error.ts";
import type { ConfigError, Environment } from "../config/read-config.ts";
import { createLogger, type Logger, logLevelSetting } from "../logging/logger.ts";
import { onStopRequest } from "./stop-request.ts";

/** Reported to the process that started the service. */
export type StartDetails = Readonly<Record<string, unknown>>;

export interface RunningService {
  /** None if the service is only called inside this process. */
  readonly port?: number | undefined;
  /**
   * Resolves when the stores that the start needs have answered, after any time. Absent if the start needs
   * none. Rejects if the service can't start. Stays pending if the service is stopped earlier.
   */
  readonly started?: Promise<StartDetails>;
  stop(): Promise<void>;
}

export interface ServiceContext {
  environment: Environment;
  logger: Logger;
  /** Opens no port: the service is called inside this process. */
  here?: boolean;
}

export interface ServiceProgram {
  name: string;
  /** Starts listening, so that health and readiness are answered. Does not wait for stores. */
  start(context: ServiceContext): Promise<RunningService>;
}

/** The message of a service to the process that started it. */
export interface WrongSetting {
  readonly wrongSetting: Pick<ConfigError, "message" | "advice" | "code">;
}

const endMilliseconds = 5_000;

/**
 * Runs a service as a separate process. Reports the port and later the end of the start, to a parent process
 * by messages and in the program log. On SIGTERM, SIGINT or the loss of the parent process it stops the
 * service within 5 seconds. During its start the process ends immediately.
 */
export async function runService(program: ServiceProgram): Promise<void> {
  const level = logLevelSetting.safeParse(process.env.LOG_LEVEL);
  const logger = createLogger({ name: program.name, level: level.data ?? "info" });
  surviveStrayErrors(logger);
  try {
    const service = await exitOnConfigError(
      () => program.start({ environment: process.env, logger }),
      reportToParent(),
    );
    endOnRequest(service, logger);
    process.send?.({ ready: true, port: service.port });
    logger.info({ port: service.port }, "Listening");
    const details = await exitOnConfigError(async () => service.started ?? {}, reportToParent());
    process.send?.({ ...details, started: true });
    logger.info("Started");
  } catch (error) {
    logger.fatal({ err: error }, "The service can't start");
    process.exit(1);
  }
}

/** Several services find the same wrong setting; only the process that started them prints it, once. */
function reportToParent(): ((error: ConfigError) => Promise<void>) | undefined {
  if (process.send === undefined) return undefined;
  return ({ message, advice, code }) =>
    new Promise((resolve) => {
      const report: WrongSetting = { wrongSetting: { message, advice, code } };
      process.send?.(report, () => resolve());
    });
}

/**
 * An unhandled rejection of one request must not end the process for all others. After an uncaught exception
 * the state of the process is unknown, so it ends.
 */
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
