import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import { type LogProofDocument, logProofCollection } from "@ornament/contracts/log-proof/document";
import { type JobOf, jobRequest, jobsCollection } from "@ornament/contracts/projections/jobs";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { until } from "@ornament/testing/stores/until";
import { ScriptFolder } from "../../testing/evidence-script.ts";
import { codeOf, consumerId, facts } from "../../testing/facts.ts";
import { testStores } from "../../testing/projector-fixture.ts";

const at = testStores();
let folder: ScriptFolder;
let now: number;
const clock = () => new Date(now);
const proof = { masterKey: serverKey(Buffer.alloc(32, 7)) };
beforeEach(async () => {
  folder = new ScriptFolder();
  now = Date.now();
});
afterEach(() => folder.remove());

const files = () => at.db.collection<JobOf<"evidence">>(jobsCollection);
const pin = (n: number) => `pin-${codeOf(n)}`;
const importPin = (n: number) => at.append(streams.pin(codeOf(n)), facts.imported(codeOf(n)));

async function ask(subject: string): Promise<void> {
  const { filter, update } = jobRequest({ kind: "evidence", subject }, clock(), 7);
  await files().updateOne(filter, update, { upsert: true });
}

/** Waits until the file is made or refused. */
async function made(subject: string): Promise<JobOf<"evidence">> {
  await ask(subject);
  return until(() => files().findOne({ subject, state: { $in: ["ready", "refused"] } }));
}
const untilGone = async (subject: string) => {
  while (await files().findOne({ subject })) await new Promise(setImmediate);
};

test("the projector makes the evidence file that was asked for, and the script verifies it", async () => {
  await importPin(1);
  await at.append(streams.pin(codeOf(1)), facts.pinRegistered(codeOf(1)));
  await at.startProjector({ now: clock, proof }).ready();
  const { state, file, fraction } = await made(pin(1));
  expect([state, fraction]).toEqual(["ready", 1]);
  folder.write("evidence.json", file ?? "");
  const { code, out } = await folder.run("evidence.json");
  expect([code, out]).toEqual([0, expect.stringContaining("VERIFIED: 2 of the 2 events")]);
});

test("an evidence file without an event, and one of a projector without the proof, are refused with the reason", async () => {
  await importPin(1);
  const projector = at.startProjector({ now: clock, proof });
  await projector.ready();
  expect(await made(pin(2))).toMatchObject({
    state: "refused",
    reason: `no event is about ${pin(2)}`,
    isUnknown: true,
  });
  await projector.stop();
  await at.startProjector({ now: clock }).ready();
  await files().deleteMany({});
  expect((await made(pin(1))).reason).toBe("this projector makes no proof of the event store");
});

test("while the event store differs from its proof no evidence file is made", async () => {
  await importPin(1);
  const projector = at.startProjector({ now: clock, proof });
  await projector.ready();
  const proofs = at.db.collection<LogProofDocument>(logProofCollection);
  while (!(await proofs.findOne({ _id: "last" }))) await new Promise(setImmediate);
  await proofs.updateOne({ _id: "last" }, { $set: { problem: "its last 2 lasting events are missing" } });
  expect((await made(pin(1))).reason).toBe(
    "the event store is not as it was: its last 2 lasting events are missing",
  );
});

test("an erasure of a person ends every evidence file, and a new one has none of the person's data", async () => {
  const stream = streams.consumer(consumerId);
  await at.append(stream, facts.registered({ email: "ann@ornament.test" }));
  await at.startProjector({ now: clock, proof }).ready();
  const subject = `consumer-${consumerId}`;
  expect((await made(subject)).file).toContain("ann@ornament.test");
  await at.store.erasePerson("consumer", consumerId);
  await at.append(stream, facts.consumerDeleted());
  await untilGone(subject);
  const { file } = await made(subject);
  expect(file).toContain('"ConsumerAccountDeleted"');
  expect(file).not.toContain("ann@ornament.test");
});
