import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import WebSocket from "ws";
import type { Engine, FoundEngine, Settings } from "./engine.ts";
import { browserEnvironment, ended, printed, programOnPath, started, versionOf } from "./programs.ts";

/** Firefox without a window, by WebDriver BiDi. */
export function findFirefox(): FoundEngine {
  const program = programOnPath("firefox-esr", "firefox");
  if (program === undefined)
    return { name: "Firefox", missing: "no firefox-esr was found", start: () => Promise.reject() };
  return { name: `Firefox ${versionOf(program)}`, start: (settings) => startFirefox(program, settings) };
}

async function startFirefox(program: string, { size, zone }: Settings): Promise<Engine> {
  const home = mkdtempSync(join(tmpdir(), "firefox-"));
  const downloads = join(home, "downloads");
  mkdirSync(downloads);
  const preferences = {
    "browser.download.folderList": 2,
    "browser.download.dir": downloads,
    "intl.accept_languages": "en-US",
    "ui.prefersReducedMotion": 1,
  };
  writeFileSync(
    join(home, "user.js"),
    Object.entries(preferences)
      .map((preference) => `user_pref(${preference.map((part) => JSON.stringify(part)).join(", ")});\n`)
      .join(""),
  );
  const firefox = started(
    program,
    ["--headless", "--no-remote", "--profile", home, "--remote-debugging-port=0"],
    { env: browserEnvironment(home, zone), stdio: ["ignore", "ignore", "pipe"] },
  );
  const address = await printed(firefox, firefox.stderr, /WebDriver BiDi listening on (ws:\S+)/);
  const { call, end } = await connect(`${address}/session`);
  await call("session.new", { capabilities: {} });
  // The first tab never has the focus, so that nothing in it loses the focus either.
  const { context } = await call<{ context: string }>("browsingContext.create", { type: "tab" });
  await call("browsingContext.setViewport", { context, viewport: size });
  return {
    downloads,
    goto: (url) => call("browsingContext.navigate", { context, url, wait: "complete" }),
    back: () => call("browsingContext.traverseHistory", { context, delta: -1 }),
    async run(body) {
      const { result, exceptionDetails } = await call<Evaluated>("script.callFunction", {
        functionDeclaration: `function () { ${body} }`,
        target: { context },
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result?.value ?? "";
    },
    act: (device) => call("input.performActions", { context, actions: [device] }),
    async attach(selector, path) {
      const { nodes } = await call<{ nodes: [{ sharedId: string }] }>("browsingContext.locateNodes", {
        context,
        locator: { type: "css", value: selector },
      });
      const [{ sharedId }] = nodes;
      await call("input.setFiles", { context, element: { sharedId }, files: [path] });
    },
    async close() {
      end();
      await ended(firefox);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

interface Evaluated {
  result?: { value?: string };
  exceptionDetails?: { text: string };
}

/** A connection that numbers its calls and gives each its answer. */
async function connect(address: string) {
  const socket = new WebSocket(address);
  await once(socket, "open");
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.on("message", (message) => {
    const answer = JSON.parse(String(message)) as Answer;
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  let calls = 0;
  return {
    async call<T = void>(method: string, params: object = {}): Promise<T> {
      const id = ++calls;
      const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
      socket.send(JSON.stringify({ id, method, params }));
      const { type, result, error, message } = await answered;
      if (type === "error") throw new Error(`${method}: ${error}: ${message}`);
      return result as T;
    },
    end: () => socket.terminate(),
  };
}

interface Answer {
  id: number;
  type: "success" | "error" | "event";
  result?: unknown;
  error?: string;
  message?: string;
}
