import type { BuildEvent } from "@ornament/contracts/events/build";
import type { EventDefinition } from "@ornament/contracts/events/definition";
import { streams } from "@ornament/contracts/events/streams";
import { buildName } from "../../build/build-name.ts";
import type { Logger } from "../../logging/logger.ts";
import type { EventStore } from "../event-store.ts";
import { ConflictError } from "../store-errors.ts";

interface Start {
  readonly definitions: readonly EventDefinition[];
  readonly correlationId: string;
  readonly logger: Pick<Logger, "warn">;
}

/**
 * Warns with one line if a newer build, with events that this build can't read, has run on the event store.
 * Records the events that this build can write, if a former build has not recorded all of them.
 */
export async function recordBuild(log: Pick<EventStore, "read" | "append">, start: Start): Promise<void> {
  const { events, revision } = await log.read<BuildEvent>(streams.builds);
  const known = new Map(start.definitions.map(({ type, version }) => [type, version]));
  const recorded = new Map<string, number>();
  for (const { data } of events)
    for (const [type, version] of Object.entries(data.versions))
      recorded.set(type, Math.max(version, recorded.get(type) ?? 0));
  if ([...known].some(([type, version]) => version > (recorded.get(type) ?? 0))) {
    const data = { build: buildName, versions: Object.fromEntries(known) };
    const cause = { correlationId: start.correlationId, actor: { kind: "system" } } as const;
    try {
      await log.append(streams.builds, revision, [{ type: "BuildStarted", data }], cause);
    } catch (error) {
      // Another process that starts at the same time has appended; its record may be another build's.
      if (error instanceof ConflictError) return recordBuild(log, start);
      throw error;
    }
  }
  const unreadable = [...recorded].filter(([type, version]) => version > (known.get(type) ?? 0));
  const newer = events.findLast(({ data }) => unreadable.some(([type]) => type in data.versions));
  if (!newer) return;
  const names = unreadable.map(([type, version]) =>
    known.has(type) ? `${type} (version ${version})` : type,
  );
  start.logger.warn(
    { newerBuild: newer.data.build, since: newer.createdAt },
    `A newer build, ${newer.data.build}, has run on this event store. This build can't read these of its events: ${names.join(", ")}. docs/operations.md#upgrade-and-go-back says what that means`,
  );
}
