import { fork } from "node:child_process";
import { builtProgram } from "./built-program.ts";
import { eventStoreUrl, secretsOnDisk } from "./event-log.ts";
import type { RunningProduct } from "./running-product.ts";

export interface Replica {
  readonly url: string;
  stop(): Promise<void>;
}

/** One more command-api on the running product's log, as a process of its own. */
export async function startReplica(
  product: RunningProduct,
  environment: Record<string, string> = {},
): Promise<Replica> {
  const child = fork(builtProgram("command-api"), {
    env: {
      PATH: process.env.PATH ?? "",
      ...secretsOnDisk(product),
      PORT: "0",
      PUBLIC_URL: product.url,
      PLAYER_URL: `${product.url}/player/`,
      EVENTSTORE_URL: eventStoreUrl(product),
      SPOOL_DIR: product.dataDir,
      PASSWORD_COST: "4",
      REQUEST_LIMIT_SCALE: "1000",
      LOG_LEVEL: "error",
      ...environment,
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    child.once("message", (message) => resolve((message as { port: number }).port));
    child.once("exit", (code) => reject(new Error(`The replica ended with ${code}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
