import type { AdminDirectoryEvent } from "../admins/directory-events.ts";
import type { AdminEvent } from "../admins/events.ts";
import type { ConsumerEvent } from "../consumers/events.ts";

/**
 * The events that begin a new credential epoch of their admin or consumer. The epoch is the id of the latest
 * of them; `null` before the first. A number would be the same for other events after the event store was
 * restored from a backup. An access token contains the epoch in which it was made and is only valid in that
 * epoch. A person who changed their own password gets a new token. See
 * docs/decisions/0010-sign-in-sessions.md.
 */
export const credentialEvents = [
  "AdminPasswordSet",
  "AdminPasswordReset",
  "AdminRoleChanged",
  "AdminDeactivated",
  "AdminSignedOutEverywhere",
  "AdminRecovered",
  "ConsumerPasswordReset",
] as const satisfies readonly (AdminDirectoryEvent | AdminEvent | ConsumerEvent)["type"][];

export type CredentialEventType = (typeof credentialEvents)[number];

export const beginsCredentialEpoch = (type: string): type is CredentialEventType =>
  (credentialEvents as readonly string[]).includes(type);
