import { randomUUID } from "node:crypto";
import { eventCatalogue } from "@ornament/contracts/events/catalogue";
import type { Environment } from "@ornament/platform/config/read-config";
import { checkKeys, masterKeyCheck } from "@ornament/platform/eventstore/encryption/key-check";
import { silentLogger } from "@ornament/platform/logging/logger";
import { terminal } from "@ornament/platform/logging/terminal";
import { awaitEventStore } from "@ornament/platform/process/awaited-event-store";
import { pause } from "@ornament/platform/waiting/pause";
import type { Db } from "mongodb";
import { projections } from "../projections/all-projections.ts";
import type { ProjectionRunOptions } from "../runtime/generations/open-generation.ts";
import {
  missingGenerations,
  prepareGenerations,
  stoppedGenerations,
} from "../runtime/prepare-generations.ts";
import { readMasterKey } from "./master-key.ts";

const reportMilliseconds = 3_000;

/**
 * Fills the read models of this build next to those of the running build, so that an upgrade has no gap.
 * Prints the progress, and at the end the names of the filled read models. The exit code is 1 if a read model
 * stopped at an event.
 */
export async function prepare(db: Db, connectionString: string, environment: Environment): Promise<void> {
  const masterKey = readMasterKey(environment);
  const erased = new Set<string>();
  const { store, check, reached, stopWaiting } = awaitEventStore({
    connectionString,
    definitions: Object.values(eventCatalogue),
    masterKey,
    erased,
    logger: silentLogger(),
    reporter: terminal,
  });
  const ended = new AbortController();
  try {
    await check(["readAll"]);
    await reached(() => checkKeys(store, [masterKeyCheck(store, masterKey)], randomUUID()));
    await reached(() => store.requireMacs({ record: false }));
    const options = {
      store,
      erased,
      db,
      logger: silentLogger(),
      now: () => new Date(),
      projections: Object.values(projections),
    };
    void reportProgress(options, ended.signal);
    const filled = await prepareGenerations(options, ended.signal);
    console.log(
      filled.length === 0
        ? "Every read model of this build is ready."
        : `Filled: ${filled.join(", ")}. Start this build now.`,
    );
    const stopped = await stoppedGenerations(options);
    for (const line of stopped) console.error(line);
    if (stopped.length > 0) process.exitCode = 1;
  } finally {
    ended.abort();
    stopWaiting();
    await store.close();
  }
}

async function reportProgress(
  options: Pick<ProjectionRunOptions, "db" | "now" | "projections">,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await pause(reportMilliseconds, signal);
    if (signal.aborted) return;
    const missing = await missingGenerations(options).catch(() => []);
    const percents = missing.map(({ name, fraction }) => `${name} ${Math.floor(fraction * 100)} %`);
    if (percents.length > 0) console.error(`Filling ${percents.join(", ")}`);
  }
}
