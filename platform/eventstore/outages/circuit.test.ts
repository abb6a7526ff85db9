import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { UnavailableError } from "../event-store.ts";
import { WrongRevision } from "../log-client.ts";
import { Circuit } from "./circuit.ts";

const down = new Error("connect ECONNREFUSED");

/** A circuit before a store that is up or down, and what it told. */
function watched() {
  const told: string[] = [];
  const store = { up: true, probes: 0 };
  const ask = async () => {
    if (!store.up) throw down;
  };
  const circuit = new Circuit({
    probe: async () => {
      store.probes += 1;
      await ask();
    },
    isOutage: (error) => !(error instanceof WrongRevision),
    onAway: (error) => told.push(`away: ${(error as Error).message}`),
    onBack: (refused) => told.push(`back, ${refused} refused`),
  });
  const call = async (work: () => Promise<unknown> = ask) => {
    await circuit.admit();
    return await circuit.watch(work);
  };
  const failThrice = async () => {
    store.up = false;
    for (const _ of "123") await call().catch(() => undefined);
  };
  return { circuit, store, told, call, failThrice };
}

beforeEach(() => void jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick"] }));
afterEach(() => void jest.useRealTimers());

describe("a circuit before the store", () => {
  test("refuses at once after three failures in a row and a moment's grace, and tells once", async () => {
    const { circuit, store, told, call, failThrice } = watched();
    await failThrice();
    expect(told).toEqual(["away: connect ECONNREFUSED"]);
    await jest.advanceTimersByTimeAsync(1_600);
    const before = store.probes;
    await expect(call()).rejects.toBeInstanceOf(UnavailableError);
    expect(store.probes).toBe(before);
    expect(told).toHaveLength(1);
    circuit.stop();
  });

  test("lets work wait for a store that is back within a moment", async () => {
    const { store, told, call, failThrice } = watched();
    await failThrice();
    const waiting = call();
    store.up = true;
    await jest.advanceTimersByTimeAsync(300);
    await expect(waiting).resolves.toBeUndefined();
    expect(told).toEqual(["away: connect ECONNREFUSED", "back, 0 refused"]);
  });

  test("asks with one probe at a time and goes on a quarter of a second after the store's return", async () => {
    const { circuit, store, told, call, failThrice } = watched();
    await failThrice();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(store.probes).toBeLessThanOrEqual(240);
    for (const _ of "12") await call().catch(() => undefined);
    store.up = true;
    await jest.advanceTimersByTimeAsync(260);
    expect(circuit.isAway).toBe(false);
    expect(told.at(-1)).toBe("back, 2 refused");
    await expect(call()).resolves.toBeUndefined();
  });

  test("takes an answer, a refusal too, for a sign that the store is there", async () => {
    const { circuit, call } = watched();
    for (const error of [down, down, new WrongRevision(1n), down, down])
      await call(() => Promise.reject(error)).catch(() => undefined);
    expect(circuit.isAway).toBe(false);
  });

  test("learns nothing from who gave up before a store could have answered", async () => {
    const { circuit, call } = watched();
    for (const _ of "1234") await call(() => Promise.reject(new UnavailableError())).catch(() => undefined);
    expect(circuit.isAway).toBe(false);
  });

  test("asks nothing more once it is stopped", async () => {
    const { circuit, store, told, failThrice } = watched();
    await failThrice();
    circuit.stop();
    await jest.advanceTimersByTimeAsync(10_000);
    expect(store.probes).toBe(0);
    expect(told).toHaveLength(1);
  });
});
