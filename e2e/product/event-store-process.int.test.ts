import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { builtProgram } from "./built-program.ts";
import type { EventStoreProcess } from "./event-store-process.ts";
import { freePort } from "./free-port.ts";

/** A command that starts an event store for the suites, here the embedded one. */
process.env.TEST_EVENTSTORE_COMMAND = `"${process.execPath}" "${builtProgram("eventstore")}"`;
const given = await import("./event-store-process.ts");

let dataDir: string;
let store: EventStoreProcess;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "event-store-process-"));
  store = new given.EventStoreProcess(join(dataDir, "not-there-yet"), await freePort());
});
afterEach(async () => {
  await store.end("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

const answers = () =>
  new Promise<boolean>((resolve) => {
    const socket = connect(store.port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

test.each(["SIGTERM", "SIGKILL"] as const)(
  "an event store that a command has started is gone after %s, and starts again on its folder",
  async (signal) => {
    for (let turn = 0; turn < 2; turn += 1) {
      await store.start();
      expect(await answers()).toBe(true);
      await store.end(signal);
      expect(await answers()).toBe(false);
    }
  },
);
