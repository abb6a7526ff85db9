import type { EventType } from "./catalogue.ts";

/**
 * The events that raise the credential epoch of their admin or consumer by one (design §9). The epoch is their count, from
 * 0. An access token says under which epoch it was made and is good under that one alone; whoever may go on after an own
 * change is given a new token.
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
