/** The product in development: stores that keep running, and services that are restarted on changes. */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./run-program.mjs";

/** The embedded servers, with the variables that give each its socket or its port. */
const placeVariables = {
  eventstore: { socket: "EVENTSTORE_SOCKET", port: "EVENTSTORE_PORT" },
  mongodb: { socket: "MONGODB_SOCKET", port: "MONGODB_PORT" },
};
/** The program that starts the services and keeps them running. */
const launcher = "development";

/**
 * @param folder the folder of the built programs
 * @param environment of every part
 * @param gatewayPort the port of the services, the same after each start
 * @param say is called with one line for the terminal
 * @param onLog is called with each entry of the program log of the services
 * @param onStoreLost is called with the reason when a store ends unexpectedly
 */
export function developmentParts({ folder, environment, gatewayPort, say, onLog, onStoreLost }) {
  const stores = {};
  /**
   * The folder of the sockets, for its owner only. On Windows, without sockets for gRPC, servers listen on
   * ports.
   */
  const sockets = process.platform === "win32" ? undefined : mkdtempSync("/tmp/ornament-");
  let product;
  /** Resolves to whether the services run; during a start, at its end. */
  let serving = Promise.resolve(false);
  let stopping = false;

  async function startStore(name) {
    const { port } = stores[name] ?? {};
    const variables = placeVariables[name];
    const place = {
      ...(sockets && { [variables.socket]: join(sockets, `${name}.sock`) }),
      ...(port !== undefined && { [variables.port]: String(port) }),
    };
    const program = runProgram(join(folder, `${name}.js`), {
      environment: { ...environment, ...place },
      isReady: (said) => said.ready === true,
    });
    const store = { program, port };
    stores[name] = store;
    const ready = await program.ready;
    store.port = ready.port;
    store.address = ready.address;
    program.ended.then((code) => {
      if (!stopping && stores[name].program === program) onStoreLost(`${name} has ended with ${code}`);
    });
  }

  async function restartStore(name) {
    const { program, port } = stores[name];
    stores[name] = { port };
    await program.stop();
    await startStore(name);
  }

  async function startProduct() {
    const program = runProgram(join(folder, `${launcher}.js`), {
      environment: {
        NODE_OPTIONS: "--enable-source-maps",
        ...environment,
        PORT: String(gatewayPort),
        EVENTSTORE_URL: stores.eventstore.address,
        MONGODB_URL: stores.mongodb.address,
      },
      isReady: (said) => typeof said === "string" && said.includes("Ornament is ready at"),
      onLog,
    });
    product = program;
    program.ended.then((code) => {
      if (stopping || product !== program) return;
      serving = Promise.resolve(false);
      say(`The services have ended with ${code}. They start again with the next change.`);
    });
    await program.ready;
  }

  async function restartProduct() {
    const before = product;
    product = undefined;
    await before?.stop();
    await startProduct();
  }

  const nowServing = (start) => {
    serving = start.then(
      () => true,
      () => false,
    );
    return serving;
  };

  return {
    /** Resolves to whether the services run. */
    async start() {
      await Promise.all(Object.keys(placeVariables).map(startStore));
      return nowServing(startProduct());
    },
    /** Restarts the changed stores, and the services if one of their programs has changed. Resolves to whether the services run. */
    async restart(changed) {
      for (const name of changed) if (name in stores) await restartStore(name);
      return changed.some((name) => !(name in stores)) ? nowServing(restartProduct()) : serving;
    },
    serving: () => serving,
    async stop() {
      stopping = true;
      await product?.stop();
      await Promise.all(Object.values(stores).map(({ program }) => program?.stop()));
      if (sockets) rmSync(sockets, { recursive: true, force: true });
    },
  };
}
