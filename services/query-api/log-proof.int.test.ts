import { expect, test } from "@jest/globals";
import { type LogProofDocument, logProofCollection } from "@ornament/contracts/log-proof/document";
import { routes } from "@ornament/contracts/routes";
import {
  checkpointSigner,
  checkpointsIn,
  openCheckpoint,
  signedCheckpoint,
} from "@ornament/platform/log-proof/checkpoint";
import { decodeKey, encodeKey } from "@ornament/platform/log-proof/signed-note";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { now, queryApi } from "./testing/query-api-fixture.ts";

const signer = checkpointSigner(serverKey(Buffer.alloc(32, 7)), "ornament-log-0f5d2c1a");
const note = signedCheckpoint(signer, { size: 41, root: Buffer.alloc(32, 9), at: now });
const key = encodeKey(signer.key);
const proof: LogProofDocument = {
  _id: "last",
  commit: 100n,
  prepare: 100n,
  eventId: "0f5d2c1a-0000-4000-8000-000000000001",
  origin: signer.key.name,
  size: 42,
  parts: [],
  signed: { note, size: 41, at: now, key },
  mailedOn: null,
  problem: null,
};

const at = queryApi();

const store = (document: LogProofDocument) =>
  at.db
    .collection<LogProofDocument>(logProofCollection)
    .replaceOne({ _id: "last" }, document, { upsert: true });
const exported = () => at.get(`${routes.exportActionLog.path}?timeZone=UTC`);

test("before the first signed checkpoint there is no key, and exports have no header for it", async () => {
  expect(await at.get(routes.logKey.path)).toMatchObject({ status: 200, body: { key: null } });
  expect((await at.get(routes.logCheckpoint.path)).body).toEqual({ checkpoint: null, problem: null });
  expect((await exported()).headers.get("x-log-checkpoint")).toBeNull();
});

test("the public key and the newest signed checkpoint are answered, and an export has the checkpoint in a header and rows alone in its body", async () => {
  await store(proof);
  const { body } = await at.get(routes.logKey.path);
  expect(body).toEqual({ key });
  expect((await at.get(routes.logCheckpoint.path)).body).toEqual({
    checkpoint: { note, events: 41, at: now.toISOString() },
    problem: null,
  });
  const { body: text, headers } = await exported();
  expect(text).toBe("Role,Action,New value,Date\r\n");
  const [found = ""] = checkpointsIn(headers.get("x-log-checkpoint") ?? "");
  const known = decodeKey(body.key);
  expect(known && openCheckpoint(found, known)).toMatchObject({ size: 41 });
});

test("a difference between the event store and its proof is told", async () => {
  await store({ ...proof, problem: "its last 2 lasting events are missing" });
  expect((await at.get(routes.logCheckpoint.path)).body).toMatchObject({
    problem: "its last 2 lasting events are missing",
  });
});
