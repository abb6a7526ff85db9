/** The product in development: two stores that keep running, and services that start again after a change. */
import { join } from "node:path";
import { runProgram } from "./run-program.mjs";

/** The embedded servers, with the variable that gives each its port. */
const portVariables = { eventstore: "EVENTSTORE_PORT", mongodb: "MONGODB_PORT" };
const ofServices = ["start", "projector", "password-worker"];

/**
 * @param folder where the built programs are
 * @param environment of every part
 * @param gatewayPort where the services answer, the same after each start
 * @param say is called with one line for the terminal
 * @param onStoreLost is called with the reason when a store ends unexpectedly
 */
export function developmentParts({ folder, environment, gatewayPort, say, onStoreLost }) {
  const stores = {};
  let services;
  /** Resolves to whether the services run; during a start, when it has ended. */
  let serving = Promise.resolve(false);
  let stopping = false;

  async function startStore(name) {
    const { port } = stores[name] ?? {};
    const fixedPort = port === undefined ? {} : { [portVariables[name]]: String(port) };
    const program = runProgram(join(folder, `${name}.js`), {
      environment: { ...environment, ...fixedPort },
      isReady: (said) => said.ready === true,
    });
    const store = { program, port };
    stores[name] = store;
    store.port = (await program.ready).port;
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

  async function startServices() {
    const program = runProgram(join(folder, "start.js"), {
      environment: {
        ...environment,
        PORT: String(gatewayPort),
        EVENTSTORE_URL: `esdb://127.0.0.1:${stores.eventstore.port}?tls=false`,
        MONGODB_URL: `mongodb://127.0.0.1:${stores.mongodb.port}/?directConnection=true`,
      },
      isReady: (said) => typeof said === "string" && said.includes("Ornament is ready at"),
      onLog: (entry) => process.stdout.write(`${entry}\n`),
    });
    services = program;
    program.ended.then((code) => {
      if (stopping || services !== program) return;
      serving = Promise.resolve(false);
      say(`The services have ended with ${code}. They start again with the next change.`);
    });
    await program.ready;
  }

  async function restartServices() {
    const before = services;
    services = undefined;
    await before?.stop();
    await startServices();
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
      await Promise.all(Object.keys(portVariables).map(startStore));
      return nowServing(startServices());
    },
    /** Restarts the parts that the changed programs belong to. Resolves to whether the services run. */
    async restart(changed) {
      for (const name of changed) if (name in stores) await restartStore(name);
      return ofServices.some((name) => changed.includes(name)) ? nowServing(restartServices()) : serving;
    },
    serving: () => serving,
    async stop() {
      stopping = true;
      await services?.stop();
      await Promise.all(Object.values(stores).map(({ program }) => program?.stop()));
    },
  };
}
