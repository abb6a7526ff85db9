import { spawn } from "node:child_process";
import { builtProgram } from "./built-program.ts";

/**
 * Runs the built command that `npm run audit` starts.
 * @param linesTaken the number of lines after which the output is closed, as `head` does
 */
export async function audit(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  linesTaken = Infinity,
) {
  const child = spawn(process.execPath, [builtProgram("audit"), ...words], {
    env: { PATH: process.env.PATH ?? "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stderr.on("data", (chunk: Buffer) => {
    err += chunk;
  });
  child.stdout.on("data", (chunk: Buffer) => {
    out += chunk;
    if (out.split("\n").length > linesTaken) child.stdout.destroy();
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, out, err };
}
