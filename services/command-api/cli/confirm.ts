import { createInterface } from "node:readline";

/** Asks on the standard error output, and reads a line of the standard input. An end of the input is a no. */
export async function confirm(question: string): Promise<boolean> {
  process.stderr.write(`${question} (yes/no) `);
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return /^\s*y(es)?\s*$/i.test(line);
    process.stderr.write("\n");
    return false;
  } finally {
    lines.close();
  }
}
