import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { openTestStores, type TestStores } from "../testing/projector-fixture.ts";
import { withJob } from "./follow-job.ts";

let at: TestStores;
beforeEach(async () => {
  at = await openTestStores();
});
afterEach(() => at.close());

test("a request without progress prints the reason for the wait and ends with an error", async () => {
  const lease = { holder: "another", until: new Date(Date.now() + 3_600_000) };
  await at.db
    .collection<{ _id: string }>("leases")
    .updateOne({ _id: "projector" }, { $set: lease }, { upsert: true });
  const printed: string[] = [];
  const following = {
    withBars: false,
    stuckMilliseconds: 700,
    reportMilliseconds: 200,
    print: (line: string) => printed.push(line),
  };
  await expect(
    withJob(at.db, { kind: "verify", names: ["pins"] }, following, async () => undefined),
  ).rejects.toThrow(
    "The projector makes no progress: it waits for the projector to begin. See its program log.",
  );
  expect(printed[0]).toBe("Waiting for the projector to begin");
});
