import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { projections } from "../projections/all-projections.ts";
import { compareDocuments } from "../runtime/verify/compare-documents.ts";
import { changeTables, fillGeneration, holdLease, untilTablesAreAsked } from "../testing/filled-by-hand.ts";
import { openTestStores, type TestStores } from "../testing/projector-fixture.ts";
import { rebuildUntil } from "./rebuild-until.ts";

let at: TestStores;
beforeEach(async () => {
  at = await openTestStores();
  await holdLease(at.db);
});
afterEach(() => at.close());

const last = { commit: 4711n, eventId: "event-9", createdAt: new Date("2026-11-24T11:59:00Z") };

test("a replay up to a position prints for each read model its documents, the digest that verify prints too, and the last event", async () => {
  const done = rebuildUntil(at.db, ["settings", "access"], { commit: 4800n }, { withBars: false });
  const { _id, until, names } = await untilTablesAreAsked(at.db);
  expect({ until, names }).toEqual({ until: { commit: 4800n }, names: ["settings", "access"] });
  await fillGeneration(at.db, "settings", "settings_v1_2", [
    { _id: "numberDevices", value: 4 },
    { _id: "playerUrl", value: "https://player.test" },
    { _id: "former", deleted: true },
  ]);
  await fillGeneration(at.db, "access", "access_v9_3", [{ _id: "1", role: "ADMIN" }]);
  const generations = ["settings_v1_2", "access_v9_3"];
  await changeTables(at.db, _id, { state: "ready", generations, last });
  const digest = async (projection: (typeof projections)[keyof typeof projections], live: string) =>
    (await compareDocuments(at.db, projection, { live, fresh: live })).digest;
  const stood = "after event event-9 at 4711 of 2026-11-24T11:59:00.000Z";
  expect(await done).toEqual([
    `settings: 2 documents, sha256 ${await digest(projections.settings, "settings_v1_2")}, ${stood}, as settings_v1_2`,
    `access: 1 documents, sha256 ${await digest(projections.access, "access_v9_3")}, ${stood}, as access_v9_3`,
    "Kept for 15 minutes. The live read models stay.",
  ]);
});

test("a refused replay up to a position ends the command with the reason", async () => {
  const done = rebuildUntil(at.db, ["settings"], { commit: 4800n }, { withBars: false });
  const failure = expect(done).rejects.toThrow("Refused: access can't be shown as it stood.");
  const { _id } = await untilTablesAreAsked(at.db);
  await changeTables(at.db, _id, { state: "refused", reason: "access can't be shown as it stood" });
  await failure;
});
