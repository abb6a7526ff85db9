import { describe, expect, test } from "@jest/globals";
import { Refusal } from "@ornament/contracts/routes/errors";
import { withinDeadline } from "../deadline/deadline.ts";
import { atMostForEach, outsideTurn } from "./at-most.ts";
import { Line } from "./line.ts";
import { gate } from "./testing/gate.ts";

const turnOfTheLoop = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A queue whose work ends when the test says so. */
function testLine({ places = 100, longestWaitMilliseconds = 60_000 } = {}) {
  const line = new Line({ atOnce: 1, places, placesOfOne: places, longestWaitMilliseconds });
  const running: (() => void)[] = [];
  const served: string[] = [];
  const ask = (name: string): Promise<string> =>
    line
      .run(name, async () => {
        served.push(name);
        const { open, opened } = gate();
        running.push(open);
        await opened;
        return "done";
      })
      .catch((error) => (error instanceof Refusal ? error.code : "failed"));
  const outcomeNow = async (outcome: Promise<string>) =>
    await Promise.race([outcome, turnOfTheLoop().then(() => "waits")]);
  return {
    line,
    served,
    ask,
    /** The outcome of the work, or "waits". */
    now: outcomeNow,
    /** Ends the running work repeatedly. */
    async work(rounds: number) {
      for (let round = 0; round < rounds; round += 1) {
        await turnOfTheLoop();
        for (const end of running.splice(0)) end();
        await turnOfTheLoop();
      }
    },
  };
}

describe("the order of a queue", () => {
  test("a queue runs all of its work, and never more at the same time than its limit", async () => {
    const line = new Line({ atOnce: 3, places: 200, longestWaitMilliseconds: 60_000 });
    let now = 0;
    let most = 0;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        line.run(`192.0.2.${n}`, async () => {
          now += 1;
          most = Math.max(most, now);
          await turnOfTheLoop();
          now -= 1;
          return n;
        }),
      ),
    );
    expect(most).toBe(3);
    expect(answers).toEqual(Array.from({ length: 50 }, (_, n) => n));
  });

  test("a name with one request is served before the second request of a name with many", async () => {
    const line = testLine();
    for (let n = 0; n < 4; n += 1) void line.ask("flood");
    void line.ask("ann");
    void line.ask("bob");
    await line.work(6);
    expect(line.served).toEqual(["flood", "ann", "bob", "flood", "flood", "flood"]);
  });

  test("the second request of a name is served although new names arrive all the time", async () => {
    const line = testLine();
    void line.ask("ann");
    for (let n = 0; n < 3; n += 1) void line.ask(`first ${n}`);
    void line.ask("ann");
    for (let n = 0; n < 20; n += 1) {
      void line.ask(`new ${n}`);
      await line.work(1);
    }
    expect(line.served.slice(0, 10).filter((name) => name === "ann")).toHaveLength(2);
  });

  test("a name with many waiting requests is served no more often than names that send one after each answer", async () => {
    const line = testLine();
    let ended = false;
    const again = (name: string): Promise<unknown> => line.ask(name).then(() => ended || again(name));
    const flood = Array.from({ length: 20 }, () => again("flood"));
    const others = ["ann", "bob", "cid"].map(again);
    await line.work(100);
    const turns = line.served.filter((name) => name === "flood").length;
    ended = true;
    await line.work(25);
    await Promise.all([...flood, ...others]);
    expect(turns).toBeLessThanOrEqual(40);
  });

  test("failed work lets the next work begin", async () => {
    const line = new Line({ atOnce: 1, places: 10, longestWaitMilliseconds: 60_000 });
    await expect(line.run("ann", () => Promise.reject(new Refusal("not_found")))).rejects.toThrow();
    expect(await line.run("ann", async () => 7)).toBe(7);
  });
});

describe("places in a queue", () => {
  test("one name gets at most half of the places of a queue", async () => {
    const line = new Line({ atOnce: 1, places: 100, longestWaitMilliseconds: 60_000 });
    const { open, opened } = gate();
    const asked = Array.from({ length: 300 }, () => line.run("flood", () => opened));
    const ann = line.run("ann", async () => "served");
    open();
    const refused = (await Promise.allSettled(asked)).filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(250);
    expect(await ann).toBe("served");
  });

  test("a full queue refuses work as busy immediately, and a place is free again after its work", async () => {
    const line = testLine({ places: 2 });
    const [first, , third] = [line.ask("ann"), line.ask("bob"), line.ask("cid")];
    expect(await line.now(third)).toBe("busy");
    await line.work(1);
    expect(await first).toBe("done");
    const fourth = line.ask("dan");
    expect(await line.now(fourth)).toBe("waits");
    await line.work(2);
    expect(await fourth).toBe("done");
  });
});

describe("work that waits too long in a queue", () => {
  test("work that has waited for too long is refused as busy and not begun, and its place is free", async () => {
    const line = testLine({ places: 3, longestWaitMilliseconds: 20 });
    const first = line.ask("ann");
    expect(await Promise.all(["bob", "cid"].map(line.ask))).toEqual(["busy", "busy"]);
    const outcomes = [first, line.ask("dan")];
    await line.work(2);
    expect(await Promise.all(outcomes)).toEqual(["done", "done"]);
    expect(line.served).toEqual(["ann", "dan"]);
  });

  test("the work of a request whose deadline passed in the queue is not begun", async () => {
    const line = testLine();
    const first = line.ask("ann");
    const late = async () => void line.served.push("bob");
    await expect(withinDeadline(1, () => line.line.run("bob", late))).rejects.toMatchObject({
      code: "busy",
      status: 503,
      retryAfterSeconds: 2,
    });
    const third = line.ask("cid");
    await line.work(2);
    expect(await Promise.all([first, third])).toEqual(["done", "done"]);
    expect(line.served).toEqual(["ann", "cid"]);
  });
});

describe("work that waits for something else", () => {
  const newLine = () => new Line({ atOnce: 1, places: 10, longestWaitMilliseconds: 60_000 });

  test("work that waits for something else lets other work run, and then continues before waiting work", async () => {
    const line = newLine();
    const { open, opened } = gate();
    const did: string[] = [];
    const ann = line.run("ann", async () => {
      did.push("ann begins");
      await Promise.all([outsideTurn(() => opened), outsideTurn(() => opened)]);
      did.push("ann ends");
    });
    const bob = line.run("bob", async () => {
      did.push("bob");
      open();
      await turnOfTheLoop();
    });
    await Promise.all([ann, bob, line.run("cid", async () => void did.push("cid"))]);
    expect(did).toEqual(["ann begins", "bob", "ann ends", "cid"]);
  });

  test("work that waits for its caller's earlier work lets the work of other callers run", async () => {
    const line = new Line({ atOnce: 2, places: 100, longestWaitMilliseconds: 60_000 });
    const ofCaller = atMostForEach(1);
    const { open, opened } = gate();
    const did: string[] = [];
    const of = (name: string, work: () => Promise<unknown>) =>
      line.run(name, () => ofCaller(name, work)).then(() => did.push(name));
    const all = [of("ann", () => opened), of("ann", async () => undefined), of("bob", async () => undefined)];
    await turnOfTheLoop();
    await turnOfTheLoop();
    expect(did).toEqual(["bob"]);
    open();
    await Promise.all(all);
  });

  test("work that paused several times, one after another and at the same time, holds one permit", async () => {
    const line = newLine();
    let running = 0;
    let most = 0;
    const step = async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
    };
    const leaveOften = async () => {
      await step();
      await Promise.all([outsideTurn(turnOfTheLoop), outsideTurn(async () => undefined)]);
      await step();
      await Promise.all([
        outsideTurn(turnOfTheLoop),
        outsideTurn(turnOfTheLoop).then(() => outsideTurn(turnOfTheLoop)),
      ]);
      await step();
    };
    await Promise.all(["ann", "bob", "cid"].map((name) => line.run(name, leaveOften)));
    expect(most).toBe(1);
    const { open, opened } = gate();
    const first = line.run("ann", () => opened);
    let begun = false;
    const second = line.run("bob", async () => {
      begun = true;
    });
    await turnOfTheLoop();
    expect(begun).toBe(false);
    open();
    await Promise.all([first, second]);
  });

  test("work that ends while a part of it waits for something else keeps no permit", async () => {
    const line = newLine();
    const { open, opened } = gate();
    const failing = line.run("ann", async () => {
      await Promise.all([outsideTurn(() => opened), Promise.reject(new Error("failed"))]);
    });
    await expect(failing).rejects.toThrow("failed");
    open();
    await turnOfTheLoop();
    expect(await line.run("bob", async () => 7)).toBe(7);
  });

  test("work that ends while a part of it waits for a permit again keeps no permit", async () => {
    const line = newLine();
    const [elsewhere, failure, bob] = [gate(), gate(), gate()];
    const failing = line.run("ann", () =>
      Promise.all([
        outsideTurn(() => elsewhere.opened),
        failure.opened.then(() => Promise.reject(new Error("failed"))),
      ]),
    );
    const second = line.run("bob", () => bob.opened);
    await turnOfTheLoop();
    elsewhere.open();
    await turnOfTheLoop();
    failure.open();
    await expect(failing).rejects.toThrow("failed");
    bob.open();
    await second;
    expect(await line.run("cid", async () => 7)).toBe(7);
  });
});
