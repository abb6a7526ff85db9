import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Environment } from "@ornament/platform/config/read-config";
import { silentLogger } from "@ornament/platform/logging/logger";
import { reasonOf } from "@ornament/platform/logging/outage-log";
import { BackupRefused } from "@ornament/tools/backup/refused";
import { readLaunchConfig } from "../launch/config.ts";
import { here } from "../launch/here.ts";
import { startProduct } from "../launch/product.ts";
import { untilReady } from "../launch/readiness.ts";

const readyMilliseconds = 10 * 60_000;

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
export async function startScratchProduct(
  programs: string,
  dataDir: string,
  environment: Environment,
): Promise<ScratchProduct> {
  const env = {
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => !left.includes(name))),
    DATA_DIR: dataDir,
    AUDIT_DIR: join(dataDir, "audit"),
    HOST: "127.0.0.1",
    PORT: "0",
    MAILBOX_PUBLIC: "no",
    LOG_LEVEL: "fatal",
  };
  const notStarted = (error: unknown) =>
    Promise.reject(new BackupRefused(`The product didn't start: ${reasonOf(error)}`));
  const product = await startProduct({
    config: readLaunchConfig(env),
    here,
    programs,
    webRoot: join(programs, "..", "web", "dist"),
    environment: env,
    logger: silentLogger(),
  }).catch(notStarted);
  return {
    async ready() {
      const timeUp = AbortSignal.timeout(readyMilliseconds);
      const isReady = product.firstAdmin.then(() => untilReady(product.localUrl, () => undefined, timeUp));
      await Promise.race([isReady, product.lost.then(notStarted)]).catch(notStarted);
      if (timeUp.aborted) throw new BackupRefused("The product is not ready after ten minutes");
      return product.localUrl;
    },
    async run(program, ...words) {
      const command = [join(programs, `${program}.js`), ...words];
      await promisify(execFile)(process.execPath, command, { env }).catch(({ stdout, stderr }) => {
        const line = `${stdout}${stderr}`.trim().split("\n").at(-1);
        throw new BackupRefused(`${program} ${words.join(" ")} failed: ${line}`);
      });
    },
    stop: () => product.stop(),
  };
}
