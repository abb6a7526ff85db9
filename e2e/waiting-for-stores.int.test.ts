import { type ChildProcess, fork, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { projectionNames } from "@ornament/contracts/events/projections";
import { type RunningMongo, startMongo } from "@ornament/embedded/mongodb/server";
import { drawSecrets } from "@ornament/platform/tokens/secrets";
import { builtProgram } from "./product/built-program.ts";
import { freePort } from "./product/free-port.ts";
import { adminEmail, adminPassword } from "./product/running-product.ts";
import { type TestEventStore, testEventStore } from "./product/test-event-store.ts";

/** The built services, each a process of its own, with stores that come late, go away and come back. */
type Name = "command-api" | "query-api" | "projector" | "gateway";

interface Process {
  readonly child: ChildProcess;
  readonly ended: Promise<{ code: number | null; signal: string | null }>;
  /** From then on it has a say in how SIGTERM ends it. */
  readonly hears: Promise<void>;
  readonly listening: Promise<string>;
  /** What it has told its parent once it had started. */
  readonly started: Promise<Record<string, unknown>>;
  /** The log, a line each. */
  lines(): Record<string, unknown>[];
}

const secret = "s3cret-of-the-store";
let folder: string;
let ports: { events: number; documents: number };
let secrets: Record<string, string>;
const running: Process[] = [];
let events: TestEventStore | undefined;
let documents: RunningMongo | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "waiting-"));
  ports = { events: await freePort(), documents: await freePort() };
  secrets = drawSecrets();
});
afterEach(async () => {
  for (const { child, ended } of running.splice(0)) {
    child.kill("SIGKILL");
    await ended;
  }
  await Promise.all([stopEvents(), documents?.stop()]);
  documents = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const stopEvents = async () => {
  await events?.stop();
  events = undefined;
};
const startEvents = async () => {
  events = await testEventStore({ dataDir: folder, port: ports.events });
};
const startDocuments = async () => {
  documents = await startMongo({ port: ports.documents });
};

/** Loaded before the program: it tells the test when that begins to listen for the signal. */
const tellsOfListener = `process.on("newListener", (name) => name === "SIGTERM" && process.send({ hears: true }))`;

function start(name: Name, environment: Record<string, string> = {}): Process {
  const child = fork(builtProgram(name), {
    env: {
      PATH: process.env.PATH ?? "",
      ...secrets,
      PORT: "0",
      PUBLIC_URL: "http://localhost:8080",
      PLAYER_URL: "http://localhost:8080/player/",
      // EventStoreDB's client refuses a password without TLS; MongoDB's is sent to a server that asks for one alone.
      EVENTSTORE_URL: `esdb://127.0.0.1:${ports.events}?tls=false`,
      MONGODB_URL: `mongodb://127.0.0.1:${ports.documents}/?directConnection=true`,
      SMTP_URL: "smtp://127.0.0.1:1",
      SPOOL_DIR: folder,
      PASSWORD_COST: "4",
      ADMIN_EMAIL: adminEmail,
      ADMIN_PASSWORD: adminPassword,
      LOG_LEVEL: "info",
      ...environment,
    },
    execArgv: ["--import", `data:text/javascript,${encodeURIComponent(tellsOfListener)}`],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  let text = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    text += chunk;
  });
  const told = <T>(what: "hears" | "ready" | "started", value: (message: Record<string, unknown>) => T) =>
    new Promise<T>((resolve) =>
      child.on("message", (message: Record<string, unknown>) => what in message && resolve(value(message))),
    );
  const found: Process = {
    child,
    ended: new Promise((resolve) => child.once("exit", (code, signal) => resolve({ code, signal }))),
    hears: told("hears", () => undefined),
    listening: told("ready", ({ port }) => `http://127.0.0.1:${port}`),
    started: told("started", (message) => message),
    lines: () =>
      text
        .split("\n")
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
  };
  running.push(found);
  return found;
}

const readiness = async (url: string) => {
  const answer = await fetch(`${url}/readyz`);
  return { status: answer.status, ...((await answer.json()) as { ready: boolean; reason?: string }) };
};

/** Waits until it is ready, or not, and answers how long that took. */
async function until(url: string, ready: boolean): Promise<{ took: number; reason: string | undefined }> {
  const began = performance.now();
  for (;;) {
    const found = await readiness(url);
    if (found.ready === ready) return { took: performance.now() - began, reason: found.reason };
    if (performance.now() - began > 60_000) throw new Error(`/readyz says ${JSON.stringify(found)}`);
    await pause(20);
  }
}

const quick = 5_000;

describe("without any store", () => {
  test.each([
    [
      "command-api",
      "POST",
      "/api/admin/login",
      /^(waiting for t|T)he event store at 127\.0\.0\.1:\d+( refuses connections .*)?$/,
    ],
    ["query-api", "GET", "/api/settings", /^waiting for MongoDB at 127\.0\.0\.1:\d+$/],
    [
      "projector",
      "GET",
      "/healthz",
      /^(waiting for t|T)he event store at 127\.0\.0\.1:\d+( refuses connections .*)?$/,
    ],
  ] as const)(
    "%s listens, is healthy, not ready, and says calmly what it waits for",
    async (name, method, path, reason) => {
      const service = start(name);
      const url = await service.listening;
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      expect(await readiness(url)).toEqual({
        status: 503,
        ready: false,
        reason: expect.stringMatching(reason),
      });
      if (path.startsWith("/api")) {
        const answer = await fetch(url + path, { method });
        expect({ status: answer.status, body: await answer.json() }).toMatchObject({
          status: 503,
          body: { code: "unavailable" },
        });
        expect(answer.headers.get("retry-after")).toMatch(/^[12]$/);
      }
      for (;;) {
        const warnings = service.lines().filter(({ level }) => Number(level) >= 40);
        if (warnings.length === 0) {
          await pause(20);
          continue;
        }
        expect(warnings.length).toBeLessThanOrEqual(2);
        for (const warning of warnings) {
          expect(warning).toMatchObject({
            msg: expect.stringMatching(/^Waiting for (the event store|MongoDB), which does not answer$/),
            address: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
            reason: expect.any(String),
          });
          expect(warning).not.toHaveProperty("err");
          expect(JSON.stringify(warning)).not.toMatch(/available right now|stack/);
        }
        return;
      }
    },
  );

  test("the password of an address is never told", async () => {
    const service = start("query-api", {
      MONGODB_URL: `mongodb://somebody:${secret}@127.0.0.1:${ports.documents}/`,
    });
    const { reason } = await readiness(await service.listening);
    expect(reason).toBe(`waiting for MongoDB at 127.0.0.1:${ports.documents}`);
    while (service.lines().every(({ level }) => Number(level) < 40)) await pause(20);
    expect(JSON.stringify(service.lines())).not.toMatch(new RegExp(`${secret}|somebody`));
  });

  test.each(["command-api", "query-api", "projector", "gateway"] as const)(
    "%s ends at once and cleanly when it is asked to, whenever that is",
    async (name) => {
      const behind = ["COMMAND_API_URL", "QUERY_API_URL", "PROJECTOR_URL"];
      const addresses = Object.fromEntries(behind.map((variable) => [variable, "http://127.0.0.1:1"]));
      const WEB_ROOT = join(import.meta.dirname, "..", "web", "dist");
      for (const moment of ["at once", "while it begins", "once it listens", "a second later"]) {
        const service = start(name, { ...addresses, WEB_ROOT, LOG_LEVEL: "silent" });
        if (moment === "while it begins") await service.hears;
        if (moment === "once it listens" || moment === "a second later") await service.listening;
        if (moment === "a second later") await pause(1_000);
        const asked = performance.now();
        service.child.kill("SIGTERM");
        const { code, signal } = await service.ended;
        // Node takes a moment before it runs the first line of a program; till then the signal alone ends it.
        if (moment === "at once") expect([code, signal]).toEqual(code === 0 ? [0, null] : [null, "SIGTERM"]);
        else expect({ moment, code, signal }).toEqual({ moment, code: 0, signal: null });
        expect(performance.now() - asked).toBeLessThan(3_000);
      }
    },
  );

  test("what is wrong with a setting still ends the process with one line and 78", async () => {
    expect(await start("query-api", { MONGODB_URL: "nonsense" }).ended).toMatchObject({ code: 78 });
    expect(await start("command-api", { EVENTSTORE_URL: "nonsense" }).ended).toMatchObject({ code: 78 });
    // The first admin's settings count where there is no admin yet, so that they are looked at once the store is there.
    const late = start("command-api", { ADMIN_PASSWORD: "short" });
    await late.listening;
    await startEvents();
    expect(await late.ended).toMatchObject({ code: 78 });
  });
});

describe("stores that come later than the services", () => {
  test("are waited for, whatever the time: then everything is ready and the first admin can sign in", async () => {
    const [commands, queries, projector] = [
      start("command-api", { ADMIN_PASSWORD: "" }),
      start("query-api"),
      start("projector"),
    ];
    const urls = await Promise.all([commands, queries, projector].map(({ listening }) => listening));
    // Longer than the driver waits for a server before it gives up and closes what it has begun.
    await pause(6_500);
    for (const url of urls) expect(await readiness(url)).toMatchObject({ status: 503 });
    await Promise.all([startEvents(), startDocuments()]);
    const took = await Promise.all(urls.map(async (url) => (await until(url, true)).took));
    expect(Math.max(...took)).toBeLessThan(quick + 2_500);
    const { firstAdmin } = (await commands.started) as { firstAdmin: { email: string; password: string } };
    const signedIn = await fetch(`${urls[0]}/api/admin/login`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(firstAdmin),
    });
    expect(signedIn.status).toBe(200);
    expect((await fetch(`${urls[1]}/api/settings`)).status).toBe(200);
    for (const service of [commands, queries, projector])
      expect(JSON.stringify(service.lines())).toMatch(/answers again/);
  });
});

describe("the projections command", () => {
  function run(...words: string[]) {
    const child = spawn(process.execPath, [builtProgram("projections"), ...words], {
      env: {
        PATH: process.env.PATH ?? "",
        EVENTSTORE_URL: `esdb://127.0.0.1:${ports.events}?tls=false`,
        MONGODB_URL: `mongodb://127.0.0.1:${ports.documents}/?directConnection=true`,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output = { out: "", err: "" };
    child.stdout.on("data", (chunk: Buffer) => {
      output.out += chunk;
    });
    child.stderr.on("data", (chunk: Buffer) => {
      output.err += chunk;
    });
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    return { output, ended };
  }

  test("waits for stores that are not there yet, says so, and does its work once they are", async () => {
    const { output, ended } = run("status");
    while (!output.err.includes("event store")) await pause(20);
    expect(output.err).toMatch(/^Waiting for .*which does not answer \(127\.0\.0\.1:\d+: .+\)$/m);
    await Promise.all([startEvents(), startDocuments()]);
    expect(await ended).toBe(0);
    expect(output.out).toContain("No projector is active.");
  });

  test("goes on over an absence of the document store", async () => {
    await Promise.all([startEvents(), startDocuments()]);
    // Its first admin is the log's first event.
    await until(await start("command-api").listening, true);
    await until(await start("projector").listening, true);
    await documents?.goAway();
    const { output, ended } = run("verify");
    while (!output.err.includes("MongoDB")) await pause(20);
    await documents?.comeBack();
    expect(await ended).toBe(0);
    expect(output.out.match(/the same as after a fresh replay/g)).toHaveLength(projectionNames.length);
  });
});

describe("stores that go away from services that run", () => {
  test("are followed by the readiness within 5 s, both ways, and nothing is started again", async () => {
    await Promise.all([startEvents(), startDocuments()]);
    const services = [start("command-api"), start("query-api"), start("projector")] as const;
    const [commands = "", queries = "", projector = ""] = await Promise.all(
      services.map(({ listening }) => listening),
    );
    await Promise.all([commands, queries, projector].map((url) => until(url, true)));

    await documents?.goAway();
    for (const url of [queries, projector]) {
      const { took, reason } = await until(url, false);
      expect(reason).toBe("MongoDB does not answer");
      expect(took).toBeLessThan(quick);
    }
    expect(await readiness(commands)).toMatchObject({ ready: true });
    await documents?.comeBack();
    for (const url of [queries, projector]) expect((await until(url, true)).took).toBeLessThan(quick);

    documents?.faults.freeze();
    for (const url of [queries, projector]) expect((await until(url, false)).took).toBeLessThan(quick);
    documents?.faults.thaw();
    for (const url of [queries, projector]) expect((await until(url, true)).took).toBeLessThan(quick);

    await stopEvents();
    for (const url of [commands, projector]) {
      const { took, reason } = await until(url, false);
      expect(reason).toBe("the event store does not answer");
      expect(took).toBeLessThan(quick);
    }
    expect(await readiness(queries)).toMatchObject({ ready: true });
    await startEvents();
    for (const url of [commands, projector]) expect((await until(url, true)).took).toBeLessThan(quick);

    for (const service of services) {
      service.child.kill("SIGTERM");
      expect(await service.ended).toEqual({ code: 0, signal: null });
    }
  });

  test("hold up no stop", async () => {
    await Promise.all([startEvents(), startDocuments()]);
    const services = [start("command-api"), start("query-api"), start("projector")];
    await Promise.all(services.map(async ({ listening }) => until(await listening, true)));
    await Promise.all([documents?.goAway(), stopEvents()]);
    await Promise.all(services.map(async ({ listening }) => fetch(`${await listening}/readyz`)));
    for (const service of services) {
      service.child.kill("SIGTERM");
      const asked = performance.now();
      expect(await service.ended).toEqual({ code: 0, signal: null });
      expect(performance.now() - asked).toBeLessThan(4_800);
    }
  });
});
