import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtProgram } from "./built-program.ts";

/** Runs the built command that `npm run audit` starts, as `command` does. */
export const audit = (
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  linesTaken?: number,
) => command("audit", words, environment, { linesTaken });

interface Terminal {
  /** The number of lines after which the output is closed, as `head` does. */
  readonly linesTaken?: number | undefined;
  /** The text that is typed; then the input ends. */
  readonly typed?: string;
}

/** Without it, a command would find the `.data` of a product that was started in this checkout. */
const noDataDir = join(tmpdir(), "no-data-of-a-product");

type Program =
  | "admin"
  | "audit"
  | "projections"
  | "backup"
  | "restore"
  | "secrets"
  | "demo"
  | "status"
  | "start";

/** Runs a built program. */
export async function command(
  program: Program,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  terminal: Terminal = {},
) {
  return startCommand(program, words, environment, terminal).ended;
}

/** A built program that runs. */
export function startCommand(
  program: Program,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  { linesTaken = Infinity, typed = "" }: Terminal = {},
) {
  const child = spawn(process.execPath, [builtProgram(program), ...words], {
    env: { PATH: process.env.PATH ?? "", DATA_DIR: noDataDir, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
  // A command that asks nothing may end before it has read its input.
  child.stdin.on("error", () => undefined).end(typed);
  let out = "";
  let err = "";
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk;
  });
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk;
    if (out.split("\n").length > linesTaken) child.stdout.destroy();
  });
  const ended = new Promise<{ code: number | null; out: string; err: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, out, err })),
  );
  return { ended, err: () => err, kill: (signal: "SIGTERM" | "SIGKILL") => void child.kill(signal) };
}
