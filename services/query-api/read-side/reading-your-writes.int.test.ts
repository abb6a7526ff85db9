import { describe, expect, test } from "@jest/globals";
import { type AccessDocument, accessId, accessReadModel } from "@ornament/contracts/access/document";
import { type PinDocument, pinsReadModel } from "@ornament/contracts/pins/document";
import { projectionNames } from "@ornament/contracts/projections/names";
import { collectionOf } from "@ornament/contracts/projections/read-model";
import {
  generationsCollection,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import { testOnEmbeddedMongo } from "@ornament/testing/stores/test-mongo";
import { pinDocument } from "../testing/documents.ts";
import { generationOf, queryApi } from "../testing/query-api-fixture.ts";

const at = queryApi("a test");

const listPins = "/api/admin/table/pins";
const registerAll = (change: Partial<ProjectionGeneration>) =>
  Promise.all(projectionNames.map((name) => at.register(name, change)));

describe("a request with X-Read-After", () => {
  test("a request with X-Read-After is answered when the caller's writes are projected", async () => {
    const answer = at.get(listPins, { readAfter: "105" });
    await at.put.pins([pinDocument("TREE001")]);
    await registerAll({ commit: 105n });
    const { status, headers, body } = await answer;
    expect({ status, stale: headers.get("x-stale"), count: body.count }).toEqual({
      status: 200,
      stale: null,
      count: 1,
    });
  });

  test("a request with X-Read-After is answered after 2 s with stale rows, marked as stale", async () => {
    const began = performance.now();
    const { status, headers, body } = await at.get(listPins, { readAfter: "101" });
    // A longer wait than the request's deadline would be a 503.
    expect({ status, stale: headers.get("x-stale"), count: body.count }).toEqual({
      status: 200,
      stale: "true",
      count: 0,
    });
    expect(performance.now() - began).toBeGreaterThanOrEqual(1_990);
  });

  test("a caller who has not signed in does not wait for the position in X-Read-After", async () => {
    const { status, headers } = await at.api.call("GET", "/api/settings", { readAfter: "9000000000" });
    expect([status, headers.get("x-stale")]).toEqual([200, null]);
  });
});

describe("before the read models are complete", () => {
  test("while the document store is empty, requests with a token are refused and public ones are answered", async () => {
    await at.db.dropDatabase();
    expect((await at.get(listPins)).status).toBe(503);
    expect((await at.api.call("GET", listPins)).status).toBe(401);
    expect((await at.api.call("GET", "/api/settings")).status).toBe(503);
    expect((await at.api.call("GET", "/api/openapi.json")).status).toBe(200);
  });
});

test("a rebuilt read model is read from its new generation when that is live", async () => {
  const next: ProjectionGeneration = {
    _id: `pins_v${pinsReadModel.version}_2`,
    name: "pins",
    version: pinsReadModel.version,
    number: 2,
    state: "building",
    commit: 50n,
    prepare: 50n,
    ready: false,
    target: 100n,
    createdAt: new Date(),
    retiredAt: null,
  };
  const registry = at.db.collection<ProjectionGeneration>(generationsCollection);
  await at.put.pins([pinDocument("AAAA001")]);
  await registry.insertOne(next);
  await at.db
    .collection<PinDocument>(collectionOf(next._id))
    .insertOne({ ...pinDocument("BBBB001"), position: 100n, deleted: false });
  const shown = async (limit = 25) =>
    (await at.get(`${listPins}?limit=${limit}`)).body.rows.map(({ pin }: { pin: string }) => pin);
  expect(await shown()).toEqual(["AAAA-001"]);
  await registry.updateOne({ _id: next._id }, { $set: { state: "live", ready: true, commit: 100n } });
  expect(await shown(10)).toEqual(["BBBB-001"]);
  expect(await shown()).toEqual(["BBBB-001"]);
  await registry.updateOne({ _id: generationOf("pins") }, { $set: { state: "retired" } });
  await at.db.dropCollection(generationOf("pins"));
  expect(await shown()).toEqual(["BBBB-001"]);
  expect(await shown(50)).toEqual(["BBBB-001"]);
});

describe("a change of rights takes effect immediately", () => {
  const change = (id: number, to: Partial<AccessDocument>) =>
    at.db
      .collection<AccessDocument>(generationOf(accessReadModel.name))
      .updateOne({ _id: accessId("admin", id) }, { $set: to });

  test.each([
    ["a change of role", { role: "ADMIN" }],
    ["a sign-out", { endedSessions: [{ id: "mine", at: new Date() }] }],
  ] satisfies [string, Partial<AccessDocument>][])(
    "%s makes the old token invalid immediately",
    async (_name, to) => {
      const token = await at.signIn("MEMBER", { subjectId: 5, sessionId: "mine" });
      expect((await at.get(listPins, { token })).status).toBe(200);
      await change(5, to);
      for (const page of [listPins, `${listPins}?page=2`]) {
        const { status, body } = await at.get(page, { token });
        expect({ status, first: body.errors[0] }).toEqual({ status: 401, first: "admin_error" });
      }
    },
  );
});

testOnEmbeddedMongo("absences")(
  "reads are refused during an outage of the document store and work again after it",
  async () => {
    at.mongo.embedded.front.refuse();
    expect(await at.get(listPins)).toMatchObject({ status: 503, body: { code: "unavailable" } });
    expect(await (await fetch(`${at.url}/readyz`)).json()).toEqual({
      ready: false,
      reason: "MongoDB does not answer",
    });
    await at.mongo.embedded.front.accept();
    expect((await at.get(listPins)).status).toBe(200);
  },
);
