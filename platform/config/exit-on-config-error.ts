import { ConfigError } from "./read-config.ts";

/** The exit code of a program with wrong settings. */
export const configErrorCode = 78;

/**
 * Runs the start of a program. A `ConfigError` ends the process with `configErrorCode`. The error is reported
 * first as one clear line with its advice, unless the caller gives another report.
 */
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

/** Prints the error as one line, and its advice below, to the standard error output. */
export function printConfigError({ message, advice }: ConfigError): void {
  process.stderr.write([`Configuration error: ${message}`, ...advice, ""].join("\n"));
}
