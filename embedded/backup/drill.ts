import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { erasuresAfterRestore } from "@ornament/command-api/erasures-after-restore";
import { onStopRequest } from "@ornament/platform/process/stop-request";
import { whenAborted } from "@ornament/platform/waiting/pause";
import { drillServed, runDrill, type Step } from "@ornament/tools/backup/drill";
import { extentOf, openBackup } from "@ornament/tools/backup/opened-backup";
import { BackupRefused } from "@ornament/tools/backup/refused";
import { readRegister } from "@ornament/tools/backup/register";
import type { Drill } from "@ornament/tools/backup/restored-log";
import { openDataDirectory } from "../launch/data-directory.ts";
import { restoreInto } from "./restore-here.ts";
import { type ScratchProduct, startScratchProduct } from "./scratch-product.ts";

/**
 * Restores a backup into a scratch folder, starts the product there and verifies it. With EVENTSTORE_URL the
 * event store is a scratch one that its own backup has restored.
 * @param programs the folder of the built programs
 */
export const drillHere =
  (programs: string): Drill =>
  (options, environment) => {
    if (environment.EVENTSTORE_URL) return drillServed(erasuresAfterRestore)(options, environment);
    const stopping = new AbortController();
    onStopRequest(() => stopping.abort());
    const wasStopped = () => new BackupRefused("The drill was stopped");
    const stopped = whenAborted(stopping.signal).then(() => Promise.reject(wasStopped()));
    // It is awaited once the product starts.
    stopped.catch(() => undefined);
    const { from, ...register } = options;
    return runDrill(from, environment, async (step) => {
      const scratch = mkdtempSync(join(tmpdir(), "ornament-drill-"));
      try {
        const backup = await step("checked the manifest and the secrets", () =>
          openBackup(from, environment, true),
        );
        console.error(`          The copy has ${extentOf(backup.manifest)}.`);
        const registered = await readRegister(register, environment, backup);
        await step("restored every event and erased the registered persons again", async () => {
          const data = openDataDirectory(scratch);
          await restoreInto(data, backup, registered).finally(() => data.release());
        });
        if (stopping.signal.aborted) throw wasStopped();
        const settings = { ...environment, ...backup.secrets };
        await tryProduct(await startScratchProduct(programs, scratch, settings), step, stopped);
      } finally {
        rmSync(scratch, { recursive: true, force: true });
      }
    });
  };

async function tryProduct(product: ScratchProduct, step: Step, stopped: Promise<never>): Promise<void> {
  const use = async () => {
    const url = await step("started the product and filled the read models", () => product.ready());
    await step("asked for the sign-in page", () => requirePage(new URL("/admin/login", url)));
    await step("verified the read models", () => product.run("projections", "verify"));
  };
  try {
    await Promise.race([use(), stopped]);
  } finally {
    await product.stop();
  }
}

async function requirePage(url: URL): Promise<void> {
  const answer = await fetch(url);
  const page = await answer.text();
  if (!answer.ok || !page.includes("<html"))
    throw new BackupRefused(`${url.pathname} answered ${answer.status} without a page`);
}
