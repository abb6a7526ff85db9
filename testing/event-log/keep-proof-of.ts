import { isLasting } from "@ornament/contracts/events/streams";
import type { EventBytes } from "@ornament/platform/eventstore/log-client";
import { AuditFolder } from "@ornament/platform/log-proof/audit-folder";
import { checkpointSigner, originOf, signedCheckpoint } from "@ornament/platform/log-proof/checkpoint";
import { leafHashOf, MerkleTree } from "@ornament/platform/log-proof/merkle";
import { encodeKey } from "@ornament/platform/log-proof/signed-note";
import type { ServerKey } from "@ornament/platform/tokens/keyed-hash";

/** The files of AUDIT_DIR after the events: all leaves, and a signed checkpoint after each `every` of them. */
export async function keepProofOf(
  folder: string,
  events: readonly EventBytes[],
  masterKey: ServerKey,
  every = 20,
): Promise<AuditFolder> {
  const lasting = events.filter(({ stream }) => isLasting(stream));
  const leaves = Buffer.concat(lasting.map(leafHashOf));
  const tree = new MerkleTree(leaves);
  const signer = checkpointSigner(masterKey, originOf(lasting[0]?.id ?? ""));
  const kept = new AuditFolder(folder);
  kept.writeLeaves(0, leaves);
  const sizes = lasting
    .map((_, index) => index + 1)
    .filter((size) => size % every === 0 || size === lasting.length);
  for (const size of sizes) {
    const at = new Date(lasting[size - 1]?.created ?? 0);
    await kept.keepCheckpoint(
      signedCheckpoint(signer, { size, root: tree.root(size), at }),
      at,
      encodeKey(signer.key),
    );
  }
  return kept;
}
