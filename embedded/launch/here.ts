import { commandApi } from "@ornament/command-api/program";
import { startGateway } from "@ornament/gateway/program";
import type { Logger } from "@ornament/platform/logging/logger";
import type { ServiceContext } from "@ornament/platform/process/run-service";
import { queryApi } from "@ornament/query-api/program";
import { startMailbox } from "../mailbox/mailbox.ts";
import { playerApp } from "../player/app.ts";
import type { Keep, Running, StartProcess } from "./part.ts";
import { addressOf, allStarted, type Pages, type Services, type Settings, startService } from "./services.ts";

interface Program<R> {
  name: string;
  start(context: ServiceContext): Promise<R>;
}

/**
 * Starts the gateway and both APIs in this process, where the gateway calls them directly. The projector is a
 * separate process: its work for each event would delay the requests.
 */
async function startServicesHere(
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

/** The parts that run in the process of the start. A start without them runs each as a separate process. */
export const here = { startServices: startServicesHere, startMailbox, playerApp };

export type Here = typeof here;
