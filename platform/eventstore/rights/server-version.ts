import type { EventStoreDBClient } from "@eventstore/db-client";
import serverFeatures from "@eventstore/db-client/generated/serverfeatures_grpc_pb.js";
import shared from "@eventstore/db-client/generated/shared_pb.js";
import { status } from "@grpc/grpc-js";

/** The oldest supported version: the first one whose subscriptions report that they have caught up. */
export const oldestVersion = "23.10";

/**
 * The server's version, read over the client's connection; `undefined` if the server does not support this
 * call. The client's `capabilities` are not used, because they keep a failure for good.
 */
export async function askVersion(
  client: EventStoreDBClient,
  milliseconds: number,
): Promise<string | undefined> {
  const deadline = new Date(Date.now() + milliseconds);
  // biome-ignore lint/complexity/useLiteralKeys: a protected member can only be reached by its key
  return client["execute"](
    serverFeatures.ServerFeaturesClient,
    "getSupportedMethods",
    (connection: serverFeatures.ServerFeaturesClient) =>
      new Promise<string | undefined>((resolve, reject) => {
        // biome-ignore lint/complexity/useLiteralKeys: as above
        const [metadata, options] = client["callArguments"]({}, { deadline });
        connection.getSupportedMethods(new shared.Empty(), metadata, options, (error, methods) => {
          if (!error) resolve(methods.getEventStoreServerVersion());
          // Another HTTP server answers with an HTTP status.
          else if (error.code === status.UNIMPLEMENTED && !/HTTP status/.test(error.message))
            resolve(undefined);
          else reject(error);
        });
      }),
  );
}

/** Whether a version such as "24.10.5" is new enough. A local build of the server has the version 0.0.0. */
export function judgeVersion(version: string | undefined): "good" | "old" | "unknown" {
  const numbers = /^(\d+)\.(\d+)/.exec(version ?? "");
  if (!numbers) return "unknown";
  const [year, month] = [Number(numbers[1]), Number(numbers[2])];
  if (year === 0) return "unknown";
  return year > 23 || (year === 23 && month >= 10) ? "good" : "old";
}
