import { z } from "zod";
import { adminRoles } from "../domain/roles.ts";

/**
 * The actor of an event, with the role at that time. The System action log shows the kind `system` as System.
 */
export const actorSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("admin"), id: z.number().int(), role: z.enum(adminRoles) }),
  z.object({ kind: z.literal("consumer"), id: z.number().int() }),
  z.object({ kind: z.literal("system") }),
]);
export type Actor = z.output<typeof actorSchema>;

/**
 * Event metadata. `commandId` and `bodyHash` identify a repeated command. `keyId` names the server key of the
 * event's links and codes. `$correlationId` is the caller's; `requestId` is made by the server, and all events
 * of one request have the same, also those that follow from it later. `sessionId` is the actor's sign-in
 * session, `build` the build that decided the event, and `mac` proves that this product wrote the event. Events
 * of version 1.1.0 and earlier have none of these four.
 */
export const metadataSchema = z.object({
  $correlationId: z.string(),
  $causationId: z.string().optional(),
  commandId: z.string().optional(),
  bodyHash: z.string().optional(),
  actor: actorSchema,
  schemaVersion: z.number().int(),
  keyId: z.string().optional(),
  requestId: z.string().optional(),
  sessionId: z.string().optional(),
  build: z.string().optional(),
  mac: z.string().optional(),
});
export type EventMetadata = z.output<typeof metadataSchema>;
