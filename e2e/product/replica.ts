import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { builtProgram } from "./built-program.ts";
import { eventStoreUrl, secretsOnDisk } from "./event-log.ts";
import type { RunningProduct } from "./running-product.ts";

export interface Replica {
  readonly url: string;
  stop(): Promise<void>;
}

type Product = Pick<RunningProduct, "dataDir" | "url" | "stores">;

const mongodbUrl = ({ dataDir }: Product): string =>
  JSON.parse(readFileSync(join(dataDir, "run.json"), "utf8")).mongodbUrl ?? process.env.MONGODB_URL;

const services = ["command-api", "query-api", "projector", "gateway"];

/** One more command-api on the running product's log, as a process of its own. */
export const startReplica = (product: Product, environment: Record<string, string> = {}): Promise<Replica> =>
  startProgram("command-api", product, environment);

/** One more of a built program beside the running product, as a process of its own. */
export async function startProgram(
  name: string,
  product: Product,
  environment: Record<string, string> = {},
): Promise<Replica> {
  const child = fork(builtProgram(name), {
    env: {
      PATH: process.env.PATH ?? "",
      ...secretsOnDisk(product),
      PORT: "0",
      PUBLIC_URL: product.url,
      PLAYER_URL: `${product.url}/player/`,
      EVENTSTORE_URL: eventStoreUrl(product),
      MONGODB_URL: mongodbUrl(product),
      ...product.stores.environment,
      SPOOL_DIR: product.dataDir,
      PASSWORD_COST: "4",
      REQUEST_LIMIT_SCALE: "1000",
      REQUEST_DEADLINE_SECONDS: "60",
      LOG_LEVEL: "error",
      ...environment,
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    let listening = 0;
    child.on("message", (message: { port?: number; started?: true }) => {
      listening = message.port ?? listening;
      // Only the services begin by waiting for their stores.
      if (message.started || !services.includes(name)) resolve(listening);
    });
    child.once("exit", (code) => reject(new Error(`${name} ended with ${code}`)));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
