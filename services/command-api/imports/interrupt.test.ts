import { expect, test } from "@jest/globals";
import { Refusal } from "@ornament/contracts/routes/errors";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import { StorageFullError } from "@ornament/platform/eventstore/store-errors";
import { stoppedAt } from "./import-job.ts";

const counts = { rows: 440, added: 432, duplicates: 8, bad: 0 };

test.each([
  ["an append has no answer", new UnavailableError(undefined, "outcome_unknown"), "at least 432 PINs added"],
  ["the event store is away", new UnavailableError(), "at least 432 PINs added"],
  ["there is no space left", new StorageFullError(), "Until then: 432 PINs added"],
])("an import that stops because %s says the number of PINs that it surely added", (...[, error, told]) => {
  expect(stoppedAt(counts, error)).toMatchObject({ message: expect.stringContaining(told) });
});

test("an import that stops because of its file has the file's error", () => {
  const error = new Refusal("invalid_request");
  expect(stoppedAt(counts, error)).toBe(error);
});
