import { z } from "zod";

/**
 * The actor of an event, with the role at that time. The System action log shows the kind `system` as System.
 * An admin's role is any text: a newer build may have written a role that this build doesn't have.
 */
export type Actor =
  | { readonly kind: "admin"; readonly id: number; readonly role: string }
  | { readonly kind: "consumer"; readonly id: number }
  | { readonly kind: "system" };

/**
 * The actor as an event stores it. Builds up to version 1.1.0 accept only the roles ADMIN and MEMBER and read
 * an actor with another role as the system. So another role is stored as MEMBER, with its name in `exactRole`,
 * which those builds ignore. They show its events as Customer support's.
 */
const storedActor = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("admin"),
    id: z.number().int(),
    role: z.string(),
    exactRole: z.string().optional(),
  }),
  z.object({ kind: z.literal("consumer"), id: z.number().int() }),
  z.object({ kind: z.literal("system") }),
]);

const rolesOfEveryBuild: readonly string[] = ["ADMIN", "MEMBER"];

/** The stored form of an actor, which `actorSchema` reads. */
export function actorToStore(actor: Actor): z.input<typeof storedActor> {
  if (actor.kind !== "admin" || rolesOfEveryBuild.includes(actor.role)) return actor;
  return { kind: "admin", id: actor.id, role: "MEMBER", exactRole: actor.role };
}

/** Reads the stored form of an actor. */
export const actorSchema = storedActor.transform((stored): Actor => {
  if (stored.kind !== "admin") return stored;
  const { kind, id, role, exactRole = role } = stored;
  return { kind, id, role: exactRole };
});

/**
 * Event metadata. `commandId` and `bodyHash` identify a repeated command. `keyId` names the server key of the
 * event's links and codes. `$correlationId` is the caller's; `requestId` is made by the server, and all events
 * of one request have the same, also those that follow from it later. `sessionId` is the actor's sign-in
 * session, `build` the build that decided the event, and `mac` proves that this product wrote the event. Events
 * of version 1.1.0 and earlier have none of these four. `projectableFrom` is the lowest version of the event
 * whose projections can fold it, if it is lower than `schemaVersion`.
 */
export const metadataSchema = z.object({
  $correlationId: z.string(),
  $causationId: z.string().optional(),
  commandId: z.string().optional(),
  bodyHash: z.string().optional(),
  actor: actorSchema,
  schemaVersion: z.number().int(),
  projectableFrom: z.number().int().optional(),
  keyId: z.string().optional(),
  requestId: z.string().optional(),
  sessionId: z.string().optional(),
  build: z.string().optional(),
  mac: z.string().optional(),
});
export type EventMetadata = z.output<typeof metadataSchema>;
/** The metadata as an event stores them. */
export type StoredMetadata = z.input<typeof metadataSchema>;
