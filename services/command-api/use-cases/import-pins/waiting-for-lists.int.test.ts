import { afterEach, expect, test } from "@jest/globals";
import { startServer } from "@ornament/platform/http/server";
import { beforeAppends } from "../../testing/before-appends.ts";
import {
  startTestCommandApi,
  TestClock,
  type TestCommandApi,
  testStore,
} from "../../testing/test-command-api.ts";
import { listsPositionAt } from "./lists-position.ts";

const endings: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function upload(api: TestCommandApi, count: number) {
  const token = (await api.signedInAdmin()).token ?? "";
  const codes = Array.from({ length: count }, (_, index) => `LST${String(index).padStart(4, "0")}`);
  const form = new FormData();
  form.append("file", new Blob([codes.join("\n")]), "pins.csv");
  const url = new URL("/api/admin/import/csv", api.url);
  const response = await fetch(url, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  return (await response.json()) as { added: number };
}

/** command-api whose clock moves on by 1.5 s after 300 PINs, as if they had taken so long. */
async function slowApi(listsPosition: () => Promise<bigint | undefined>) {
  const clock = new TestClock();
  const pins = { begun: 0 };
  const store = beforeAppends(testStore(clock), async (stream) => {
    if (!stream.startsWith("pin-")) return;
    pins.begun += 1;
    if (pins.begun === 300) clock.advance(1_500);
  });
  const api = await startTestCommandApi({ store, clock: clock.now, listsPosition });
  endings.push(
    () => api.stop(),
    () => store.close(),
  );
  return { api, pins };
}

test("an import waits while the lists don't include what was written 0.8 seconds ago, and then goes on", async () => {
  let asked = 0;
  let lists = 0n;
  const begunAt: number[] = [];
  const { api, pins } = await slowApi(async () => {
    asked += 1;
    // They move, but too slowly, until they have been asked five times after the wait began.
    if (pins.begun >= 300) begunAt.push(pins.begun);
    lists = begunAt.length > 5 ? 2n ** 62n : lists + 1n;
    return lists;
  });
  expect(await upload(api, 3_000)).toMatchObject({ added: 3_000 });
  expect(asked).toBeGreaterThan(5);
  expect(begunAt.slice(1, 6).every((begun) => begun === begunAt[1] && begun < 300 + 256)).toBe(true);
});

test("an import does not wait for lists that can't be asked", async () => {
  const { api } = await slowApi(async () => {
    throw new Error("away");
  });
  expect(await upload(api, 1_000)).toMatchObject({ added: 1_000 });
});

test("the projector's answer is read as the position of the lists, or as one that is not known", async () => {
  let answer = '{"position":"9007199254740993"}';
  const server = await startServer(
    (request, response) => response.end(request.url === "/position" ? answer : ""),
    { port: 0 },
  );
  endings.push(() => server.stop());
  const listsPosition = listsPositionAt(server.url);
  expect(await listsPosition()).toBe(9_007_199_254_740_993n);
  answer = '{"position":null}';
  expect(await listsPosition()).toBeUndefined();
  for (answer of ['{"position":-1}', "{}", "<html>"]) await expect(listsPosition()).rejects.toThrow();
  expect(await listsPositionAt(undefined)()).toBeUndefined();
});
