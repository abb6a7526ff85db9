import { execFile } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../../../web/public/verify-evidence.mjs", import.meta.url));

/** What the script printed, and its exit code. */
export interface Verified {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** A folder with nothing but the script that verifies evidence files. */
export class ScriptFolder {
  readonly path = mkdtempSync(join(tmpdir(), "test-evidence-"));

  constructor() {
    copyFileSync(source, join(this.path, "verify-evidence.mjs"));
  }

  write(name: string, content: string | Uint8Array): void {
    writeFileSync(join(this.path, name), content);
  }

  /** Runs the script with only Node. */
  run(...words: string[]): Promise<Verified> {
    return this.#node(["verify-evidence.mjs", ...words]);
  }

  /** Runs the script on each of the contents in one process. Returns the exit code and the line of each. */
  async verdicts(contents: readonly Uint8Array[]): Promise<{ code: number; line: string }[]> {
    for (const [n, content] of contents.entries()) this.write(`changed-${n}.json`, content);
    const program = `
      const verdicts = [];
      for (let n = 0; n < ${contents.length}; n += 1) {
        const lines = [];
        console.log = console.error = (text) => lines.push(text);
        process.exitCode = 0;
        process.argv = [process.argv[0], "verify-evidence.mjs", "changed-" + n + ".json"];
        await import("./verify-evidence.mjs?" + n);
        verdicts.push({ code: process.exitCode, line: lines.join(" ") });
      }
      process.exitCode = 0;
      process.stdout.write(JSON.stringify(verdicts));`;
    this.write("all.mjs", program);
    return JSON.parse((await this.#node(["all.mjs"])).out);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }

  #node(words: readonly string[]): Promise<Verified> {
    const options = { cwd: this.path, env: {}, maxBuffer: 64 * 1024 ** 2 };
    return new Promise((resolve) => {
      execFile(process.execPath, words, options, (error, out, err) =>
        resolve({ code: error ? Number(error.code) : 0, out, err }),
      );
    });
  }
}
