import type { ProjectionName } from "@ornament/contracts/events/projections";
import type { Generations } from "./registry.ts";

/** The time since which the first of the named read models shows no changes; `undefined` if all show all. */
export const notUpToDateSince = (
  generations: Generations,
  names: readonly ProjectionName[],
): Date | undefined =>
  names
    .flatMap((name) => generations.get(name)?.stopped?.since ?? [])
    .sort((a, b) => a.getTime() - b.getTime())[0];
