import { readShownAddress } from "../connection/address.ts";
import { explainFailure } from "../connection/explain-failure.ts";
import { type CancelableRead, LogAccessDenied, type LogClient, type LogSubscription } from "../log-client.ts";
import { missingRights, missingRightsText, type Right } from "./rights.ts";

const reportAgainMilliseconds = 60_000;

interface Reporter {
  error(fields: Record<string, unknown>, message: string): void;
}

export interface RightsReport {
  /** The log client whose refusals are reported. */
  readonly client: LogClient;
  /** The rights that are refused now, in one line. Asks the store again only after a refusal. */
  refused(): Promise<string | undefined>;
}

/**
 * Reports the rights that the store account loses while the program runs, in one line, at most once a minute.
 */
export function reportRefusedRights(
  client: LogClient,
  connectionString: string,
  reporter: Reporter,
): RightsReport {
  const shown = readShownAddress(connectionString);
  const noted = new Set<Right>();
  let reportedAt = Number.NEGATIVE_INFINITY;

  const lineOf = (error: LogAccessDenied, rights: readonly Right[]) =>
    error.isSignIn ? explainFailure(error, shown).text : missingRightsText(shown, rights);
  const noting =
    (right: Right) =>
    (error: unknown): never => {
      if (error instanceof LogAccessDenied) {
        noted.add(right);
        if (performance.now() - reportedAt >= reportAgainMilliseconds) {
          reportedAt = performance.now();
          reporter.error({ address: shown.address }, lineOf(error, [right]));
        }
      }
      throw error;
    };
  return {
    client: {
      append: (stream, ...rest) => client.append(stream, ...rest).catch(noting("append")),
      readStream: (stream, options) => watchedRead(client.readStream(stream, options), noting("read")),
      readAll: (options) => watchedRead(client.readAll(options), noting("readAll")),
      readBytes: (options) => watchedRead(client.readBytes(options), noting("readAll")),
      subscribe: (from, filter) => watchedSubscription(client.subscribe(from, filter), noting("readAll")),
      deleteStream: (stream, expected) => client.deleteStream(stream, expected).catch(noting("delete")),
      tombstoneStream: (stream) => client.tombstoneStream(stream).catch(noting("delete")),
      setStreamMetadata: (stream, metadata) =>
        client.setStreamMetadata(stream, metadata).catch(noting("metadata")),
      close: () => client.close(),
    },
    async refused() {
      if (noted.size === 0) return undefined;
      try {
        const missing = await missingRights(client, [...noted]);
        noted.clear();
        for (const right of missing) noted.add(right);
        return missing.length === 0 ? undefined : missingRightsText(shown, missing);
      } catch (error) {
        return error instanceof LogAccessDenied ? lineOf(error, [...noted]) : undefined;
      }
    },
  };
}

type Rethrow = (error: unknown) => never;

function watchedRead<E>(read: CancelableRead<E>, noted: Rethrow): CancelableRead<E> {
  const { all } = read;
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

const watchedSubscription = (read: LogSubscription, noted: Rethrow): LogSubscription => ({
  take: (max) => read.take(max).catch(noted),
  ended: read.ended,
  stop: () => read.stop(),
});
