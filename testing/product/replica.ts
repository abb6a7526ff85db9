import { fork } from "node:child_process";
import { builtProgram } from "../programs/built-program.ts";
import { settingsOf } from "./product-files.ts";
import type { RunningProduct } from "./running-product.ts";

export interface Replica {
  readonly url: string;
  stop(): Promise<void>;
}

type Product = Pick<RunningProduct, "dataDir" | "url" | "stores">;

const services = ["command-api", "query-api", "projector", "gateway"];

/** Starts a second command-api on the running product's event store, as a separate process. */
export const startReplica = (product: Product, environment: Record<string, string> = {}): Promise<Replica> =>
  startProgram("command-api", product, environment);

/**
 * Starts a second process of one of the product's programs, with the running product's stores and secrets.
 */
export async function startProgram(
  name: string,
  product: Product,
  environment: Record<string, string> = {},
): Promise<Replica> {
  const child = fork(builtProgram(name), {
    env: {
      PATH: process.env.PATH ?? "",
      ...settingsOf(product),
      PORT: "0",
      PUBLIC_URL: product.url,
      PLAYER_URL: `${product.url}/player/`,
      // The product's gateway passes commands on.
      COMMAND_API_URL: product.url,
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
      // A service listens first and reports `started` when it has reached its stores. The other programs are
      // ready when they listen.
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
