import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawSecrets, readSecrets } from "@ornament/platform/tokens/secrets";
import { ApiClient } from "@ornament/testing/calls/api-client";
import {
  newDataDir,
  type RunningProduct,
  removeDataDir,
  startProduct,
} from "@ornament/testing/product/running-product";
import { fillLog } from "../seed/fill-log.ts";
import type { SeedPeople } from "../seed/people.ts";
import { SignedIn } from "./signed-in.ts";

/** A start with over a million events takes minutes. */
export const startTimeoutMs = 1_800_000;

/** A running product whose event store was filled before its start. */
export interface BenchedProduct {
  readonly running: RunningProduct;
  readonly secrets: Readonly<Record<string, string>>;
  readonly people: SeedPeople;
  /** The number of events at the start. */
  readonly events: number;
  readonly api: ApiClient;
  /** The access token of the IT Admin. It is renewed before each row, because it is valid for 15 minutes. */
  admin: string;
}

/** Gives a new data directory its secrets, and fills its event store if there are people. */
export async function fillDataDir(dataDir: string, people: SeedPeople) {
  const secrets: Readonly<Record<string, string>> = drawSecrets();
  writeFileSync(join(dataDir, "secrets.json"), JSON.stringify(secrets), { mode: 0o600 });
  const isEmpty = people.codes.length + people.consumers.length === 0;
  const events = isEmpty ? 0 : await fillLog(dataDir, readSecrets(secrets, ["master", "address"]), people);
  return { secrets, events };
}

/**
 * Fills an event store in a separate data directory, starts the product on it, and removes both at the end.
 */
export async function withProduct(
  people: SeedPeople,
  use: (product: BenchedProduct) => Promise<void>,
): Promise<void> {
  const dataDir = newDataDir();
  let running: RunningProduct | undefined;
  try {
    const { secrets, events } = await fillDataDir(dataDir, people);
    running = await startProduct({
      dataDir,
      environment: { REQUEST_DEADLINE_SECONDS: "5" },
      ownStores: true,
      startTimeoutMs,
    });
    if (events > 0)
      console.log(
        `The product was ready ${(running.startedIn / 1_000).toFixed(0)} s after its start over ${events} events.`,
      );
    const api = new ApiClient(running.url);
    await use({ running, secrets, people, events, api, admin: await api.signInAdmin() });
  } finally {
    await running?.stop();
    removeDataDir(dataDir);
  }
}

/** Calls as the product's IT Admin. */
export async function asAdmin<T>(
  { running, admin }: BenchedProduct,
  use: (calls: SignedIn) => Promise<T>,
  connections = 1,
): Promise<T> {
  const calls = new SignedIn(running.url, [admin], connections);
  try {
    return await use(calls);
  } finally {
    calls.close();
  }
}
