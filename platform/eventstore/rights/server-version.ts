import type { EventStoreDBClient } from "@eventstore/db-client";
import serverFeatures from "@eventstore/db-client/generated/serverfeatures_grpc_pb.js";
import shared from "@eventstore/db-client/generated/shared_pb.js";
import { status } from "@grpc/grpc-js";

/** Since then a subscription says that it has caught up, which the product waits for. */
export const oldestVersion = "23.10";

/**
 * Asks which version the server is, over the client's connection; `undefined` where the server does not know the question.
 * Not by the client's own `capabilities`, which keep a failure for good.
 */
export async function askVersion(
  client: EventStoreDBClient,
  milliseconds: number,
): Promise<string | undefined> {
  const deadline = new Date(Date.now() + milliseconds);
  // biome-ignore lint/complexity/useLiteralKeys: what is protected can be reached by its key alone
  return client["execute"](
    serverFeatures.ServerFeaturesClient,
    "getSupportedMethods",
    (connection: serverFeatures.ServerFeaturesClient) =>
      new Promise<string | undefined>((resolve, reject) => {
        // biome-ignore lint/complexity/useLiteralKeys: as above
        const [metadata, options] = client["callArguments"]({}, { deadline });
        connection.getSupportedMethods(new shared.Empty(), metadata, options, (error, methods) => {
          if (!error) resolve(methods.getEventStoreServerVersion());
          // A server that is none says so with a status of HTTP.
          else if (error.code === status.UNIMPLEMENTED && !/HTTP status/.test(error.message))
            resolve(undefined);
          else reject(error);
        });
      }),
  );
}

/** What a version such as "24.10.5" is worth. A build of one's own says 0.0.0. */
export function judgeVersion(version: string | undefined): "good" | "old" | "unknown" {
  const numbers = /^(\d+)\.(\d+)/.exec(version ?? "");
  if (!numbers) return "unknown";
  const [year, month] = [Number(numbers[1]), Number(numbers[2])];
  if (year === 0) return "unknown";
  return year > 23 || (year === 23 && month >= 10) ? "good" : "old";
}
