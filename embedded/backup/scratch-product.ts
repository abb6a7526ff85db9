import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Environment } from "@ornament/platform/config/read-config";
import { BackupRefused } from "@ornament/projector/backup/refused";

const readyMilliseconds = 10 * 60_000;
const pollMilliseconds = 100;
const shownCharacters = 2_000;

/** The settings of the running product that would lead a drill to its stores, ports, pages or mail server. */
const left = [
  "EVENTSTORE_URL",
  "MONGODB_URL",
  "MONGODB_DATABASE",
  "SMTP_URL",
  "PUBLIC_URL",
  "HOST",
  "VERIFY_AT",
  "METRICS_PORT",
];

/** A product on the embedded stores in a scratch folder. It sends no mail: the mailbox is in the folder, too. */
export interface ScratchProduct {
  /** Waits until the product is ready. Returns its URL. */
  ready(): Promise<string>;
  /** Runs a command of the product. Throws `BackupRefused` with its last line if it fails. */
  run(program: string, ...words: string[]): Promise<void>;
  stop(): Promise<void>;
}

/** @param programs the folder of the built programs */
export function startScratchProduct(
  programs: string,
  dataDir: string,
  environment: Environment,
): ScratchProduct {
  const kept = Object.entries(environment).filter(([name]) => !left.includes(name));
  const env = {
    ...Object.fromEntries(kept),
    DATA_DIR: dataDir,
    AUDIT_DIR: join(dataDir, "audit"),
    HOST: "127.0.0.1",
    PORT: "0",
    MAILBOX_PUBLIC: "no",
  };
  const start = (program: string, words: readonly string[]) =>
    watched(spawnProgram(join(programs, `${program}.js`), words, env));
  const product = start("start", []);
  return {
    async ready() {
      const until = performance.now() + readyMilliseconds;
      while (performance.now() < until) {
        if (product.hasEnded()) throw new BackupRefused(`The product didn't start: ${product.output()}`);
        const url = await readyUrl(dataDir);
        if (url !== undefined) return url;
        await wait(pollMilliseconds);
      }
      throw new BackupRefused(`The product is not ready after ten minutes: ${product.output()}`);
    },
    async run(program, ...words) {
      const command = start(program, words);
      if ((await command.ended) !== 0)
        throw new BackupRefused(`${program} ${words.join(" ")} failed: ${command.output()}`);
    },
    async stop() {
      product.child.kill("SIGTERM");
      await product.ended;
    },
  };
}

const spawnProgram = (file: string, words: readonly string[], env: NodeJS.ProcessEnv): ChildProcess =>
  // The channel ends the product if this process is killed.
  spawn(process.execPath, [file, ...words], { env, stdio: ["ignore", "pipe", "pipe", "ipc"] });

function watched(child: ChildProcess) {
  let text = "";
  let hasEnded = false;
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      text = `${text}${chunk}`.slice(-shownCharacters);
    });
  const ended = new Promise<number | null>((resolve) =>
    child.once("close", (code) => {
      hasEnded = true;
      resolve(code);
    }),
  );
  const output = () => text.trim().split("\n").at(-1) ?? "";
  return { child, ended, hasEnded: () => hasEnded, output };
}

/** The product's URL, once it answers that it is ready. */
async function readyUrl(dataDir: string): Promise<string | undefined> {
  try {
    const { url }: { url: string } = JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8"));
    const answer = await fetch(new URL("/readyz", url));
    await answer.arrayBuffer();
    return answer.ok ? url : undefined;
  } catch {
    return undefined;
  }
}
