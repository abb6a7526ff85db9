import { existsSync, readFileSync } from "node:fs";
import { partRead } from "@ornament/contracts/read-models/projection-status";
import { ConfigError, type Environment, readConfig } from "@ornament/platform/config/read-config";
import { acceptUnsignedSetting } from "@ornament/platform/eventstore/authenticity/authenticity";
import { checkpointsIn } from "@ornament/platform/log-proof/checkpoint";
import { decodeKey, type NoteKey } from "@ornament/platform/log-proof/signed-note";
import type { OpenLog } from "@ornament/platform/running-product/opened-log";
import { auditFolderOf } from "@ornament/projector/log-proof/audit-folder-setting";
import { z } from "zod";
import { macEventsOf } from "../log-check/authorship.ts";
import { keptProof, keysOf, readFolder } from "../log-check/kept-proof.ts";
import { verifyLog } from "../log-check/log-check.ts";
import { isAsWritten, shownReport } from "../log-check/shown-report.ts";
import { showProgress } from "./run-audit.ts";

export interface VerifyOptions {
  readonly checkpoint: readonly string[];
  readonly key?: string;
  readonly auditDir?: string;
  readonly json?: true;
}

const settings = z.object({ ACCEPT_UNSIGNED_UNTIL: acceptUnsignedSetting.optional() });

/** Verifies the event store of the environment. Returns the answer, and whether it is as it was written. */
export async function verify(
  open: OpenLog,
  environment: Environment,
  { checkpoint: files, key, auditDir, json }: VerifyOptions,
): Promise<{ readonly text: string; readonly asWritten: boolean }> {
  const { ACCEPT_UNSIGNED_UNTIL } = readConfig(settings, environment);
  const folder = auditFolderOf(environment, auditDir);
  const given = files.map((file) => ({ notes: checkpointsOf(file), from: file }));
  const givenKey = key === undefined ? undefined : keyOf(key);
  // Before the log is opened: a running product adds to the log first.
  const kept = readFolder(folder);
  const { store, ...log } = await open(environment, { checksFile: true });
  const events = () => store.readBytes();
  try {
    const macEvents = await macEventsOf(events, log.masterKey);
    const proof = keptProof(kept, given, keysOf(log.masterKey, givenKey, macEvents));
    const head = await store.head();
    const progress = showProgress();
    const report = await verifyLog({
      events,
      macEvents,
      proof,
      masterKey: log.masterKey,
      acceptUnsignedUntil: ACCEPT_UNSIGNED_UNTIL,
      now: log.isServed ? new Date() : undefined,
      onEvent: ({ position }) => progress.read(partRead(position.commit, head?.commit), 1),
    });
    console.error(`${log.place}: ${progress.end()}.`);
    const circumstances = {
      place: log.place,
      folder: folder.path,
      isServed: log.isServed,
      givenCheckpoints: given.length,
      hasGivenKey: givenKey !== undefined,
    };
    const asWritten = isAsWritten(report);
    if (!json) return { text: shownReport(report, proof, circumstances), asWritten };
    const positionsAsText = (_name: string, value: unknown) =>
      typeof value === "bigint" ? String(value) : value;
    return { text: `${JSON.stringify({ asWritten, ...report }, positionsAsText)}\n`, asWritten };
  } finally {
    await log.close();
  }
}

function checkpointsOf(file: string): string[] {
  const notes = checkpointsIn(textOf(file));
  if (notes.length === 0) throw new ConfigError(`${file} has no signed checkpoint`);
  return notes;
}

function keyOf(textOrFile: string): NoteKey {
  const found = decodeKey(textOrFile) ?? (existsSync(textOrFile) ? decodeKey(textOf(textOrFile)) : undefined);
  if (!found) throw new ConfigError(`${textOrFile} is neither a public key of a log nor a file with one`);
  return found;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new ConfigError(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
