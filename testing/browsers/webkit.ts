import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../programs/free-port.ts";
import type { Engine, FoundEngine, Settings } from "./engine.ts";
import { browserEnvironment, ended, printed, programOnPath, started } from "./programs.ts";

const pauseMs = 50;

/** WebKitGTK's small browser in a virtual screen, by WebDriver over HTTP. */
export function findWebKit(): FoundEngine {
  const driver = programOnPath("WebKitWebDriver");
  const screen = programOnPath("Xvfb");
  if (driver === undefined || screen === undefined) {
    const missing = [driver ?? "WebKitWebDriver (webkit2gtk-driver)", screen ?? "Xvfb (xvfb)"]
      .filter((name) => name !== driver && name !== screen)
      .join(" and ");
    return { name: "WebKit", missing: `no ${missing} was found`, start: () => Promise.reject() };
  }
  return {
    name: "WebKitGTK",
    start: (settings) => startWebKit({ driver, screen }, settings),
  };
}

async function startWebKit(
  programs: { driver: string; screen: string },
  { size, zone }: Settings,
): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), "webkit-"));
  const downloads = join(home, "downloads");
  mkdirSync(downloads);
  mkdirSync(join(home, ".config"));
  writeFileSync(join(home, ".config/user-dirs.dirs"), 'XDG_DOWNLOAD_DIR="$HOME/downloads"\n');
  const screen = started(
    programs.screen,
    ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
    { stdio: ["ignore", "pipe", "ignore"] },
  );
  const display = await printed(screen, screen.stdout, /(\d+)\n/);
  const port = await freePort();
  const driver = started(programs.driver, [`--port=${port}`], {
    env: browserEnvironment(home, zone, { DISPLAY: `:${display}`, NO_AT_BRIDGE: "1" }),
    stdio: "ignore",
  });
  const call = callerOf(`http://127.0.0.1:${port}`);
  while (!(await call("GET", "/status").catch(() => undefined))) await pause(pauseMs);
  const { sessionId } = await call<{ sessionId: string }>("POST", "/session", { capabilities: {} });
  const at = (path: string) => `/session/${sessionId}${path}`;
  const run = (body: string) => call<string>("POST", at("/execute/sync"), { script: body, args: [] });
  await fitWindow(size, run, (rect) => call("POST", at("/window/rect"), rect));
  return {
    downloads,
    goto: (url) => call("POST", at("/url"), { url }),
    back: () => call("POST", at("/back"), {}),
    run,
    act: (device) => call("POST", at("/actions"), { actions: [device] }),
    async attach(selector, path) {
      const found = await call<object>("POST", at("/element"), { using: "css selector", value: selector });
      await call("POST", at(`/element/${Object.values(found)[0]}/value`), { text: path });
    },
    async close() {
      await call("DELETE", at(""));
      await ended(driver);
      await ended(screen);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Gives the page the size: the window's own bars come on top. */
async function fitWindow(
  { width, height }: Settings["size"],
  run: (body: string) => Promise<string>,
  resize: (rect: object) => Promise<unknown>,
): Promise<void> {
  await resize({ x: 0, y: 0, width, height });
  const shown = Number(await run("return String(innerHeight)"));
  await resize({ x: 0, y: 0, width, height: 2 * height - shown });
}

/** Calls of a WebDriver. Its refusals are thrown. */
const callerOf =
  (driver: string) =>
  async <T = void>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(driver + path, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
