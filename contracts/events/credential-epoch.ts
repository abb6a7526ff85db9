import type { EventType } from "./catalogue.ts";

/**
 * The events that raise the credential epoch of their admin or consumer by one. The epoch is the number of these events. An
 * access token contains the epoch in which it was made and is only valid in that epoch. A user who changed the own password
 * gets a new token. See docs/decisions/0010-sign-in-sessions.md.
 */
export const credentialEvents = [
  "AdminPasswordSet",
  "AdminPasswordReset",
  "AdminRoleChanged",
  "ConsumerPasswordReset",
] as const satisfies readonly EventType[];

export type CredentialEventType = (typeof credentialEvents)[number];

export const raisesCredentialEpoch = (type: string): type is CredentialEventType =>
  (credentialEvents as readonly string[]).includes(type);
