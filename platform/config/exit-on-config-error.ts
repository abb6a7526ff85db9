import { ConfigError } from "./read-config.ts";

/**
 * Runs the start of a program. A `ConfigError` ends the process with exit code 78. The error is reported
 * first as one clear line with its advice, unless the caller gives another report.
 */
export async function exitOnConfigError<T>(
  start: () => Promise<T> | T,
  report: (error: ConfigError) => Promise<void> | void = print,
): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    await report(error);
    process.exit(78);
  }
}

function print({ message, advice }: ConfigError): void {
  process.stderr.write([`Configuration error: ${message}`, ...advice, ""].join("\n"));
}
