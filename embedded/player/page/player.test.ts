/** @jest-environment jsdom */
import { expect, jest, test } from "@jest/globals";

const ids = ["title", "count", "days", "counted", "status", "way-back"];
const session = { status: "ok", ornamentName: "Fir tree", registeredAt: "2026-12-01T12:00:00.000Z" };

/** Loads the page's program in a browser that blocks storages, and answers its call. Returns the token that it sent. */
async function load(): Promise<string> {
  document.body.innerHTML = ids.map((id) => `<p id="${id}"></p>`).join("");
  const sent: string[] = [];
  globalThis.fetch = async (_url, init) => {
    sent.push(new Headers(init?.headers).get("Authorization") ?? "");
    return { ok: true, status: 200, json: async () => session } as Response;
  };
  jest.resetModules();
  jest.spyOn(window, "sessionStorage", "get").mockImplementation(() => {
    throw new DOMException("Access is denied", "SecurityError");
  });
  await import("./player.ts");
  // All answers are ready, so the page is when the next task begins.
  await new Promise((next) => setTimeout(next));
  expect(document.getElementById("title")?.textContent).toBe("Fir tree is ready");
  jest.restoreAllMocks();
  return sent.join();
}

test("the player runs in a browser that blocks storages, keeps the token out of the URL, and has it after a reload", async () => {
  window.history.replaceState(null, "", "/player/?deviceToken=a.b.c");
  expect(await load()).toBe("Bearer a.b.c");
  expect(window.location.href).not.toContain("a.b.c");
  expect(await load()).toBe("Bearer a.b.c");
});
