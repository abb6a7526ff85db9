import { describe, expect, jest, test } from "@jest/globals";
import { Refusal } from "@ornament/contracts/routes/errors";
import { gate } from "../waiting/testing/gate.ts";
import {
  noteAppend,
  remainingMilliseconds,
  waitInQueue,
  withinDeadline,
  withoutDeadline,
} from "./deadline.ts";

const never = () => new Promise<never>(() => undefined);

describe("a deadline", () => {
  test("work that outlasts its deadline is refused, and the result of work that ends before is returned", async () => {
    await expect(withinDeadline(30, never)).rejects.toMatchObject({ code: "unavailable", status: 503 });
    await expect(withinDeadline(5_000, async () => 7)).resolves.toBe(7);
    await expect(withinDeadline(5_000, () => Promise.reject(new Error("own")))).rejects.toThrow("own");
  });

  test("the time left is infinite outside of a deadline and never more than the deadline inside", async () => {
    await withinDeadline(60_000, async () => expect(remainingMilliseconds()).toBeLessThanOrEqual(60_000));
    expect(remainingMilliseconds()).toBe(Number.POSITIVE_INFINITY);
  });

  test("past the deadline the outcome of a begun append is unknown, and a definite failure stays definite", async () => {
    const written = withinDeadline(30, async () => {
      noteAppend();
      return never();
    });
    await expect(written).rejects.toMatchObject({ code: "outcome_unknown", retryAfterSeconds: 2 });
    const definite = withinDeadline(5_000, async () => {
      noteAppend();
      throw new Refusal("storage_full");
    });
    await expect(definite).rejects.toMatchObject({ code: "storage_full" });
  });

  test("work that continues after its deadline has no time left, even if the clock is late", async () => {
    const clock = jest.spyOn(performance, "now").mockReturnValue(1_000);
    const { open: goOn, opened: answered } = gate();
    let left: Promise<number> | undefined;
    const work = withinDeadline(1, () => {
      left = answered.then(remainingMilliseconds);
      return left;
    });
    await expect(work).rejects.toMatchObject({ code: "unavailable" });
    goOn();
    expect(await left).toBe(0);
    clock.mockRestore();
  });

  test("work that several requests share has no deadline", async () => {
    const left = await withinDeadline(5_000, async () => withoutDeadline(() => remainingMilliseconds()));
    expect(left).toBe(Number.POSITIVE_INFINITY);
  });
});

describe("waiting in a queue under a deadline", () => {
  test("a request that still waits in a queue at its deadline is refused as busy", async () => {
    const refused = withinDeadline(30, () => waitInQueue(never()));
    await expect(refused).rejects.toMatchObject({ code: "busy", status: 503, retryAfterSeconds: 2 });
  });

  test("a request that waits in a queue after it began an append has an unknown outcome at its deadline", async () => {
    const refused = withinDeadline(30, async () => {
      noteAppend();
      await waitInQueue(never());
    });
    await expect(refused).rejects.toMatchObject({ code: "outcome_unknown" });
  });
});
