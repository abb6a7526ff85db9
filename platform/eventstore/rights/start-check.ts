import { connect } from "node:tls";
import type { EventStoreDBClient } from "@eventstore/db-client";
import { ConfigError } from "../../config/read-config.ts";
import { shownAddress } from "../../logging/shown-address.ts";
import { readStoreAddress, type StoreAddress } from "../connection/address.ts";
import {
  ExplainedFailure,
  type Explanation,
  explainFailure,
  speaksTlsOnly,
} from "../connection/explain-failure.ts";
import { shareClient } from "../connection/shared-client.ts";
import { UnavailableError } from "../event-store.ts";
import { connectLog } from "../grpc/grpc-log-client.ts";
import { LogAccessDenied } from "../log-client.ts";
import { within } from "../outages/waiting.ts";
import { missingRights, type Right, tryRights, untriedRights } from "./rights.ts";
import { askVersion, judgeVersion, oldestVersion } from "./server-version.ts";

export interface StartCheck {
  readonly connectionString: string;
  /** What the program needs of the account. */
  readonly rights: readonly Right[];
  readonly logger: { warn(fields: Record<string, unknown>, message: string): void };
}

const patienceMilliseconds = 4_000;
const lookMilliseconds = 1_000;

/**
 * Whether the event store can be worked with: it answers, is new enough, and its account has all rights. Writes nothing.
 * Throws `ConfigError` for what only a person can mend, and `UnavailableError`, whose cause says in one line what is wrong,
 * within about 5 seconds for what may pass.
 */
export async function checkEventStore(check: StartCheck): Promise<void> {
  const { connectionString } = check;
  const { client, release } = shareClient(connectionString);
  const log = connectLog(connectionString);
  const address = readStoreAddress(connectionString);
  const shown = { ...address, address: shownAddress(connectionString) };
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
        `The event store does not tell its version; EventStoreDB ${oldestVersion} or later is needed`,
      );
  }
}

type Shown = StoreAddress & { readonly address: string };

async function versionOf(client: EventStoreDBClient, connectionString: string, shown: Shown) {
  try {
    return await within(patienceMilliseconds, askVersion(client, patienceMilliseconds));
  } catch (error) {
    throw await explained(error, connectionString, shown);
  }
}

/** The client says no more of a cluster than that it was not found, and nothing of a server that wants TLS. */
async function explained(error: unknown, connectionString: string, shown: Shown): Promise<Error> {
  const found = shown.discovers ? await nodesFailure(connectionString, shown) : error;
  const explanation = explainFailure(found ?? error, shown);
  const plain = !shown.tls && !explanation.isFinal && (await someSpeakTls(shown));
  return asError(plain ? speaksTlsOnly(shown) : explanation);
}

const asError = (explanation: Explanation) =>
  explanation.isFinal
    ? new ConfigError(explanation.text)
    : new UnavailableError(new ExplainedFailure(explanation));

/** What the nodes answer when each is asked alone; `undefined` where one of them answers as it should. */
async function nodesFailure(connectionString: string, { hosts }: Shown): Promise<unknown> {
  const outcomes = await Promise.allSettled(
    hosts.map(async ({ host, port }) => {
      const { client, release } = shareClient(alone(connectionString, `${host}:${port}`));
      try {
        await within(lookMilliseconds, askVersion(client, lookMilliseconds));
      } finally {
        await release();
        // biome-ignore lint/complexity/useLiteralKeys: what is private can be reached by its key alone
        const channel = await client["getChannel"]();
        // The client leaves its connection open, and this is done again and again.
        channel.close();
      }
    }),
  );
  if (outcomes.some(({ status }) => status === "fulfilled")) return undefined;
  return outcomes.find((outcome) => outcome.status === "rejected")?.reason;
}

/** The address of one node, with the account and the options of all. */
const alone = (connectionString: string, host: string) =>
  connectionString.trim().replace(/^[^:]+:\/\/([^@]*@)?[^?/]*/, `esdb://$1${host}`);

async function someSpeakTls({ hosts }: Shown): Promise<boolean> {
  const answers = await Promise.all(hosts.map(({ host, port }) => speaksTls(host, port)));
  return answers.includes(true);
}

function speaksTls(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    // Nothing is sent to it: it is only asked whether it speaks TLS.
    const socket = connect({ host, port, rejectUnauthorized: false, ALPNProtocols: ["h2"] });
    const end = (speaks: boolean) => {
      socket.destroy();
      resolve(speaks);
    };
    socket.once("secureConnect", () => end(true)).once("error", () => end(false));
    socket.setTimeout(lookMilliseconds, () => end(false));
  });
}
