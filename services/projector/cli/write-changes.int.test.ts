import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { actionLogReadModel } from "@ornament/contracts/read-models/action-log";
import {
  type ComparisonRow,
  comparisonRowId,
  comparisonRowsCollection,
} from "@ornament/contracts/read-models/comparisons";
import type { JobOf } from "@ornament/contracts/read-models/jobs";
import {
  generationsCollection,
  type ProjectionGeneration,
} from "@ornament/contracts/read-models/projection-status";
import type { Document } from "mongodb";
import {
  changeComparison,
  fillGeneration,
  holdLease,
  keptOutput,
  untilComparisonIsAsked,
} from "../testing/filled-by-hand.ts";
import { openTestStores, type TestStores } from "../testing/projector-fixture.ts";
import { FormerStateGone } from "./follow-job.ts";
import { writeChanges } from "./write-changes.ts";

let at: TestStores;
beforeEach(async () => {
  at = await openTestStores();
  await holdLease(at.db);
  await fillActionLog([
    {
      _id: "event-1",
      commit: 4711n,
      createdAt: new Date("2026-11-24T08:00:00Z"),
      action: "PIN deactivated",
      actor: "admin-3",
      role: "IT Admin",
    },
  ]);
});
afterEach(() => at.close());

const from = { instant: new Date("2026-11-24T00:00:00Z") };
const to = { commit: 4800n };
const asked = { table: "pins", from, to, format: "ndjson" } as const;
const quiet = { withBars: false };
const deactivated: Omit<ComparisonRow, "_id" | "comparison"> = {
  id: 9,
  kind: "changed",
  name: "0000-009",
  fields: [
    { field: "status", before: "Registered", after: "Deactivated", event: "event-1", request: null },
    { field: "comment", before: "", after: "lost, at school", event: "event-1", request: null },
  ],
};
const added: Omit<ComparisonRow, "_id" | "comparison"> = {
  id: 10,
  kind: "added",
  name: "0000-00A",
  fields: [{ field: "batchName", before: "", after: "winter", event: "hidden", request: null }],
};

async function fillActionLog(entries: readonly Document[]): Promise<void> {
  const { name, version } = actionLogReadModel;
  const generation = `${name}_v${version}_1`;
  await at.db
    .collection<Partial<ProjectionGeneration>>(generationsCollection)
    .insertOne({ _id: generation, name, version, number: 1, state: "live", ready: true, commit: 5_000n });
  await fillGeneration(at.db, name, generation, entries);
}

async function compare(
  rows: readonly Omit<ComparisonRow, "_id" | "comparison">[],
): Promise<JobOf<"comparison">> {
  const comparison = await untilComparisonIsAsked(at.db);
  const { _id } = comparison;
  const stored = rows.map((row) => ({ ...row, _id: comparisonRowId(_id, row.id), comparison: _id }));
  const other = { ...deactivated, _id: comparisonRowId(`${_id}0`, 1), comparison: `${_id}0` };
  await at.db.collection<ComparisonRow>(comparisonRowsCollection).insertMany([...stored, other]);
  await changeComparison(at.db, _id, { state: "ready", rows: rows.length });
  return comparison;
}

test("a comparison is written as a line for each changed field, in the order of the rows, with the event that did it and who", async () => {
  const { output, lines } = keptOutput();
  const done = writeChanges(at.db, asked, output, quiet);
  expect(await compare([added, deactivated])).toMatchObject({ table: "pins", from, to });
  expect(await done).toBe("Changed rows of Pins: 2.");
  const who = {
    event: "event-1",
    position: "4711",
    time: "2026-11-24T08:00:00.000Z",
    action: "PIN deactivated",
    actor: "admin-3",
    role: "IT Admin",
  };
  const pin = { kind: "changed", id: 9, name: "0000-009", ...who };
  expect(lines()).toEqual([
    { ...pin, field: "status", title: "PIN Status", before: "Registered", after: "Deactivated" },
    { ...pin, field: "comment", title: "Commentary", before: "", after: "lost, at school" },
    {
      kind: "added",
      id: 10,
      name: "0000-00A",
      field: "batchName",
      title: "PIN batch",
      before: "",
      after: "winter",
      event: "hidden",
      position: null,
      time: null,
      action: null,
      actor: null,
      role: null,
    },
  ]);
});

test("a comparison is written as CSV with a header", async () => {
  const { output, text } = keptOutput();
  const done = writeChanges(at.db, { ...asked, format: "csv" }, output, quiet);
  await compare([deactivated]);
  await done;
  expect(text().split("\r\n")).toEqual([
    "\ufeffChange,Id,Name,Field,Title,Before,After,Event,Position,Date,Action,Actor,Role",
    "changed,9,0000-009,status,PIN Status,Registered,Deactivated,event-1,4711,2026-11-24T08:00:00.000Z,PIN deactivated,admin-3,IT Admin",
    "changed,9,0000-009,comment,Commentary,,lost / at school,event-1,4711,2026-11-24T08:00:00.000Z,PIN deactivated,admin-3,IT Admin",
    "",
  ]);
});

test("a comparison of thousands of rows is written whole and in order", async () => {
  const { output, lines } = keptOutput();
  const done = writeChanges(at.db, asked, output, quiet);
  const ids = Array.from({ length: 2_100 }, (_, n) => n * 3);
  await compare(ids.map((id) => ({ ...added, id })));
  expect(await done).toBe("Changed rows of Pins: 2100.");
  expect(lines().map(({ id }) => id)).toEqual(ids);
});

test("a refused comparison ends the command with the reason", async () => {
  const done = writeChanges(at.db, asked, keptOutput().output, quiet);
  const failure = expect(done).rejects.toThrow("Refused: there is too little space.");
  const { _id } = await untilComparisonIsAsked(at.db);
  await changeComparison(at.db, _id, { state: "refused", reason: "there is too little space" });
  await failure;
});

test("a comparison whose rows are erased while it is read is not passed off as complete", async () => {
  const { output, lines } = keptOutput(async (written) => {
    if (written === 2) await at.db.collection(comparisonRowsCollection).deleteMany({});
  });
  const done = writeChanges(at.db, asked, output, quiet);
  const failure = expect(done).rejects.toThrow(FormerStateGone);
  await compare(Array.from({ length: 2_100 }, (_, id) => ({ ...added, id })));
  await failure;
  expect(lines().length).toBeLessThan(2_100);
});
