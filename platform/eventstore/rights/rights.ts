import { impossibleRevision, readLast, trialAppend } from "../calls/store-circuits.ts";
import { within } from "../calls/waiting.ts";
import type { ShownStore } from "../connection/explain-failure.ts";
import { LogAccessDenied, type LogClient } from "../log-client.ts";

/** The rights of a store account. `metadata`: to write the metadata of a stream. */
export type Right = "readAll" | "read" | "append" | "delete" | "metadata";

/** The rights that the product needs. All its programs share a store account. */
export const allRights: readonly Right[] = ["readAll", "read", "append", "delete", "metadata"];

/** The names of the rights for people, with the abbreviations of access control lists. */
const names: Readonly<Record<Right, string>> = {
  readAll: "read $all (right $r on $all)",
  read: "read streams (right $r)",
  append: "append to streams (right $w)",
  delete: "delete streams (right $d)",
  metadata: "write the metadata of streams (right $mw)",
};

/** A stream that is never written. */
const triedStream = "rights";
const patienceMilliseconds = 2_000;

/**
 * The rights that the store account lacks. Tries them without writing. Throws `LogAccessDenied` if the store account
 * itself is refused. A right without an answer counts as given.
 */
export async function missingRights(client: LogClient, rights: readonly Right[]): Promise<Right[]> {
  const tried = await Promise.all(rights.map((right) => isRefused(client, right)));
  return rights.filter((_, place) => tried[place]);
}

async function isRefused(client: LogClient, right: Right): Promise<boolean> {
  try {
    await within(patienceMilliseconds, use(client, right));
  } catch (error) {
    // The store checks the right before the revision of the stream.
    if (!(error instanceof LogAccessDenied)) return false;
    if (error.isSignIn) throw error;
    return true;
  }
  return false;
}

function use(client: LogClient, right: Right): Promise<unknown> {
  switch (right) {
    case "readAll":
      return readLast(client);
    case "read":
      return client.readStream(triedStream, { backwards: true, maxCount: 1 }, patienceMilliseconds);
    case "append":
      return trialAppend(client, triedStream, patienceMilliseconds);
    case "delete":
      return client.deleteStream(triedStream, impossibleRevision);
    case "metadata":
      return trialAppend(client, `$$${triedStream}`, patienceMilliseconds);
    default:
      return right satisfies never;
  }
}

/** Describes missing rights in one line. */
export function missingRightsText({ address, account }: ShownStore, rights: readonly Right[]): string {
  const who =
    account === undefined
      ? `EVENTSTORE_URL names no account, and the event store (${address}) does not allow this without one:`
      : `The account "${account}" at the event store (${address}) may not`;
  const list = rights.map((right) => names[right]).join(", ");
  return `${who} ${list}. See "The account at EventStoreDB" in docs/operations.md.`;
}
