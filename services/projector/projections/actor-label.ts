import { customerLabel, roleLabel, systemLabel } from "@ornament/contracts/domain/roles";
import type { Actor } from "@ornament/contracts/events/metadata";

/** The role of an event's actor at that time, as the back office shows it. */
export function actorLabel(actor: Actor): string {
  if (actor.kind === "admin") return roleLabel(actor.role);
  return actor.kind === "consumer" ? customerLabel : systemLabel;
}
