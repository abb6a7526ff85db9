import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { EventStoreDBClient } from "@eventstore/db-client";
import type { RunFile } from "@ornament/embedded/launch/data-directory";
import { clientFor } from "@ornament/platform/eventstore/connection/address";
import type { ProductStores } from "../stores/product-stores.ts";

/** A started product's data directory, and the given stores that it uses. */
export interface StartedProduct {
  readonly dataDir: string;
  readonly stores?: ProductStores;
}

/** The URLs that a running product has written to its `run.json`, without the URLs of given stores. */
const runFile = (dataDir: string): RunFile => JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8"));

/** The URL of a running product. */
export const productUrl = (dataDir: string): string => runFile(dataDir).url;

/** The link to a running product's mailbox, if the mailbox is open to any caller. */
export const mailboxLink = ({ dataDir }: StartedProduct): string | undefined => runFile(dataDir).mailbox;

/** The connection string of a running product's event store. */
export function eventStoreUrl({ dataDir, stores }: StartedProduct): string {
  const address =
    stores?.eventStore?.connectionString ?? runFile(dataDir).eventstoreUrl ?? process.env.EVENTSTORE_URL;
  if (!address)
    throw new Error("Neither the product's run.json nor EVENTSTORE_URL has the event store's address");
  return address;
}

/** The official client of a running product's event store. */
export const eventStoreClient = (product: StartedProduct): EventStoreDBClient =>
  clientFor(eventStoreUrl(product)).client;

/** The connection string of a running product's document store. */
export const mongodbUrl = ({ dataDir }: StartedProduct): string =>
  runFile(dataDir).mongodbUrl ?? process.env.MONGODB_URL ?? "";

/** The settings of another process of a running product: its secrets and the URLs of its stores. */
export const settingsOf = (product: StartedProduct): Record<string, string> => ({
  ...secretsOnDisk(product),
  EVENTSTORE_URL: eventStoreUrl(product),
  MONGODB_URL: mongodbUrl(product),
  ...product.stores?.environment,
});

/** The product's secrets by environment variable, read from its data directory. */
export const secretsOnDisk = ({ dataDir }: StartedProduct): Record<string, string> =>
  JSON.parse(readFileSync(join(dataDir, "secrets.json"), "utf8"));
