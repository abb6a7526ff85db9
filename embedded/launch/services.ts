import { commandApi } from "@ornament/command-api/program";
import { startGateway } from "@ornament/gateway/program";
import type { Upstream } from "@ornament/gateway/upstream";
import type { Logger } from "@ornament/platform/logging/logger";
import type { ServiceContext, StartDetails } from "@ornament/platform/process/run-service";
import { projector } from "@ornament/projector/program";
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

/** Starts the services in this process. None needs a port: the gateway calls them directly. */
export async function startServicesHere(
  settings: Settings,
  pages: Pages,
  { logger, keep }: { logger: Logger; keep: Keep },
): Promise<Services> {
  const context = (service: string, own: Settings = {}): ServiceContext => ({
    environment: { ...settings, ...own },
    logger: logger.child({ service }),
    here: true,
  });
  const start = async <R extends Running>(program: Program<R>) =>
    keep(await program.start(context(program.name)));
  const [commands, queries, projections] = await Promise.all([
    start(commandApi),
    start(queryApi),
    start(projector),
  ]);
  const behind = { commandApi: commands.app, queryApi: queries.app, projector: projections.app, ...pages };
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
  const begin = (name: string, own: Settings = {}) => start(name, { ...settings, ...own }, { port: "PORT" });
  const [commands, queries, projections] = await Promise.all([
    begin("command-api"),
    begin("query-api"),
    begin("projector"),
  ]);
  const local = ({ port }: { port: number }) => `http://127.0.0.1:${port}`;
  const addressOf = (page: Upstream | undefined) => (page instanceof URL ? page.href : undefined);
  return {
    started: allStarted(commands, projections),
    async openGateway(own) {
      await begin("gateway", {
        ...own,
        COMMAND_API_URL: local(commands),
        QUERY_API_URL: local(queries),
        PROJECTOR_URL: local(projections),
        MAILBOX_URL: addressOf(pages.mailbox),
        PLAYER_URL_BEHIND: addressOf(pages.player),
      });
    },
  };
}
