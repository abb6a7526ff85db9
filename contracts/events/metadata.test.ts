import { expect, test } from "@jest/globals";
import { z } from "zod";
import { eventCatalogue } from "../catalogue.ts";
import { actorSchema, actorToStore, metadataSchema } from "./metadata.ts";

/** The schemas of version 1.1.0. It reads metadata that its schema refuses as the system's. */
const version110 = {
  actor: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("admin"), id: z.number().int(), role: z.enum(["ADMIN", "MEMBER"]) }),
    z.object({ kind: z.literal("consumer"), id: z.number().int() }),
    z.object({ kind: z.literal("system") }),
  ]),
  adminAccountCreated: 1,
  adminRoleChanged: 1,
};

const auditor = { kind: "admin", id: 7, role: "AUDITOR" } as const;
const throughJson = (stored: unknown) => JSON.parse(JSON.stringify(stored));

test.each([
  { kind: "admin", id: 1, role: "ADMIN" },
  { kind: "admin", id: 2, role: "MEMBER" },
  { kind: "consumer", id: 3 },
  { kind: "system" },
] as const)("the actor %j is stored as version 1.1.0 stores it", (actor) => {
  expect(actorToStore(actor)).toEqual(actor);
  expect(actorSchema.parse(throughJson(actor))).toEqual(actor);
});

test("an Auditor is read with the role Auditor, and version 1.1.0 reads an admin and not the system", () => {
  const stored = throughJson(actorToStore(auditor));
  expect(actorSchema.parse(stored)).toEqual(auditor);
  expect(version110.actor.parse(stored)).toEqual({ kind: "admin", id: 7, role: "MEMBER" });
});

test("an admin whose role only a newer build has stays an admin with that role", () => {
  const newer = { kind: "admin", id: 7, role: "PRINTER" };
  for (const stored of [newer, { ...newer, role: "MEMBER", exactRole: "PRINTER" }]) {
    const metadata = { $correlationId: "c", actor: stored, schemaVersion: 1 };
    expect(metadataSchema.parse(throughJson(metadata)).actor).toEqual(newer);
  }
});

test("a build without Auditors waits for its upgrade at an event that can name an Auditor, because the version is newer", () => {
  expect(eventCatalogue.AdminAccountCreated.version).toBeGreaterThan(version110.adminAccountCreated);
  expect(eventCatalogue.AdminRoleChanged.version).toBeGreaterThan(version110.adminRoleChanged);
});
