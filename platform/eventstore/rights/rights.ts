import { LogAccessDenied, type LogClient, StreamMissing, WrongRevision } from "../log-client.ts";
import { impossibleRevision, trialAppend } from "../outages/trial-append.ts";
import { within } from "../outages/waiting.ts";

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

export interface TriedRights {
  readonly missing: readonly Right[];
  /** The answer of the store did not show whether the store account has these rights. */
  readonly untried: readonly Right[];
}

/** Tries rights without writing. Throws `LogAccessDenied` if the store account itself is refused. */
export async function tryRights(client: LogClient, rights: readonly Right[]): Promise<TriedRights> {
  const tried = await Promise.all(
    rights.map(async (right) => ({ right, answer: await tryRight(client, right) })),
  );
  const which = (wanted: Answer) => tried.filter(({ answer }) => answer === wanted).map(({ right }) => right);
  return { missing: which("refused"), untried: which("unknown") };
}

type Answer = "granted" | "refused" | "unknown";

async function tryRight(client: LogClient, right: Right): Promise<Answer> {
  try {
    await within(patienceMilliseconds, use(client, right));
    return "granted";
  } catch (error) {
    if (error instanceof LogAccessDenied) {
      if (error.isSignIn) throw error;
      return "refused";
    }
    // The store checks the right before the revision of the stream.
    return error instanceof WrongRevision || error instanceof StreamMissing ? "granted" : "unknown";
  }
}

function use(client: LogClient, right: Right): Promise<void> {
  switch (right) {
    case "readAll":
      return readOne(client.readAll({ from: "end", backwards: true, maxCount: 1 }));
    case "read":
      return readOne(client.readStream(triedStream, { backwards: true, maxCount: 1 }));
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

async function readOne(read: ReturnType<LogClient["readAll"]>): Promise<void> {
  for await (const _event of read) read.cancel();
}

/** The parts of the store account and the store that may be shown. */
export interface ShownAccount {
  /** The store's URL without name and password. */
  readonly address: string;
  readonly account: string | undefined;
}

const whatToDo = 'See "The account at EventStoreDB" in docs/operations.md.';

/** Describes missing rights in one line. @param stream the stream at which a right was refused, if known */
export function missingRights(
  { address, account }: ShownAccount,
  rights: readonly Right[],
  stream?: string,
): string {
  const list = rights.map((right) => names[right]).join(", ");
  const where = stream === undefined || rights[0] === "readAll" ? "" : `, seen at the stream ${stream}`;
  const who =
    account === undefined
      ? `EVENTSTORE_URL names no account, and the event store (${address}) does not allow this without one`
      : `The account "${account}" at the event store (${address}) may not`;
  return `${who}${account === undefined ? ":" : ""} ${list}${where}. ${whatToDo}`;
}

/** Describes rights that could not be tried, in one line. */
export const untriedRights = ({ address }: ShownAccount, rights: readonly Right[]) =>
  `The event store at ${address} did not show whether the account may ${rights.map((right) => names[right]).join(", ")}`;
