import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { UnavailableError } from "../../deadline/unavailable-error.ts";
import { WrongRevision } from "../log-client.ts";
import { Circuit } from "./circuit.ts";

const down = new Error("connect ECONNREFUSED");

/** A circuit for a store that is up or down, with its reports. */
function watched() {
  const reported: string[] = [];
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
    onAway: (error) => reported.push(`away: ${(error as Error).message}`),
    onBack: (refused) => reported.push(`back, ${refused} refused`),
  });
  const call = async (work: () => Promise<unknown> = ask) => {
    await circuit.admit();
    return await circuit.call(60_000, work());
  };
  const failThrice = async () => {
    store.up = false;
    for (const _ of "123") await call().catch(() => undefined);
  };
  return { circuit, store, reported, call, failThrice };
}

beforeEach(() => void jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick"] }));
afterEach(() => void jest.useRealTimers());

test("a circuit refuses callers immediately soon after three failures in a row, and reports one outage", async () => {
  const { circuit, store, reported, call, failThrice } = watched();
  await failThrice();
  expect(reported).toEqual(["away: connect ECONNREFUSED"]);
  await jest.advanceTimersByTimeAsync(1_600);
  const before = store.probes;
  await expect(call()).rejects.toBeInstanceOf(UnavailableError);
  expect(store.probes).toBe(before);
  expect(reported).toHaveLength(1);
  circuit.stop();
});

test("callers of a circuit wait for a store that is available again within a moment", async () => {
  const { store, reported, call, failThrice } = watched();
  await failThrice();
  const waiting = call();
  store.up = true;
  await jest.advanceTimersByTimeAsync(300);
  await expect(waiting).resolves.toBeUndefined();
  expect(reported).toEqual(["away: connect ECONNREFUSED", "back, 0 refused"]);
});

test("a circuit sends one probe at a time and closes within a quarter of a second after the store is back", async () => {
  const { circuit, store, reported, call, failThrice } = watched();
  await failThrice();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(store.probes).toBeLessThanOrEqual(240);
  for (const _ of "12") await call().catch(() => undefined);
  store.up = true;
  await jest.advanceTimersByTimeAsync(260);
  expect(circuit.isAway).toBe(false);
  expect(reported.at(-1)).toBe("back, 2 refused");
  await expect(call()).resolves.toBeUndefined();
});

test("any answer, even a refusal, shows a circuit that the store is available", async () => {
  const { circuit, call } = watched();
  for (const error of [down, down, new WrongRevision(1n), down, down])
    await call(() => Promise.reject(error)).catch(() => undefined);
  expect(circuit.isAway).toBe(false);
});

test("calls that gave up very early don't open a circuit", async () => {
  const { circuit, call } = watched();
  for (const _ of "1234") await call(() => Promise.reject(new UnavailableError())).catch(() => undefined);
  expect(circuit.isAway).toBe(false);
});

test("a stopped circuit sends no more probes", async () => {
  const { circuit, store, reported, failThrice } = watched();
  await failThrice();
  circuit.stop();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(store.probes).toBe(0);
  expect(reported).toHaveLength(1);
});
