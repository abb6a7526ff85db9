import { ConfigError } from "./read-config.ts";

export const configErrorCode = 78;

/** Runs the start of a program. A `ConfigError` is reported, and ends the process with `configErrorCode`. */
export async function exitOnConfigError<T>(
  start: () => Promise<T> | T,
  report: (error: ConfigError) => Promise<void> | void = printConfigError,
): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    await report(error);
    process.exit(configErrorCode);
  }
}

/** Prints to the standard error output. */
export function printConfigError({ message, advice }: ConfigError): void {
  process.stderr.write([`Configuration error: ${message}`, ...advice, ""].join("\n"));
}
