import { fork } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { accessReadModel } from "@ornament/contracts/access/document";
import type { BenchedProduct } from "./benched-product.ts";
import { withDocuments } from "./document-store.ts";

export const peersFolder = resolve("testing/bench/peers");

/** Another program with the product's function, as a separate process. */
export interface Peer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a program of the folder. It reports its port to the process that started it. */
export async function startPeer(file: string, environment: Record<string, string>): Promise<Peer> {
  const child = fork(join(peersFolder, file), { env: { ...process.env, ...environment }, execArgv: [] });
  const ended = once(child, "exit");
  const [{ port }] = (await Promise.race([
    once(child, "message"),
    ended.then(([code]) => Promise.reject(new Error(`${file} ended with ${code}`))),
  ])) as [{ port: number }];
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      await ended;
    },
  };
}

/** What a peer needs to check an admin's token as the product does. */
export const accessOf = (product: BenchedProduct): Promise<Record<string, string>> =>
  withDocuments(product, async ({ of }) => ({
    TOKEN_KEY: product.secrets.ADMIN_TOKEN_KEY ?? "",
    ACCESS_COLLECTION: of(accessReadModel).collectionName,
  }));
