import { exitOnConfigError } from "../config/exit-on-config-error.ts";

/** The command as a person types it before its options: with npm, or in the image. */
export const typedCommand = (name: string): string =>
  process.env.npm_lifecycle_event === undefined ? `ornament ${name}` : `npm run ${name} --`;

/**
 * Runs a command line. A failure prints its message as one line and ends with the code of `codeOf`, 1 by
 * default; one with the code 0, such as a reader that has seen enough, prints nothing.
 */
export async function runCommand(
  program: { parseAsync(): Promise<unknown> },
  codeOf: (error: unknown) => number = () => 1,
): Promise<void> {
  await exitOnConfigError(() => program.parseAsync()).catch((error: unknown) => {
    const code = codeOf(error);
    if (code === 0) process.exit(0);
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = code;
  });
}
