import { connect, createServer, type Socket } from "node:net";
import { dirname, join } from "node:path";
import { type Replica, startProgram } from "@ornament/testing/product/replica";
import { builtProgram } from "@ornament/testing/programs/built-program";
import { freePort } from "@ornament/testing/programs/free-port";
import type { Target } from "./target.ts";

/** A gateway before two replicas of command-api and a query-api, as in a deployment with several replicas. */
export async function balancedServices(
  target: Target,
  environment: Record<string, string>,
): Promise<{ url: string; stop(): Promise<void> }> {
  const started: Replica[] = [];
  const start = async (name: string, more: Record<string, string> = {}) => {
    const service = await startProgram(name, target.product, { ...environment, ...more });
    started.push(service);
    return service.url;
  };
  const stopping: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of stopping) await end();
    await Promise.all(started.map((service) => service.stop()));
  };
  try {
    const replicas = [await start("command-api"), await start("command-api")];
    const { url: commandApi, close } = await inTurn(replicas);
    stopping.push(close);
    const queryApi = await start("query-api", { COMMAND_API_URL: commandApi });
    const gateway = await start("gateway", {
      COMMAND_API_URL: commandApi,
      QUERY_API_URL: queryApi,
      PROJECTOR_URL: target.product.url,
      WEB_ROOT: join(dirname(builtProgram("gateway")), "..", "web", "dist"),
      PORT: String(await freePort()),
    });
    return { url: gateway, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A port whose connections go to the servers in rotation. */
async function inTurn(urls: readonly string[]): Promise<{ url: string; close: () => Promise<unknown> }> {
  const taken = new Set<Socket>();
  let next = 0;
  const server = createServer((socket) => {
    const onwards = connect(Number(new URL(urls[next++ % urls.length] ?? "").port), "127.0.0.1");
    for (const end of [socket, onwards]) {
      taken.add(end);
      end.on("error", () => end.destroy()).once("close", () => taken.delete(end));
    }
    socket.once("close", () => onwards.destroy());
    onwards.once("close", () => socket.destroy());
    socket.pipe(onwards).pipe(socket);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        for (const socket of taken) socket.destroy();
      }),
  };
}
