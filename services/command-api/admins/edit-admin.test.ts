import { beforeEach, expect, test } from "@jest/globals";
import { eventCatalogue } from "@ornament/contracts/catalogue";
import type { Actor } from "@ornament/contracts/events/metadata";
import { streams } from "@ornament/contracts/events/streams";
import type { Refusal } from "@ornament/contracts/routes/errors";
import type { CommandContext } from "@ornament/platform/commands/context";
import type { EventStore, NewEvent } from "@ornament/platform/eventstore/event-store";
import { createInMemoryEventStore } from "@ornament/testing/event-log/in-memory-event-store";
import { type Aggregates, bindAggregates } from "../aggregates.ts";
import { testParts } from "../testing/test-command-api.ts";
import { editAdmin } from "./edit-admin.ts";

/** Another replica acts between two steps of an edit. Replicas do not wait for each other. */
const [ann, bob, cleo] = [1, 2, 3] as const;
const admin = (id: number): Actor => ({ kind: "admin", id, role: "ADMIN" });

let store: EventStore;
let version: string;
beforeEach(async () => {
  store = createInMemoryEventStore({ definitions: Object.values(eventCatalogue) });
  for (const [adminId, name] of [[ann, "ann"] as const, [bob, "bob"] as const, [cleo, "cleo"] as const])
    version = await append(streams.adminDirectory, {
      type: "AdminAccountCreated",
      data: { adminId, email: `${name}@ornament.test`, firstName: "", lastName: "Ray", role: "ADMIN" },
    });
});

async function append(stream: string, event: NewEvent): Promise<string> {
  const { position } = await store.append(stream, "any", [event], {
    correlationId: "other",
    actor: admin(bob),
  });
  return String(position.commit);
}
const renamedByBob = (lastName: string) =>
  append(streams.admin(cleo), {
    type: "AdminProfileUpdated",
    data: { adminId: cleo, firstName: "", lastName },
  });
const demotedByBob = () =>
  append(streams.adminDirectory, {
    type: "AdminRoleChanged",
    data: { adminId: cleo, email: "cleo@ornament.test", role: "MEMBER" },
  });

const context = (): CommandContext => ({
  commandId: "00000000-0000-4000-8000-000000000001",
  bodyHash: "body",
  correlationId: "ann",
  actor: admin(ann),
  now: new Date(0),
});

/** Ann edits Cleo's email address and names. `before` runs before a step that writes to a stream. */
function edit(before: Partial<Record<"directory" | "own", () => Promise<unknown>>> = {}) {
  const bound = bindAggregates(store);
  const adminDirectory: Aggregates["adminDirectory"] = {
    ...bound.adminDirectory,
    handle: async (...parameters) => {
      await before.directory?.();
      return bound.adminDirectory.handle(...parameters);
    },
  };
  const admins: Aggregates["admins"] = {
    ...bound.admins,
    handle: async (...parameters) => {
      await before.own?.();
      return bound.admins.handle(...parameters);
    },
  };
  const caller = { kind: "admin", id: ann, role: "ADMIN", access: { sessionId: "s" } } as never;
  const inDirectory = { email: "clio@ornament.test", role: undefined };
  const names = { firstName: "Clio", lastName: "Lee" };
  const parts = { ...testParts({ store }), admins, adminDirectory };
  return editAdmin(parts, context(), { adminId: cleo, inDirectory, ...names, version, caller });
}
const refusalOf = (work: Promise<void>): Promise<Refusal> =>
  work.then(
    () => Promise.reject(new Error("It was not refused")),
    (error) => error,
  );
const typesIn = async (stream: string) => (await store.read(stream)).events.map(({ type }) => type);
const namesNow = async () => (await store.read(streams.admin(cleo))).events.at(-1)?.data;

test("a role that another replica takes away just before the directory is written refuses the edit, and nothing is written", async () => {
  const { code } = await refusalOf(edit({ directory: demotedByBob }));
  expect(code).toBe("changed_meanwhile");
  expect((await typesIn(streams.adminDirectory)).slice(3)).toEqual(["AdminRoleChanged"]);
  expect(await typesIn(streams.admin(cleo))).toEqual([]);
});

test("a name that another replica changes just before the directory is written stays, and the refusal says that the email was saved", async () => {
  const { code, message, errors } = await refusalOf(edit({ directory: () => renamedByBob("Bobson") }));
  expect(code).toBe("changed_meanwhile");
  expect(message).toMatch(/^bob@ornament\.test changed the name .* email or role was saved/);
  expect(errors).toEqual([{ path: "lastName", message: "Bobson, changed by bob@ornament.test" }]);
  expect(await typesIn(streams.adminDirectory)).toContain("AdminEmailChanged");
  expect(await namesNow()).toMatchObject({ lastName: "Bobson" });
});

test("an edit that stopped between its two steps is completed by its repetition, and a name that was changed since then stays", async () => {
  const crash = async () => {
    throw new Error("crash");
  };
  await expect(edit({ own: crash })).rejects.toThrow("crash");
  await renamedByBob("Later");
  await edit();
  expect(await namesNow()).toMatchObject({ firstName: "Clio", lastName: "Later" });
  await edit();
  expect(await typesIn(streams.admin(cleo))).toEqual(["AdminProfileUpdated", "AdminProfileUpdated"]);
});
