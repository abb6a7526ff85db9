import { ConfigError } from "./read-config.ts";

/** Runs the start of a program; a `ConfigError` ends it with one clear line and exit code 78 instead of a stack trace. */
export async function exitOnConfigError<T>(start: () => Promise<T> | T): Promise<T> {
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`Configuration error: ${error.message}\n`);
    process.exit(78);
  }
}
