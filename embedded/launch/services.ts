import { commandApi } from "@ornament/command-api/program";
import { startGateway } from "@ornament/gateway/program";
import type { Upstream } from "@ornament/gateway/upstream";
import type { Logger } from "@ornament/platform/logging/logger";
import type { ServiceContext, StartDetails } from "@ornament/platform/process/run-service";
import { queryApi } from "@ornament/query-api/program";
import type { Keep, Running, StartProcess } from "./part.ts";

type Settings = Record<string, string | undefined>;

interface Pages {
  mailbox: Upstream | undefined;
  player: Upstream;
}

/** The running services. The gateway is opened last, when its port is free. */
export interface Services {
  /** The details of command-api when it has started, with the first IT Admin's sign-in. */
  started: Promise<StartDetails>;
  openGateway(settings: Settings): Promise<void>;
}

/**
 * Starts the gateway and both APIs in this process, where the gateway calls them directly. The projector is a process of its
 * own: its work for each event would hold up the requests.
 */
export async function startServicesHere(
  settings: Settings,
  pages: Pages,
  { logger, keep, startProcess }: { logger: Logger; keep: Keep; startProcess: StartProcess },
): Promise<Services> {
  const context = (service: string, own: Settings = {}): ServiceContext => ({
    environment: { ...settings, ...own },
    logger: logger.child({ service }),
    here: true,
  });
  const start = async <R extends Running>(program: Program<R>, own?: Settings) =>
    keep(await program.start(context(program.name, own)));
  const [commands, queries, projections] = await Promise.all([
    start(commandApi),
    start(queryApi),
    startService(startProcess, "projector", settings),
  ]);
  const behind = {
    commandApi: commands.app,
    queryApi: queries.app,
    projector: new URL(addressOf(projections)),
    ...pages,
  };
  return {
    started: allStarted(commands, projections),
    async openGateway(own) {
      keep(await startGateway(context("gateway", own), behind));
    },
  };
}

/** Rejects with the first service that can't start. */
const allStarted = (...services: { started: Promise<StartDetails> }[]): Promise<StartDetails> =>
  Promise.all(services.map(({ started }) => started)).then((details) => Object.assign({}, ...details));

const startService = (start: StartProcess, name: string, settings: Settings) =>
  start(name, settings, { port: "PORT" });

const addressOf = ({ port }: { port: number }) => `http://127.0.0.1:${port}`;

interface Program<R> {
  name: string;
  start(context: ServiceContext): Promise<R>;
}

/** Starts each service as a process on a loopback port, to which the gateway sends requests. */
export async function startServicesAsProcesses(
  settings: Settings,
  pages: Pages,
  start: StartProcess,
): Promise<Services> {
  const begin = (name: string, own: Settings = {}) => startService(start, name, { ...settings, ...own });
  const [commands, queries, projections] = await Promise.all([
    begin("command-api"),
    begin("query-api"),
    begin("projector"),
  ]);
  const pageAt = (page: Upstream | undefined) => (page instanceof URL ? page.href : undefined);
  return {
    started: allStarted(commands, projections),
    async openGateway(own) {
      await begin("gateway", {
        ...own,
        COMMAND_API_URL: addressOf(commands),
        QUERY_API_URL: addressOf(queries),
        PROJECTOR_URL: addressOf(projections),
        MAILBOX_URL: pageAt(pages.mailbox),
        PLAYER_URL_BEHIND: pageAt(pages.player),
      });
    },
  };
}
