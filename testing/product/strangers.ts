import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { builtProgram } from "../programs/built-program.ts";
import { portsOf } from "../programs/processes.ts";
import { eventStoreUrl, mongodbUrl } from "./product-files.ts";
import type { RunningProduct } from "./running-product.ts";

/** One try of a stranger: `done` is the result, `refused` the reason of the failure. */
export interface Try {
  readonly what: string;
  readonly where: string | number;
  readonly done?: string;
  readonly refused?: string;
}

/** The user "nobody". Only root can become another user. */
export const otherUser = process.getuid?.() === 0 ? 65_534 : undefined;

export const forgedPasswordHash = "$2b$04$mbytn.mYN47xEH2J2AdAQuwyxamjzHHUNY6xepxoFzDwd6hCCu4li";

/**
 * The results of a stranger's program at a running product on this machine: at all its ports and, if it runs
 * as another user, at the sockets and files that only the owner should reach. `adminId` is the admin in whose
 * name an event is forged.
 */
export async function triesOfAStranger(
  product: RunningProduct,
  adminId: number,
): Promise<{ uid: number; tries: Try[] }> {
  const { url, dataDir } = product;
  const stores = otherUser === undefined ? [] : [eventStoreUrl(product), mongodbUrl(product)];
  const sockets = stores.flatMap((address) => /^unix:(.+)/.exec(address)?.[1] ?? []);
  const ports = [...new Set([Number(new URL(url).port), ...portsOf(product.pid)])];
  const known = {
    uid: otherUser,
    url,
    dataDir,
    adminId,
    passwordHash: forgedPasswordHash,
    eventStores: [...stores.slice(0, 1), ...ports.map((port) => `esdb://127.0.0.1:${port}?tls=false`)],
    documentStores: [
      ...stores.slice(1),
      ...ports.map((port) => `mongodb://127.0.0.1:${port}/?directConnection=true`),
    ],
    mailServers: [
      ...sockets.map((path) => ({ path: join(dirname(path), "mailbox.sock") })),
      ...ports.map((port) => ({ port })),
    ],
  };
  const { stdout } = await promisify(execFile)(process.execPath, [
    builtProgram("stranger"),
    JSON.stringify(known),
  ]);
  const [first, ...tries] = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return { uid: first.uid, tries };
}
