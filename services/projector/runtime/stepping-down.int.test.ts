import { describe, expect } from "@jest/globals";
import { streams } from "@ornament/contracts/events/streams";
import { projectionNames } from "@ornament/contracts/projections/names";
import { createLogger } from "@ornament/platform/logging/logger";
import type { MongoFaults } from "@ornament/testing/stores/mongo-faults";
import { testOnEmbeddedMongo } from "@ornament/testing/stores/test-mongo";
import { codeOf, fact, facts } from "../testing/facts.ts";
import { pinsGeneration, testStores } from "../testing/projector-fixture.ts";

const test = testOnEmbeddedMongo("faults");

/** The document store changes its primary or loses connections while the projector writes. */
const at = testStores();

/** Consumers register, enter PINs and delete accounts: documents are created, changed and deleted. */
async function life(from: number, to: number): Promise<bigint> {
  let end = 0n;
  for (let n = from; n <= to; n += 1) {
    const code = codeOf(n);
    const consumerId = 100 + n;
    const email = `parent-${n}@example.com`;
    await at.append(streams.consumer(consumerId), facts.registered({ consumerId, email }));
    end = await at.append(
      streams.pin(code),
      facts.imported(code),
      { type: "PinRegistered", data: { code, consumerId } },
      facts.deactivated("lost", consumerId, code),
    );
    if (n % 3 === 0)
      end = await at.append(streams.consumer(consumerId), fact("ConsumerAccountDeleted", { consumerId }));
  }
  return end;
}

const asExpected = /the same as after a fresh replay|keep the rules of the product$/;

/** Expects every document to be the same as after a fresh replay. */
async function expectAsReplayed(position: bigint): Promise<void> {
  await at.documents("actionLog", position);
  const request = await at.carriedOut("verify", [...projectionNames]);
  expect((request.messages ?? []).filter((message) => !asExpected.test(message))).toEqual([]);
  expect(request.passed).toBe(true);
}

const noting = (warnings: unknown[]) =>
  createLogger({
    name: "test",
    level: "warn",
    destination: { write: (line: string) => warnings.push(JSON.parse(line)) },
  });

type Fault = [string, (faults: MongoFaults, where: { where: () => boolean; times: number }) => void];
const each: Fault[] = [
  ["NotWritablePrimary", (faults, where) => faults.refuseWrites("NotWritablePrimary", where)],
  [
    "PrimarySteppedDown after half of a command",
    (faults, where) => faults.refuseWrites("PrimarySteppedDown", { ...where, halfway: true }),
  ],
  ["a connection reset after the write was done", (faults, where) => faults.cutAfterWrites(where)],
];

describe("failing writes to the document store", () => {
  test.each(each)(
    "no event is lost, doubled or skipped after several failures from the first write on: %s",
    async (_name, arm) => {
      const end = await life(1, 12);
      let [writes, met] = [0, 0];
      const where = () => {
        // The number of writes of a batch is not a multiple of 5, so that each kind of write fails once.
        const meant = writes++ % 5 === 3;
        if (meant) met += 1;
        return meant;
      };
      arm(at.mongo.embedded.faults, { where, times: 6 });
      at.startProjector({ batchSize: 9 });
      await expectAsReplayed(end);
      expect(met).toBe(6);
    },
  );
});

test("answers with 64-bit counters are counted right, so that checkpoints move and no run is invalidated", async () => {
  at.mongo.embedded.faults.longCounters = true;
  const warnings: unknown[] = [];
  const projector = at.startProjector({ batchSize: 7, logger: noting(warnings) });
  await projector.ready();
  const end = await life(1, 9);
  await expectAsReplayed(end);
  const rebuilt = await at.carriedOut("rebuild", ["pins"]);
  expect(rebuilt).toMatchObject({ passed: true, messages: [`pins: now ${pinsGeneration(2)}`] });
  const standby = at.startProjector({ logger: noting(warnings) });
  await standby.ready();
  expect(warnings).toEqual([]);
});
