import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { builtProgram } from "../programs/built-program.ts";
import { freePort } from "../programs/free-port.ts";

// The command may start any event store. This test starts the embedded one with it.
process.env.TEST_EVENTSTORE_COMMAND = `"${process.execPath}" "${builtProgram("eventstore")}"`;
const { EventStoreProcess } = await import("./event-store-process.ts");

let dataDir: string;
let store: InstanceType<typeof EventStoreProcess>;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "event-store-process-"));
  store = new EventStoreProcess(join(dataDir, "not-there-yet"), await freePort());
});
afterEach(async () => {
  await store.end("SIGKILL");
  rmSync(dataDir, { recursive: true, force: true });
});

const takesConnections = () =>
  new Promise<boolean>((resolve) => {
    const socket = connect(store.port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

test.each(["SIGTERM", "SIGKILL"] as const)(
  "an event store that TEST_EVENTSTORE_COMMAND has started ends with %s, and starts again on the same folder",
  async (signal) => {
    for (let start = 0; start < 2; start += 1) {
      await store.start();
      expect(await takesConnections()).toBe(true);
      await store.end(signal);
      expect(await takesConnections()).toBe(false);
    }
  },
);
