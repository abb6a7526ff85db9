import { randomUUID } from "node:crypto";
import type { Environment } from "@ornament/platform/config/read-config";
import { checkKeys, masterKeyCheck } from "@ornament/platform/eventstore/encryption/key-check";
import { silentLogger } from "@ornament/platform/logging/logger";
import { openServedLog } from "@ornament/platform/running-product/opened-log";
import { pause } from "@ornament/platform/waiting/pause";
import type { Db } from "mongodb";
import { projections } from "../projections/all-projections.ts";
import type { ProjectionRunOptions } from "../runtime/generations/open-generation.ts";
import {
  missingGenerations,
  prepareGenerations,
  stoppedGenerations,
  stoppingGenerations,
} from "../runtime/prepare-generations.ts";

const reportMilliseconds = 3_000;

/**
 * Fills the read models of this build next to those of the running build, so that an upgrade has no gap.
 * Prints the progress, and at the end the names of the filled read models. The exit code is 1 if a read model
 * stopped at an event that it can't fold. Throws, and changes nothing, if an event stops a read model of this build,
 * because a newer build wrote it.
 */
export async function prepare(db: Db, connectionString: string, environment: Environment): Promise<void> {
  const erased = new Set<string>();
  const { store, masterKey, reached, close } = await openServedLog(
    { ...environment, EVENTSTORE_URL: connectionString },
    { erased },
  );
  const ended = new AbortController();
  try {
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
    const stopping = await stoppingGenerations(options);
    if (stopping.length > 0)
      throw new Error(["This build can't take over: its projections stop.", ...stopping].join("\n"));
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
    await close();
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
