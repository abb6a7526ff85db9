import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** An event store in a process of its own, which nobody else uses. */
export interface LoneStore {
  readonly connectionString: string;
  /** Ends it and deletes its data. */
  stop(): Promise<void>;
}

export async function startLoneStore(): Promise<LoneStore> {
  const dataDir = mkdtempSync(join(tmpdir(), "ornament-bench-store-"));
  const child = fork(fileURLToPath(new URL("eventstore.js", import.meta.url)), {
    env: { ...process.env, DATA_DIR: dataDir, EVENTSTORE_PORT: "0" },
  });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return {
    connectionString: `esdb://127.0.0.1:${port}?tls=false`,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
