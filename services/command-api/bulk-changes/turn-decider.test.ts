import { expect, test } from "@jest/globals";
import type { BulkChangeTurnEvent } from "@ornament/contracts/bulk-changes/events";
import { specify } from "@ornament/platform/commands/testing/decider-specification";
import { bulkChangeTurnDecider } from "./decider.ts";

const { given } = specify(bulkChangeTurnDecider);
const turn = (bulkChangeId: string, adminId: number) => ({ bulkChangeId, adminId });
const taken = (
  bulkChangeId: string,
  adminId: number,
  others: ReturnType<typeof turn>[] = [],
): BulkChangeTurnEvent => ({ type: "BulkChangeTurnTaken", data: { bulkChangeId, adminId, others } });
const take = (bulkChangeId: string, adminId: number, ...ended: string[]) =>
  ({ type: "TakeTurn", bulkChangeId, adminId, ended }) as const;

test("three admins have a running bulk change each, and a fourth one waits until one has ended", () => {
  const [a, b] = [turn("a", 1), turn("b", 2)];
  given().when(take("a", 1)).thenEvents(taken("a", 1));
  const three = [taken("a", 1), taken("b", 2, [a]), taken("c", 3, [a, b])];
  given(three).when(take("d", 4)).thenRefused("bulk_change_running");
  given(three)
    .when(take("d", 4, "b"))
    .thenEvents(taken("d", 4, [a, turn("c", 3)]));
});

test("an admin's second bulk change waits until the first one has ended", () => {
  given(taken("a", 1)).when(take("b", 1)).thenRefused("bulk_change_running");
  given(taken("a", 1))
    .when(take("b", 1, "a"))
    .thenEvents(taken("b", 1));
});

test("a bulk change takes one turn", () => {
  given(taken("a", 1)).when(take("a", 1)).thenEvents();
});

test("the latest turn names all running bulk changes, so only that one has to be read", () => {
  const events = [taken("a", 1), taken("b", 2, [turn("a", 1)])];
  const fold = (some: readonly BulkChangeTurnEvent[]) =>
    some.reduce(bulkChangeTurnDecider.evolve, bulkChangeTurnDecider.initialState());
  expect(fold(events.slice(-1))).toEqual(fold(events));
});
