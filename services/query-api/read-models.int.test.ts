import { expect, test } from "@jest/globals";
import { projectionNames } from "@ornament/contracts/projections/names";
import {
  lagCollection,
  type MeasuredLag,
  type Verification,
  verificationsCollection,
} from "@ornament/contracts/read-models/projection-status";
import { routes } from "@ornament/contracts/routes";
import { generationOf, now, queryApi } from "./testing/query-api-fixture.ts";

const at = queryApi();

test("the states of the read models name lag, the event at which one has stopped, and the last verify", async () => {
  const since = new Date(now.getTime() - 30_000);
  const generation = generationOf("pins");
  await at.db.collection<MeasuredLag>(lagCollection).insertOne({
    _id: "last",
    at: now,
    models: [{ generation, events: 7, isMore: false, since }],
  });
  await at.register("pins", {
    stopped: { commit: 5n, event: "PinActivated", since, reason: "it has no such field" },
  });
  await at.register("settings", { ready: false, commit: 25n });
  const outcome = { at: now, passed: false, commit: 90n, messages: ["pins: differ"], nightlyOf: null };
  await at.db.collection<Verification>(verificationsCollection).insertOne({ _id: "last", ...outcome });

  const { status, body } = await at.get("/api/admin/read-models");
  expect(status).toBe(200);
  expect(routes.readModelStates.response.parse(body)).toEqual(body);
  expect(body.rows.map(({ name }: { name: string }) => name)).toEqual(projectionNames);
  expect(body.rows.find(({ name }: { name: string }) => name === "pins")).toMatchObject({
    state: "ready",
    lag: { events: 7, isMore: false, seconds: 30 },
    notUpToDate: {
      since: since.toISOString(),
      event: "PinActivated",
      position: "5",
      reason: "it has no such field",
    },
  });
  expect(body.rows.find(({ name }: { name: string }) => name === "settings")).toMatchObject({
    state: "filling",
    progress: 0.25,
    lag: null,
  });
  expect(body.verification).toMatchObject({ passed: false, position: "90", messages: ["pins: differ"] });
});
