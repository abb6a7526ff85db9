import { describe, expect, test } from "@jest/globals";
import { Refusal } from "@ornament/contracts/errors";
import { type Asker, FairQueue } from "./fair-queue.ts";

/** A queue whose clock and workers are controlled by the test: each piece of work takes `milliseconds`. */
function testQueue(options: { workers?: number; longestWait?: number; milliseconds?: number } = {}) {
  const { workers = 1, longestWait = 1_000, milliseconds = 100 } = options;
  let now = 0;
  const running: { asker: Asker; end: () => void }[] = [];
  const served: string[] = [];
  const queue = new FairQueue({
    workers,
    longestWaitMilliseconds: longestWait,
    places: 100,
    now: () => now,
  });
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    served,
    /** Returns "refused" if there was no place, else the outcome of the work. */
    ask(asker: Asker): Promise<string> | "refused" {
      try {
        const place = queue.enter(asker);
        const work = () =>
          new Promise<void>((end) => {
            served.push(asker.name);
            running.push({ asker, end });
          });
        return place
          .run(work)
          .then(
            () => "done",
            (error) => (error instanceof Refusal ? error.code : "failed"),
          )
          .finally(() => place.leave());
      } catch (error) {
        if (error instanceof Refusal && error.code === "busy" && error.retryAfterSeconds) return "refused";
        throw error;
      }
    },
    /** Ends all running work, `rounds` times. */
    async work(rounds: number, took = milliseconds) {
      for (let round = 0; round < rounds; round += 1) {
        await settled();
        now += took;
        for (const { end } of running.splice(0)) end();
        await settled();
      }
    },
  };
}

const known = (name: string): Asker => ({ known: true, name });
const other = (name: string): Asker => ({ known: false, name });
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, n) => make(n));

describe("a fair queue", () => {
  test("a fair queue serves names in turn, however many requests one name makes", async () => {
    const queue = testQueue();
    for (let n = 0; n < 4; n += 1) queue.ask(other("flood"));
    queue.ask(other("ann"));
    queue.ask(other("bob"));
    await queue.work(10);
    expect(queue.served).toEqual(["flood", "flood", "ann", "bob", "flood", "flood"]);
  });

  test("a fair queue gives as many places as can be served in time and refuses the rest at once", async () => {
    const queue = testQueue();
    const asked = times(300, (n) => queue.ask(other(`source ${n}`)));
    const admitted = asked.filter((outcome) => outcome !== "refused");
    expect(admitted.length).toBeGreaterThanOrEqual(10);
    expect(admitted.length).toBeLessThanOrEqual(11);
    await queue.work(11);
    expect(new Set(await Promise.all(admitted))).toEqual(new Set(["done"]));
  });

  test("one name gets at most half of the places in a fair queue", () => {
    const queue = testQueue();
    const asked = times(300, () => queue.ask(other("flood")));
    expect(asked.filter((outcome) => outcome !== "refused").length).toBeLessThanOrEqual(6);
    expect(queue.ask(other("ann"))).not.toBe("refused");
  });

  test("one name gets at most half of the places in a fair queue, also where all of them are served in time", async () => {
    const queue = testQueue({ milliseconds: 0.01 });
    for (let n = 0; n < 100; n += 1) {
      queue.ask(other("flood"));
      await queue.work(1);
    }
    const asked = times(300, () => queue.ask(other("flood")));
    expect(asked.filter((outcome) => outcome !== "refused")).toHaveLength(50);
    expect(queue.ask(other("ann"))).not.toBe("refused");
  });

  test("a fair queue gives fewer places when the work has become slower", async () => {
    const queue = testQueue();
    for (let n = 0; n < 60; n += 1) {
      queue.ask(other("slow"));
      await queue.work(1, 400);
    }
    const asked = times(300, (n) => queue.ask(other(`source ${n}`)));
    expect(asked.filter((outcome) => outcome !== "refused").length).toBeLessThanOrEqual(3);
  });

  test("a known caller is served before others and finds a place in a fair queue that is full of others", async () => {
    const queue = testQueue();
    for (let n = 0; n < 300; n += 1) queue.ask(other(`source ${n}`));
    expect(queue.ask(known("ann"))).not.toBe("refused");
    await queue.work(2);
    expect(queue.served).toEqual(["source 0", "ann", "source 1"]);
  });

  test("one known caller gets at most eight places in a fair queue", () => {
    const queue = testQueue({ longestWait: 10_000 });
    const asked = times(50, () => queue.ask(known("ann")));
    expect(asked.filter((outcome) => outcome !== "refused")).toHaveLength(8);
    expect(queue.ask(known("bob"))).not.toBe("refused");
  });

  test("known callers leave every fourth turn of a fair queue to the others", async () => {
    const queue = testQueue({ longestWait: 10_000 });
    for (let n = 0; n < 9; n += 1) queue.ask(known(`known ${n}`));
    for (let n = 0; n < 3; n += 1) queue.ask(other(`other ${n}`));
    await queue.work(12);
    const kinds = queue.served.map((name) => name.split(" ")[0]);
    expect(kinds.slice(0, 8).filter((kind) => kind === "other")).toHaveLength(2);
    expect(kinds).toHaveLength(12);
  });

  test("a caller who has waited twice as long as planned is refused and not served", async () => {
    const queue = testQueue();
    const outcomes = times(4, (n) => queue.ask(other(`source ${n}`)));
    await queue.work(1, 5_000);
    expect(await Promise.all(outcomes)).toEqual(["done", "busy", "busy", "busy"]);
  });

  test("another caller is served while the work of a fair queue waits for something else, and that work continues afterwards", async () => {
    const queue = new FairQueue({ workers: 1, longestWaitMilliseconds: 1_000, places: 10 });
    const [first, second, third] = [
      queue.enter(other("ann")),
      queue.enter(other("bob")),
      queue.enter(other("cid")),
    ];
    const did: string[] = [];
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const ann = first.run(async () => {
      did.push("ann begins");
      await Promise.all([first.pause(() => arrived), first.pause(() => arrived)]);
      did.push("ann ends");
    });
    await second.run(async () => void did.push("bob"));
    arrive();
    await ann;
    await third.run(async () => void did.push("cid"));
    expect(did).toEqual(["ann begins", "bob", "ann ends", "cid"]);
  });

  test("the time for which work pauses does not count for the places of a fair queue", async () => {
    let now = 0;
    const queue = new FairQueue({
      workers: 1,
      longestWaitMilliseconds: 1_000,
      places: 100,
      now: () => now,
    });
    for (let n = 0; n < 60; n += 1) {
      const place = queue.enter(other("ann"));
      await place.run(() =>
        place.pause(async () => {
          now += 60_000;
        }),
      );
      place.leave();
    }
    times(50, (n) => queue.enter(other(`source ${n}`)));
    expect(() => queue.enter(other("one more"))).not.toThrow();
  });

  test("leaving a place twice frees it only once", async () => {
    const queue = new FairQueue({ workers: 1, longestWaitMilliseconds: 0, places: 2 });
    const place = queue.enter(other("ann"));
    expect(() => queue.enter(other("bob"))).toThrow(Refusal);
    place.leave();
    place.leave();
    queue.enter(other("bob"));
    expect(() => queue.enter(other("cid"))).toThrow(Refusal);
  });
});
