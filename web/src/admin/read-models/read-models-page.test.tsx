import { expect, test } from "@jest/globals";
import type { ReadModelState } from "@ornament/contracts/read-models/api";
import { screen, within } from "@testing-library/react";
import type { AnswerOf } from "../../app/calls/contract-calls.ts";
import { json } from "../../app/testing/fake-server.ts";
import { openBackOffice } from "../testing/open-back-office.tsx";

const since = "2026-11-24T10:42:00.000Z";
const model = (change: Partial<ReadModelState>): ReadModelState => ({
  name: "pins",
  state: "ready",
  progress: 1,
  version: 2,
  generation: "pins_v2_1",
  lag: { events: 0, isMore: false, seconds: 0 },
  notUpToDate: null,
  ...change,
});
const open = (states: AnswerOf<"readModelStates">, proof?: AnswerOf<"logCheckpoint">) =>
  openBackOffice("/admin/read-models", {
    "/api/admin/read-models": json(states),
    "/api/admin/log/checkpoint": json(proof),
  });

async function proofOf(answer: AnswerOf<"logCheckpoint">) {
  open({ measuredAt: since, rows: [], verification: null }, answer);
  return within(await screen.findByRole("region", { name: "Proof of the log" }));
}

test("the page Read models shows the state of each one, the event at which one has stopped, and the last check", async () => {
  const lag = { events: 7, isMore: false, seconds: 30 };
  const stopped = { since, event: "PinActivated", position: "412", reason: "TypeError: no such field" };
  const filling = model({ name: "settings", state: "filling", progress: 0.256, lag: null });
  open({
    measuredAt: new Date().toISOString(),
    rows: [model({ lag, notUpToDate: stopped }), filling],
    verification: { at: since, passed: false, position: "90", messages: ["log: PIN has two owners"] },
  });
  const row = await screen.findByRole("row", { name: /^Pins/ });
  expect(within(row).getByText("7 events, 30 seconds")).toBeTruthy();
  expect(within(row).getByText("Stopped")).toBeTruthy();
  expect(within(row).getByText(/PinActivated at 412 can’t be processed. TypeError: no such/)).toBeTruthy();
  expect(screen.getByText(/^A read model has stopped/)).toBeTruthy();
  expect(screen.getByRole("row", { name: /^Settings.*Filling, 25 %.*Not measured/ })).toBeTruthy();
  expect(screen.queryByLabelText("Sort by")).toBeNull();
  expect(screen.getByText("log: PIN has two owners")).toBeTruthy();
  expect(screen.queryByText(/No projector is active/)).toBeNull();
});

test("the page Read models says that no projector is active", async () => {
  open({ measuredAt: since, rows: [model({})], verification: null });
  expect(await screen.findByText(/No projector is active/)).toBeTruthy();
});

test.each([
  ["names its newest signed checkpoint", null, [/covers 5,120 events/, "No difference found."]],
  [
    "tells the difference of a log that is not as it was",
    "its last 2 events are missing",
    [/The log is not as it was/, /its last 2 events are missing/],
  ],
])("the proof of the log %s, and offers the checkpoint as a file", async (_what, problem, texts) => {
  const checkpoint = { note: "ornament-log-1\n5\n…\n", events: 5_120, at: since };
  const proof = await proofOf({ checkpoint, problem });
  for (const text of texts) await proof.findByText(text);
  expect(proof.queryByText("No difference found.") === null).toBe(problem !== null);
  expect(proof.getByRole("button", { name: "Download the checkpoint" })).toBeTruthy();
});

test("the proof of a new log says when its first checkpoint is signed", async () => {
  const proof = await proofOf({ checkpoint: null, problem: null });
  expect(await proof.findByText(/first checkpoint is signed within a minute/)).toBeTruthy();
  expect(proof.queryByRole("button")).toBeNull();
});
