import type { Actor } from "@ornament/contracts/events/metadata";

/** The actor as filters name it: `admin-3`, `consumer-7` or `system`. */
export const nameOf = (actor: Actor): string =>
  actor.kind === "system" ? "system" : `${actor.kind}-${actor.id}`;
