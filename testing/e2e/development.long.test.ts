import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  collectOutput,
  exitOf,
  newDataDir,
  removeDataDir,
  untilPrinted,
} from "@ornament/testing/product/running-product";
import { freePort } from "@ornament/testing/programs/free-port";
import { processes } from "@ornament/testing/programs/processes";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The processes that a process has started, and that these have started. */
function descendantsOf(pid: number): ReturnType<typeof processes> {
  const children = processes().filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [child, ...descendantsOf(child.pid)]);
}

describe("npm run dev", () => {
  const dataDir = newDataDir();
  let url: string;
  let development: ChildProcess;
  let output: () => string;

  beforeAll(async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    development = spawn(process.execPath, ["scripts/dev.mjs"], {
      cwd: root,
      env: { PATH: process.env.PATH ?? "", PORT: String(port), DATA_DIR: dataDir, PASSWORD_COST: "4" },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    output = collectOutput(development);
    await untilPrinted(development, output, /Ready in [\d.]+ s/);
  });

  afterAll(() => {
    development.kill("SIGKILL");
    removeDataDir(dataDir);
  });

  test.each([
    ["/", "/src/consumer/main.tsx"],
    ["/login", "/src/consumer/main.tsx"],
    ["/admin/table-pins", "/src/admin/main.tsx"],
  ])("npm run dev answers %s with the page of %s, whose source Vite serves", async (path, entry) => {
    expect(await (await fetch(url + path)).text()).toContain(`src="${entry}"`);
    const script = await fetch(url + entry);
    expect(script.status).toBe(200);
    expect(script.headers.get("content-type")).toContain("javascript");
  });

  test("npm run dev serves the API, the mailbox and the player at the origin of the pages", async () => {
    const settings = await fetch(`${url}/api/settings`);
    expect(await settings.json()).toMatchObject({ numberDevices: 5 });
    expect((await fetch(`${url}/player/`)).status).toBe(200);
    const [, link = ""] = /Mailbox +(\S+)/.exec(output()) ?? [];
    const followed = await fetch(link, { redirect: "manual" });
    const [cookie = ""] = followed.headers.get("set-cookie")?.split(";") ?? [];
    expect((await fetch(`${url}/mailbox`, { headers: { cookie } })).status).toBe(200);
  });

  test("the first IT Admin can sign in with the password that npm run dev has printed", async () => {
    const [, email, password] = /(\S+@\S+), (\S+)/.exec(output()) ?? [];
    const answer = await fetch(`${url}/api/admin/login`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: url },
      body: JSON.stringify({ email, password, verifyCaptcha: "" }),
    });
    expect(answer.status).toBe(200);
  });

  test("Ctrl+C ends every process that npm run dev has started", async () => {
    const pid = development.pid ?? 0;
    const parts = descendantsOf(pid);
    expect(parts.length).toBeGreaterThanOrEqual(9);
    const ended = exitOf(development);
    process.kill(-pid, "SIGINT");
    expect(await ended).toBe(0);
    const left = processes().map((one) => one.pid);
    expect(parts.filter((part) => left.includes(part.pid))).toEqual([]);
  });
});
