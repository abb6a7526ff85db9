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
 * event's links and codes.
 */
export const metadataSchema = z.object({
  $correlationId: z.string(),
  $causationId: z.string().optional(),
  commandId: z.string().optional(),
  bodyHash: z.string().optional(),
  actor: actorSchema,
  schemaVersion: z.number().int(),
  keyId: z.string().optional(),
});
export type EventMetadata = z.output<typeof metadataSchema>;
