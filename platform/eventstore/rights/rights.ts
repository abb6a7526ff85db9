import { within } from "../../deadline/deadline.ts";
import { impossibleRevision, readLast, trialAppend } from "../calls/store-circuits.ts";
import type { ShownStore } from "../connection/explain-failure.ts";
import { LogAccessDenied, type LogClient } from "../log-client.ts";

/** A stream that is never written. */
const triedStream = "rights";
const patienceMilliseconds = 2_000;

/** The rights with their names for people, which have the abbreviations of access control lists, and a try. */
const tries = {
  readAll: { name: "read $all (right $r on $all)", use: readLast },
  read: {
    name: "read streams (right $r)",
    use: (client: LogClient) =>
      client.readStream(triedStream, { backwards: true, maxCount: 1 }, patienceMilliseconds),
  },
  append: {
    name: "append to streams (right $w)",
    use: (client: LogClient) => trialAppend(client, triedStream, patienceMilliseconds),
  },
  delete: {
    name: "delete streams (right $d)",
    use: (client: LogClient) => client.deleteStream(triedStream, impossibleRevision),
  },
  metadata: {
    name: "write the metadata of streams (right $mw)",
    use: (client: LogClient) => trialAppend(client, `$$${triedStream}`, patienceMilliseconds),
  },
};

export type Right = keyof typeof tries;

/** The rights that the product needs. All its programs share a store account. */
export const allRights = Object.keys(tries) as readonly Right[];

/**
 * Tries the rights without writing. Throws `LogAccessDenied` if the store account itself is refused. A right
 * without an answer counts as given.
 */
export async function missingRights(client: LogClient, rights: readonly Right[]): Promise<Right[]> {
  const tried = await Promise.all(rights.map((right) => isRefused(client, right)));
  return rights.filter((_, place) => tried[place]);
}

async function isRefused(client: LogClient, right: Right): Promise<boolean> {
  try {
    await within<unknown>(patienceMilliseconds, tries[right].use(client));
  } catch (error) {
    // The store checks the right before the revision of the stream.
    if (!(error instanceof LogAccessDenied)) return false;
    if (error.isSignIn) throw error;
    return true;
  }
  return false;
}

/** The operator's message about all rights that the store account lacks. */
export function missingRightsText({ address, account }: ShownStore, rights: readonly Right[]): string {
  const who =
    account === undefined
      ? `EVENTSTORE_URL names no account, and the event store (${address}) does not allow this without one:`
      : `The account "${account}" at the event store (${address}) may not`;
  const list = rights.map((right) => tries[right].name).join(", ");
  return `${who} ${list}. See "The account at EventStoreDB" in docs/operations.md.`;
}
