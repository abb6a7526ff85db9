import type { Upstream } from "@ornament/gateway/upstream";
import type { StartDetails } from "@ornament/platform/process/run-service";
import type { StartProcess } from "./part.ts";
import { startAll } from "./start-all.ts";

export type Settings = Record<string, string | undefined>;

export interface Pages {
  mailbox: Upstream | undefined;
  player: Upstream;
}

/** The running services. The gateway is opened last, when its port is free. */
export interface Services {
  /** The details of command-api when it has started, with the first IT Admin's sign-in. */
  started: Promise<StartDetails>;
  openGateway(settings: Settings): Promise<void>;
}

/** Rejects with the first service that can't start. */
export const allStarted = (...services: { started: Promise<StartDetails> }[]): Promise<StartDetails> =>
  Promise.all(services.map(({ started }) => started)).then((details) => Object.assign({}, ...details));

export const startService = (start: StartProcess, name: string, settings: Settings) =>
  start(name, settings, { port: "PORT" });

export const addressOf = ({ port }: { port: number }) => `http://127.0.0.1:${port}`;

/** Starts each service as a process on a loopback port, to which the gateway sends requests. */
export async function startServicesAsProcesses(
  settings: Settings,
  pages: Pages,
  start: StartProcess,
): Promise<Services> {
  const begin = (name: string, own: Settings = {}) => startService(start, name, { ...settings, ...own });
  const beginApis = async () => {
    const commands = await begin("command-api");
    return { commands, queries: await begin("query-api", { COMMAND_API_URL: addressOf(commands) }) };
  };
  const [{ commands, queries }, projections] = await startAll(beginApis(), begin("projector"));
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
