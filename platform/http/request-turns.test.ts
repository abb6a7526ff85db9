import { describe, expect, test } from "@jest/globals";
import { Refusal } from "@ornament/contracts/errors";
import { withinDeadline } from "../deadline/deadline.ts";
import { outsideTurn, RequestTurns } from "./request-turns.ts";

/** A promise that the test resolves. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

const turnsOf = (workers: number, longestWaitMilliseconds = 60_000) =>
  new RequestTurns({ workers, longestWaitMilliseconds, pause: async () => undefined });

describe("requests in turn", () => {
  test("no more requests are worked on at a time than there are turns, and all of them are answered", async () => {
    const turns = turnsOf(3);
    let now = 0;
    let most = 0;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        turns.run(`192.0.2.${n}`, async () => {
          now += 1;
          most = Math.max(most, now);
          await new Promise((resolve) => setImmediate(resolve));
          now -= 1;
          return n;
        }),
      ),
    );
    expect(most).toBe(3);
    expect(answers).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });

  test("a request from another network does not wait behind all requests of a crowd", async () => {
    const turns = turnsOf(1);
    const served: string[] = [];
    const ask = (ip: string) => turns.run(ip, async () => void served.push(ip));
    const crowd = Array.from({ length: 20 }, () => ask("192.0.2.1"));
    await Promise.all([...crowd, ask("198.51.100.7")]);
    expect(served.indexOf("198.51.100.7")).toBeLessThanOrEqual(2);
  });

  test("a request that could not be answered in time is refused as busy, and nothing is done for it", async () => {
    const turns = turnsOf(1, 90);
    const { open, opened } = gate();
    const first = turns.run("192.0.2.1", () => opened);
    let begun = false;
    const second = turns.run("192.0.2.2", async () => {
      begun = true;
    });
    await expect(second).rejects.toMatchObject({ code: "busy", status: 503, retryAfterSeconds: 2 });
    open();
    await first;
    expect(begun).toBe(false);
  });

  test("the work of a request whose deadline came while it waited for its turn is not begun", async () => {
    const turns = turnsOf(1);
    const { open, opened } = gate();
    const first = turns.run("192.0.2.1", () => opened);
    let begun = false;
    const second = withinDeadline(1, () =>
      turns.run("192.0.2.2", async () => {
        begun = true;
      }),
    );
    await expect(second).rejects.toMatchObject({ code: "busy" });
    open();
    await first;
    await turns.run("192.0.2.3", async () => undefined);
    expect(begun).toBe(false);
  });

  test("a request that waits for something else leaves its turn to another", async () => {
    const turns = turnsOf(1);
    const { open, opened } = gate();
    const first = turns.run("192.0.2.1", () => outsideTurn(() => opened));
    await turns.run("192.0.2.2", async () => open());
    await first;
  });

  test("outside of a request, waiting for something else needs no turn", async () => {
    expect(await outsideTurn(async () => 7)).toBe(7);
  });

  test("a failed request leaves its turn to the next one", async () => {
    const turns = turnsOf(1);
    await expect(turns.run("192.0.2.1", () => Promise.reject(new Refusal("not_found")))).rejects.toThrow();
    expect(await turns.run("192.0.2.1", async () => 7)).toBe(7);
  });
});
