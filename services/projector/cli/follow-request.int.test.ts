import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { openSurroundings, type Surroundings } from "../testing/projector-fixture.ts";
import { followRequest } from "./follow-request.ts";

let at: Surroundings;
beforeEach(async () => {
  at = await openSurroundings();
});
afterEach(() => at.close());

test("a request of the command line that nothing comes of says what it waits for, and ends with an error", async () => {
  const lease = { holder: "another", until: new Date(Date.now() + 3_600_000) };
  await at.db
    .collection<{ _id: string }>("leases")
    .updateOne({ _id: "projector" }, { $set: lease }, { upsert: true });
  const told: string[] = [];
  const patience = { stuckMilliseconds: 700, wordMilliseconds: 200, tell: (line: string) => told.push(line) };
  await expect(followRequest(at.db, "verify", ["pins"], false, patience)).rejects.toThrow(
    "The projector comes no further: it waits for the projector to begin. Its log says why.",
  );
  expect(told[0]).toBe("Waiting for the projector to begin");
});
