import { copyFileSync, existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { evidenceFileName, evidenceScript } from "@ornament/contracts/domain/evidence";
import type { Environment } from "@ornament/platform/config/read-config";
import type { OpenLog } from "@ornament/platform/running-product/opened-log";
import { fileOutput } from "../cli/output.ts";
import { NothingFound } from "../evidence/evidence.ts";
import { auditFolderOf } from "../log-proof/audit-folder-setting.ts";
import { caseEvidence } from "./case-entries.ts";
import { withAuditedLog } from "./opened-log.ts";
import { subjectOf, type ThingKind } from "./things.ts";

interface EvidenceOptions {
  out?: string;
  personalData: boolean;
}

/**
 * Writes the evidence file for one thing, and the script that verifies it next to it. Returns `false` if no event
 * is about the thing; nothing is written then.
 */
export async function writeEvidence(
  open: OpenLog,
  environment: Environment,
  { kind, id }: { kind: ThingKind; id: string },
  { out, personalData }: EvidenceOptions,
): Promise<boolean> {
  // Before the log is opened: a running product adds to the log first.
  const kept = auditFolderOf(environment).checkpoint();
  const written = withAuditedLog(open, environment, async ({ store, masterKey, place }) => {
    await store.requireMacs({ record: false });
    const subject = await subjectOf(store, kind, id);
    const now = () => new Date();
    const progress = fractions(process.stderr);
    const { file, events } = await caseEvidence({
      store,
      masterKey,
      subject,
      withPersonalData: personalData,
      kept,
      now,
      onProgress: async (fraction) => progress.show(fraction),
    }).finally(() => progress.end());
    const path = out ?? evidenceFileName(subject, now());
    const output = fileOutput(path);
    try {
      await output.write(file);
      await output.finish();
    } catch (error) {
      output.discard();
      throw error;
    }
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

/** The script next to the built program, or that of the sources. */
function scriptFile(): string {
  const places = ["./", "../", "../../../web/public/"];
  const found = places
    .map((place) => fileURLToPath(new URL(`${place}${evidenceScript}`, import.meta.url)))
    .find((file) => existsSync(file));
  if (!found) throw new Error(`${evidenceScript} is missing; build the product again`);
  return found;
}

const onTerminalMilliseconds = 200;
const elsewhereMilliseconds = 10_000;

/** Tells the read part: on a terminal in one line, elsewhere a line every ten seconds. */
function fractions(screen: { readonly isTTY?: boolean; write(text: string): unknown }) {
  const interval = screen.isTTY ? onTerminalMilliseconds : elsewhereMilliseconds;
  let shownAt = performance.now();
  return {
    show(fraction: number) {
      if (performance.now() - shownAt < interval) return;
      shownAt = performance.now();
      const text = `Reading events: ${Math.floor(fraction * 100)} %`;
      screen.write(screen.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
    },
    end: () => void (screen.isTTY && screen.write("\r\u001b[K")),
  };
}
