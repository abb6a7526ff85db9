import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { Readable } from "node:stream";

/** The first of the programs that this machine has on its PATH. */
export const programOnPath = (...names: string[]): string | undefined =>
  names
    .flatMap((name) => (process.env.PATH ?? "").split(delimiter).map((folder) => join(folder, name)))
    .find(isProgram);

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The number in a program's answer to `--version`. WebKitWebDriver answers with an exit code of 1. */
export const versionOf = (program: string): string =>
  /\d[\d.]*/.exec(spawnSync(program, ["--version"], { encoding: "utf8" }).stdout)?.[0] ?? "";

/** The environment of a browser: nothing of this process but its PATH. */
export const browserEnvironment = (home: string, zone: string, more: Record<string, string> = {}) => ({
  PATH: process.env.PATH ?? "",
  HOME: home,
  TZ: zone,
  LANG: "C.UTF-8",
  ...more,
});

/** Starts a program, which ends with this process at the latest. */
export function started(program: string, words: string[], options: SpawnOptions): ChildProcess {
  const child = spawn(program, words, options);
  process.once("exit", () => child.kill());
  return child;
}

/** Waits for a text in a program's output. Returns the first group of the match. */
export function printed(program: ChildProcess, output: Readable | null, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    output?.on("data", (chunk: Buffer) => {
      text += chunk;
      const [, found] = pattern.exec(text) ?? [];
      if (found !== undefined) resolve(found);
    });
    program.once("error", reject);
    program.once("exit", () => reject(new Error(`${program.spawnfile} ended early:\n${text}`)));
  });
}

/** Ends a started program. */
export async function ended(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const exit = once(program, "exit");
  program.kill();
  await exit;
}
