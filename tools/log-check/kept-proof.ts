import { macKeyOf } from "@ornament/platform/eventstore/authenticity/event-macs";
import { formerPeriods } from "@ornament/platform/eventstore/authenticity/former-periods";
import type { RawEvent } from "@ornament/platform/eventstore/log-client";
import type { AuditFolder } from "@ornament/platform/log-proof/audit-folder";
import {
  type Checkpoint,
  openCheckpoint,
  parseCheckpoint,
  signerOfPeriod,
} from "@ornament/platform/log-proof/checkpoint";
import { GrowingTree, hashBytes } from "@ornament/platform/log-proof/merkle";
import { decodeKey, encodeKey, type NoteKey, signerOf } from "@ornament/platform/log-proof/signed-note";
import type { ServerKey } from "@ornament/platform/tokens/keyed-hash";
import { timeOf } from "./findings.ts";

export interface KeptProof {
  readonly leaves: Buffer;
  /** The signed checkpoints, the smallest first. */
  readonly checkpoints: readonly Checkpoint[];
  /** The problems of the folder or of a given checkpoint, which say nothing about the log. */
  readonly problems: readonly string[];
}

/** The keys whose signatures count, by the name of the log. */
export type KeysOf = (origin: string) => readonly NoteKey[];

/** The keys of the master key and the former ones. A kept key has to be one of them: otherwise only it counts. */
export const keysOf = (
  masterKey: ServerKey,
  kept: NoteKey | undefined,
  macEvents: readonly RawEvent[],
): KeysOf => {
  const macKey = macKeyOf(masterKey);
  const macKeys = [macKey, ...formerPeriods(macEvents, macKey).map((period) => period.macKey)];
  return (origin) => {
    const keys = macKeys.map((one) => signerOfPeriod(one, origin).key);
    return !kept || keys.some((key) => encodeKey(key) === encodeKey(kept)) ? keys : [kept];
  };
};

interface Source {
  readonly notes: readonly string[];
  readonly from: string;
}

/** The checkpoints are read before the leaves, and both before the log, so that a running product only adds. */
export function readFolder(
  folder: AuditFolder,
): Source & { readonly leaves: Buffer; readonly key?: string | undefined } {
  return { notes: folder.checkpoints(), from: folder.path, key: folder.key(), leaves: folder.leaves() };
}

export function keptProof(
  { leaves, key, ...folder }: ReturnType<typeof readFolder>,
  given: readonly Source[],
  keys: KeysOf,
): KeptProof {
  const found = [folder, ...given].flatMap(({ notes, from }) =>
    notes.map((note) => ({ note, from, opened: openedBy(note, keys) })),
  );
  const problems = found
    .filter(({ opened }) => !opened)
    .map(({ note, from }) => `${from}: the checkpoint of ${claimedTime(note)} is not signed by the key`);
  const checkpoints = found.flatMap(({ opened }) => opened ?? []).sort(bySize);
  const shown = key === undefined ? undefined : decodeKey(key);
  const right = shown && keys(shown.name).some((one) => encodeKey(one) === encodeKey(shown));
  if (key !== undefined && !right) problems.push(`${folder.from}: key.txt has another key`);
  const { trusted, problem } = trustedLeaves(leaves, checkpoints);
  if (problem !== undefined) problems.push(`${folder.from}: ${problem}`);
  return { leaves: trusted, checkpoints, problems };
}

const bySize = (a: Checkpoint, b: Checkpoint) => a.size - b.size || a.at.getTime() - b.at.getTime();

export const openedBy = (note: string, keys: KeysOf): Checkpoint | undefined =>
  keys(signerOf(note) ?? "")
    .map((key) => openCheckpoint(note, key))
    .find((opened) => opened !== undefined);

function claimedTime(note: string): string {
  const claimed = parseCheckpoint(note);
  return claimed ? timeOf(claimed.at.getTime()) : "an unknown time";
}

/** The leaves up to the last signed root that they lead to, and all of them if they lead to every root. */
function trustedLeaves(
  leaves: Buffer,
  checkpoints: readonly Checkpoint[],
): { trusted: Buffer; problem?: string } {
  if (leaves.length === 0) return { trusted: leaves };
  const tree = new GrowingTree();
  let right = 0;
  for (const { size, root, at } of checkpoints) {
    if (size * hashBytes > leaves.length) {
      const missing = size - leaves.length / hashBytes;
      return {
        trusted: leaves,
        problem: `leaves lacks ${missing} of the ${size} leaves of the checkpoint of ${timeOf(at.getTime())}`,
      };
    }
    while (tree.size < size) tree.add(leaves.subarray(tree.size * hashBytes, (tree.size + 1) * hashBytes));
    if (!tree.root().equals(root))
      return {
        trusted: leaves.subarray(0, right * hashBytes),
        problem: `leaves does not lead to the root that was signed at ${timeOf(at.getTime())}`,
      };
    right = size;
  }
  return { trusted: leaves };
}
