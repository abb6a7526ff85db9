import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import WebSocket from "ws";
import { collectOutput, exitOf } from "../product/running-product.ts";
import { freePort } from "../programs/free-port.ts";

/** A started browser with one window. */
export interface Engine {
  goto(address: string): Promise<void>;
  /** The browser's Back. */
  back(): Promise<void>;
  /** Runs the body of a function in the page. Returns the text that it returns. */
  run(body: string): Promise<string>;
  /** What a pointer or a keyboard does, as W3C WebDriver and WebDriver BiDi name it. */
  act(device: "pointer" | "key", acts: readonly object[]): Promise<void>;
  close(): Promise<void>;
}

/** The size of the page, and the value of the environment variable TZ. */
export interface Settings {
  size: { width: number; height: number };
  zone: string;
}

/** The browsers of this machine, or the programs that are missing for one, in words. */
export const foundEngines = [
  {
    name: "Firefox",
    missing: onPath("firefox-esr", "firefox") ? "" : "no firefox-esr was found",
    start: startFirefox,
  },
  {
    name: "WebKitGTK",
    missing: ["WebKitWebDriver", "Xvfb"]
      .flatMap((name) => (onPath(name) ? [] : `no ${name} was found`))
      .join(", "),
    start: startWebKit,
  },
];

/** The path of the first of the programs that this machine has. */
function onPath(...names: string[]): string | undefined {
  return spawnSync("which", names, { encoding: "utf8" }).stdout.split("\n")[0] || undefined;
}

/** Starts a program with nothing of this process's environment but its PATH. It ends with this process at the latest. */
function startProgram(program: string, words: string[], environment: Record<string, string> = {}) {
  const env = { PATH: process.env.PATH ?? "", LANG: "C.UTF-8", ...environment };
  const child = spawn(program, words, { env, stdio: ["ignore", "pipe", "pipe"] });
  process.once("exit", () => child.kill());
  const output = collectOutput(child);
  const ended = exitOf(child);
  return {
    /** Waits for a text in its output. Returns the first group of the match. */
    async printed(pattern: RegExp): Promise<string> {
      for (;;) {
        const [, found] = pattern.exec(output()) ?? [];
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(`${program} ended early:\n${output()}`);
        await pause(20);
      }
    },
    async end() {
      child.kill();
      await ended;
    },
  };
}

/** Firefox without a window, by WebDriver BiDi. */
async function startFirefox({ size, zone }: Settings): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), "firefox-"));
  writeFileSync(
    join(home, "user.js"),
    'user_pref("intl.accept_languages", "en-US");\nuser_pref("ui.prefersReducedMotion", 1);\n',
  );
  const words = ["--headless", "--no-remote", "--profile", home, "--remote-debugging-port=0"];
  const firefox = startProgram(onPath("firefox-esr", "firefox") ?? "", words, { HOME: home, TZ: zone });
  const socket = new WebSocket(`${await firefox.printed(/WebDriver BiDi listening on (ws:\S+)/)}/session`);
  await once(socket, "open");
  let calls = 0;
  const call = async (method: string, params: object) => {
    const id = ++calls;
    socket.send(JSON.stringify({ id, method, params }));
    for (;;) {
      const [message] = await once(socket, "message");
      const answer = JSON.parse(String(message));
      if (answer.id !== id) continue;
      if (answer.type === "error") throw new Error(`${method}: ${answer.error}: ${answer.message}`);
      return answer.result;
    }
  };
  await call("session.new", { capabilities: {} });
  // The first tab never has the focus, so that nothing in it loses the focus either.
  const { context } = await call("browsingContext.create", { type: "tab" });
  await call("browsingContext.setViewport", { context, viewport: size });
  return {
    goto: (url) => call("browsingContext.navigate", { context, url, wait: "complete" }),
    back: () => call("browsingContext.traverseHistory", { context, delta: -1 }),
    async run(body) {
      const functionDeclaration = `function () { ${body} }`;
      const given = { functionDeclaration, target: { context }, awaitPromise: true };
      const { result, exceptionDetails } = await call("script.callFunction", given);
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result.value;
    },
    act: (type, actions) => call("input.performActions", { context, actions: [{ type, id: type, actions }] }),
    async close() {
      socket.terminate();
      await firefox.end();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** WebKitGTK's small browser in a virtual screen, by WebDriver over HTTP. */
async function startWebKit({ size, zone }: Settings): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), "webkit-"));
  const onScreen = ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"];
  const screen = startProgram("Xvfb", onScreen);
  const DISPLAY = `:${await screen.printed(/(\d+)\n/)}`;
  const port = await freePort();
  const environment = { HOME: home, TZ: zone, DISPLAY, NO_AT_BRIDGE: "1" };
  const driver = startProgram("WebKitWebDriver", [`--port=${port}`], environment);
  const call = async (method: string, path: string, body?: object) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...sent });
    const { value } = (await answer.json()) as { value: ReturnType<typeof JSON.parse> };
    if (!answer.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  while (!(await call("GET", "/status").catch(() => undefined))) await pause(50);
  const { sessionId } = await call("POST", "/session", { capabilities: {} });
  const at = (path: string, body: object = {}) => call("POST", `/session/${sessionId}${path}`, body);
  const run = (script: string): Promise<string> => at("/execute/sync", { script, args: [] });
  // The window's own bars come on top of the page.
  await at("/window/rect", { x: 0, y: 0, ...size });
  const shown = Number(await run("return String(innerHeight)"));
  await at("/window/rect", { x: 0, y: 0, width: size.width, height: 2 * size.height - shown });
  return {
    goto: (url) => at("/url", { url }),
    back: () => at("/back"),
    run,
    act: (type, actions) => at("/actions", { actions: [{ type, id: type, actions }] }),
    async close() {
      await call("DELETE", `/session/${sessionId}`);
      await driver.end();
      await screen.end();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
