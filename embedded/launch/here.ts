import { commandApi } from "@ornament/command-api/program";
import { startGateway } from "@ornament/gateway/program";
import type { Logger } from "@ornament/platform/logging/logger";
import type { ServiceContext } from "@ornament/platform/process/run-service";
import { startQueryApi } from "@ornament/query-api/program";
import { addSamples } from "../demo/samples.ts";
import { startMailbox } from "../mailbox/mailbox.ts";
import { playerApp } from "../player/app.ts";
import type { Keep, StartProcess } from "./part.ts";
import { addressOf, allStarted, type Pages, type Services, type Settings, startService } from "./services.ts";
import { startAll } from "./start-all.ts";

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
  const startApis = async () => {
    const commands = keep(await commandApi.start(context("command-api")));
    return { commands, queries: keep(await startQueryApi(context("query-api"), commands.app)) };
  };
  const [{ commands, queries }, projections] = await startAll(
    startApis(),
    startService(startProcess, "projector", settings),
  );
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
export const here = { startServices: startServicesHere, startMailbox, playerApp, addSamples };

export type Here = typeof here;
