import { copyFileSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { evidenceFileName, evidenceScript } from "@ornament/contracts/evidence/selection";
import type { Environment } from "@ornament/platform/config/read-config";
import type { OpenLog } from "@ornament/platform/running-product/opened-log";
import { caseEvidence, NothingFound } from "@ornament/projector/evidence/evidence";
import { auditFolderOf } from "@ornament/projector/log-proof/audit-folder-setting";
import { fileOutput, whole } from "../projections/output.ts";
import { showProgress, withAuditedLog } from "./run-audit.ts";
import { subjectOf, type ThingKind } from "./things.ts";

/** Writes the evidence file for one thing and the script that verifies it; `false`, and nothing, without an event. */
export async function writeEvidence(
  open: OpenLog,
  environment: Environment,
  { kind, id }: { kind: ThingKind; id: string },
  { out, personalData }: { out?: string; personalData: boolean },
): Promise<boolean> {
  // Before the log is opened: a running product adds to the log first.
  const kept = auditFolderOf(environment).checkpoint();
  const written = withAuditedLog(open, environment, async ({ store, masterKey, place }) => {
    await store.requireMacs({ record: false });
    const subject = await subjectOf(store, kind, id);
    const now = () => new Date();
    const progress = showProgress();
    const { file, events } = await caseEvidence({
      store,
      masterKey,
      subject,
      withPersonalData: personalData,
      kept,
      now,
      onProgress: async (part) => progress.read(part),
    }).finally(() => progress.end());
    const path = out ?? evidenceFileName(subject, now());
    await whole(fileOutput(path), (output) => output.write(file));
    const script = join(dirname(path), evidenceScript);
    copyFileSync(scriptFile(), script);
    console.error(
      `${place}: ${path} has ${events} ${events === 1 ? "event" : "events"}. Verify it with: node ${script} ${path}`,
    );
    return true;
  });
  return written.catch((error: unknown) => {
    if (error instanceof NothingFound) return false;
    throw error;
  });
}

function scriptFile(): string {
  const places = ["./", "../", "../../../web/public/"];
  const found = places
    .map((place) => fileURLToPath(new URL(`${place}${evidenceScript}`, import.meta.url)))
    .find((file) => existsSync(file));
  if (!found) throw new Error(`${evidenceScript} is missing; build the product again`);
  return found;
}
