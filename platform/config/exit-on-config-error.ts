import { ConfigError } from "./read-config.ts";

/** Runs the start of a program. A `ConfigError` ends the process with one clear line, the advice, and exit code 78. */
export async function exitOnConfigError<T>(start: () => Promise<T> | T): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write([`Configuration error: ${error.message}`, ...error.advice, ""].join("\n"));
    process.exit(78);
  }
}
