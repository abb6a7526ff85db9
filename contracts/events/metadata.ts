import { z } from "zod";
import { adminRoles } from "../domain/roles.ts";

/** Who caused an event, with the role held at that time. The action log shows no actor as System. */
export const actorSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("admin"), id: z.number().int(), role: z.enum(adminRoles) }),
  z.object({ kind: z.literal("consumer"), id: z.number().int() }),
  z.object({ kind: z.literal("system") }),
]);
export type Actor = z.output<typeof actorSchema>;

/** Event metadata (design §3). `commandId` and `bodyHash` make a command repeatable; `keyId` names the server key. */
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
