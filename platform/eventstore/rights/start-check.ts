import { connect } from "node:tls";
import type { EventStoreDBClient } from "@eventstore/db-client";
import { ConfigError } from "../../config/read-config.ts";
import { UnavailableError } from "../../deadline/unavailable-error.ts";
import { readShownAddress } from "../connection/address.ts";
import {
  ExplainedFailure,
  type Explanation,
  explainFailure,
  speaksTlsOnly,
} from "../connection/explain-failure.ts";
import { shareClient } from "../connection/shared-client.ts";
import { connectLog } from "../grpc/grpc-log-client.ts";
import { LogAccessDenied } from "../log-client.ts";
import { within } from "../outages/waiting.ts";
import { missingRights, type Right, tryRights, untriedRights } from "./rights.ts";
import { askVersion, judgeVersion, oldestVersion } from "./server-version.ts";

export interface StartCheck {
  readonly connectionString: string;
  /** The rights that the program needs. */
  readonly rights: readonly Right[];
  readonly logger: { warn(fields: Record<string, unknown>, message: string): void };
}

const patienceMilliseconds = 4_000;
const askMilliseconds = 1_000;

/**
 * Checks that the event store answers, is new enough, and gives the store account all rights. Writes nothing.
 * Throws `ConfigError` for a problem that needs the operator, and `UnavailableError` within about 5 seconds
 * for a problem that may pass; its cause describes the problem in one line.
 */
export async function checkEventStore(check: StartCheck): Promise<void> {
  const { connectionString } = check;
  const { client, release } = shareClient(connectionString);
  const log = connectLog(connectionString);
  const shown = readShownAddress(connectionString);
  try {
    const version = await versionOf(client, connectionString, shown);
    judge(check, shown.address, version);
    const { missing, untried } = await tryRights(log, check.rights);
    if (missing.length > 0) throw new ConfigError(missingRights(shown, missing));
    if (untried.length > 0) check.logger.warn({}, untriedRights(shown, untried));
  } catch (error) {
    if (error instanceof LogAccessDenied) throw asError(explainFailure(error, shown));
    throw error;
  } finally {
    await Promise.all([log.close(), release()]);
  }
}

function judge({ logger }: StartCheck, address: string, version: string | undefined): void {
  switch (judgeVersion(version)) {
    case "good":
      return;
    case "old":
      throw new ConfigError(
        `The event store at ${address} is EventStoreDB ${version}; version ${oldestVersion} or later is needed.`,
      );
    case "unknown":
      logger.warn(
        { address },
        `The event store does not report its version; EventStoreDB ${oldestVersion} or later is needed`,
      );
  }
}

type Shown = ReturnType<typeof readShownAddress>;

async function versionOf(client: EventStoreDBClient, connectionString: string, shown: Shown) {
  try {
    return await within(patienceMilliseconds, askVersion(client, patienceMilliseconds));
  } catch (error) {
    throw await explained(error, connectionString, shown);
  }
}

/** Finds the details that the client's error lacks, of a cluster and of a server that uses TLS. */
async function explained(error: unknown, connectionString: string, shown: Shown): Promise<Error> {
  const found = shown.discovers ? await nodesFailure(connectionString, shown) : error;
  const explanation = explainFailure(found ?? error, shown);
  const plain = !shown.tls && !explanation.isFinal && (await someNodeUsesTls(shown));
  return asError(plain ? speaksTlsOnly(shown) : explanation);
}

const asError = (explanation: Explanation) =>
  explanation.isFinal
    ? new ConfigError(explanation.text)
    : new UnavailableError(new ExplainedFailure(explanation));

/** The failure of a node when each is asked separately; `undefined` if a node answers correctly. */
async function nodesFailure(connectionString: string, { hosts }: Shown): Promise<unknown> {
  const outcomes = await Promise.allSettled(
    hosts.map(async ({ host, port }) => {
      const { client, release } = shareClient(alone(connectionString, `${host}:${port}`));
      try {
        await within(askMilliseconds, askVersion(client, askMilliseconds));
      } finally {
        await release();
        // biome-ignore lint/complexity/useLiteralKeys: a private member can only be reached by its key
        const channel = await client["getChannel"]();
        // The client leaves its connection open, and this check is repeated.
        channel.close();
      }
    }),
  );
  if (outcomes.some(({ status }) => status === "fulfilled")) return undefined;
  return outcomes.find((outcome) => outcome.status === "rejected")?.reason;
}

/** The URL of one node, with the store account and the options of all nodes. */
const alone = (connectionString: string, host: string) =>
  connectionString.trim().replace(/^[^:]+:\/\/([^@]*@)?[^?/]*/, `esdb://$1${host}`);

async function someNodeUsesTls({ hosts }: Shown): Promise<boolean> {
  const answers = await Promise.all(hosts.map(({ host, port }) => usesTls(host, port)));
  return answers.includes(true);
}

function usesTls(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    // Nothing is sent after the handshake, so the certificate need not be trusted.
    const socket = connect({ host, port, rejectUnauthorized: false, ALPNProtocols: ["h2"] });
    const end = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.once("secureConnect", () => end(true)).once("error", () => end(false));
    socket.setTimeout(askMilliseconds, () => end(false));
  });
}
