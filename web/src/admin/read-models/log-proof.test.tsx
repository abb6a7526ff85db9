import { expect, test } from "@jest/globals";
import { screen, within } from "@testing-library/react";
import type { AnswerOf } from "../../app/calls/contract-calls.ts";
import { json } from "../../app/testing/fake-server.ts";
import { openBackOffice } from "../testing/open-back-office.tsx";

const checkpoint = { note: "ornament-log-1\n5\n…\n", events: 5_120, at: "2026-11-24T10:42:00.000Z" };

async function proofOf(answer: AnswerOf<"logCheckpoint">) {
  openBackOffice("/admin/read-models", {
    "/api/admin/read-models": () => json({ measuredAt: checkpoint.at, rows: [], verification: null }),
    "/api/admin/log/checkpoint": () => json(answer),
  });
  return within(await screen.findByRole("region", { name: "Proof of the log" }));
}

test("the proof of the log names its newest signed checkpoint and offers it as a file", async () => {
  const proof = await proofOf({ checkpoint, problem: null });
  expect(await proof.findByText(/covers 5,120 events/)).toBeTruthy();
  expect(proof.getByText("No difference found.")).toBeTruthy();
  expect(proof.getByRole("button", { name: "Download the checkpoint" })).toBeTruthy();
});

test("the proof of a new log says when its first checkpoint is signed", async () => {
  const proof = await proofOf({ checkpoint: null, problem: null });
  expect(await proof.findByText(/first checkpoint is signed within a minute/)).toBeTruthy();
  expect(proof.queryByRole("button")).toBeNull();
});

test("a log that is not as it was is told with the difference, and its last checkpoint can still be saved", async () => {
  const proof = await proofOf({ checkpoint, problem: "its last 2 lasting events are missing" });
  expect(await proof.findByText(/The log is not as it was/)).toBeTruthy();
  expect(proof.getByText(/its last 2 lasting events are missing/)).toBeTruthy();
  expect(proof.queryByText("No difference found.")).toBeNull();
  expect(proof.getByRole("button", { name: "Download the checkpoint" })).toBeTruthy();
});
