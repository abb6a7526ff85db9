import { shownAddress } from "../../logging/shown-address.ts";
import { readStoreAddress } from "../connection/address.ts";
import { explainFailure } from "../connection/explain-failure.ts";
import { type CancelableRead, LogAccessDenied, type LogClient, type LogSubscription } from "../log-client.ts";
import { missingRights, type Right, tryRights } from "./rights.ts";

const reportAgainMilliseconds = 60_000;

interface Reporter {
  error(fields: Record<string, unknown>, message: string): void;
}

export interface RightsReport {
  /** The log client whose refusals are reported. */
  readonly client: LogClient;
  /** The rights that are refused now, in one line. Asks the store again only if something was refused before. */
  refused(): Promise<string | undefined>;
}

/** Reports rights that the account loses while the program runs, in one line and at most once a minute. */
export function reportRefusedRights(
  client: LogClient,
  connectionString: string,
  reporter: Reporter,
): RightsReport {
  const shown = { ...readStoreAddress(connectionString), address: shownAddress(connectionString) };
  const noted = new Set<Right>();
  let reportedAt = Number.NEGATIVE_INFINITY;

  const lineOf = (error: LogAccessDenied, rights: readonly Right[], stream?: string) =>
    error.isSignIn ? explainFailure(error, shown).text : missingRights(shown, rights, stream);
  const note = (error: unknown, right: Right, stream?: string) => {
    if (!(error instanceof LogAccessDenied)) return;
    noted.add(right);
    if (performance.now() - reportedAt < reportAgainMilliseconds) return;
    reportedAt = performance.now();
    reporter.error({ address: shown.address }, lineOf(error, [right], stream));
  };
  const watched = async <T>(right: Right, stream: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      note(error, right, stream);
      throw error;
    }
  };
  return {
    client: {
      append: (stream, expected, events, milliseconds) =>
        watched("append", stream, () => client.append(stream, expected, events, milliseconds)),
      readStream: (stream, options) =>
        watchedRead(client.readStream(stream, options), (error) => note(error, "read", stream)),
      readAll: (options) => watchedRead(client.readAll(options), (error) => note(error, "readAll")),
      subscribe: (from, filter) =>
        watchedSubscription(client.subscribe(from, filter), (error) => note(error, "readAll")),
      deleteStream: (stream, expected) =>
        watched("delete", stream, () => client.deleteStream(stream, expected)),
      tombstoneStream: (stream) => watched("delete", stream, () => client.tombstoneStream(stream)),
      setStreamMetadata: (stream, metadata) =>
        watched("metadata", stream, () => client.setStreamMetadata(stream, metadata)),
      close: () => client.close(),
    },
    async refused() {
      if (noted.size === 0) return undefined;
      try {
        const { missing } = await tryRights(client, [...noted]);
        noted.clear();
        for (const right of missing) noted.add(right);
        return missing.length === 0 ? undefined : missingRights(shown, missing);
      } catch (error) {
        return error instanceof LogAccessDenied ? lineOf(error, [...noted]) : undefined;
      }
    },
  };
}

function watchedRead(read: CancelableRead, note: (error: unknown) => void): CancelableRead {
  const { all } = read;
  const noted = (error: unknown): never => {
    note(error);
    throw error;
  };
  return {
    cancel: () => read.cancel(),
    ...(all && { all: () => all().catch(noted) }),
    async *[Symbol.asyncIterator]() {
      try {
        yield* read;
      } catch (error) {
        noted(error);
      }
    },
  };
}

const watchedSubscription = (
  subscription: LogSubscription,
  note: (error: unknown) => void,
): LogSubscription => ({
  async take(max) {
    try {
      return await subscription.take(max);
    } catch (error) {
      note(error);
      throw error;
    }
  },
  ended: subscription.ended,
  stop: () => subscription.stop(),
});
