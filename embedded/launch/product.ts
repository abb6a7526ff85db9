import { join } from "node:path";
import { ConfigError } from "@ornament/platform/config/read-config";
import type { Logger } from "@ornament/platform/logging/logger";
import { refuseHalfRestored } from "../files/half-restored.ts";
import { openSocketFolder } from "../sockets/socket-folder.ts";
import type { LaunchConfig } from "./config.ts";
import { type DataDirectory, openDataDirectory } from "./data-directory.ts";
import { documentSettings } from "./document-settings.ts";
import type { Here } from "./here.ts";
import { holdPort } from "./hold-port.ts";
import { refuseLostEvents } from "./lost-events.ts";
import { type ShownMailbox, shownMailbox, startMail, startPlayer } from "./pages.ts";
import { type Keep, type Running, type StartProcess, startPart } from "./part.ts";
import { type ProductSecrets, productSecrets } from "./product-secrets.ts";
import { withoutSecrets } from "./run-file.ts";
import { startServicesAsProcesses } from "./services.ts";
import { startAll } from "./start-all.ts";

export interface Product {
  url: string;
  /** The URL of the product on this machine, independent of its public URL. */
  localUrl: string;
  /** `undefined` with a real mail server. */
  mailbox: ShownMailbox | undefined;
  /**
   * The first IT Admin's sign-in, if this start has created it; with the password if it was drawn. Resolves
   * when the services have started, which may take long when they wait for their stores.
   */
  firstAdmin: Promise<FirstAdmin | undefined>;
  /** Resolves with the reason if a part can't serve any more, so that the product has to end. */
  lost: Promise<Error>;
  stop(): Promise<void>;
}

export interface FirstAdmin {
  email: string;
  drawnPassword: string | undefined;
}

export interface LaunchOptions {
  config: LaunchConfig;
  /** The parts that run in this process; without it, every service and server is a separate process. */
  here: Here | undefined;
  /** The folder of the built programs, and that of the built web. */
  programs: string;
  webRoot: string;
  /** The environment of the start, passed to every part. */
  environment: Record<string, string | undefined>;
  logger: Logger;
}

/** Starts the whole product on one port: embedded servers where no URL is configured, then the services. */
export async function startProduct(options: LaunchOptions): Promise<Product> {
  refuseHalfRestored(options.config.DATA_DIR);
  const data = openDataDirectory(options.config.DATA_DIR);
  const running: Running[] = [];
  const stop = async () => {
    for (const part of running.toReversed()) await part.stop();
    data.release();
  };
  try {
    if (options.config.EVENTSTORE_URL === undefined) refuseLostEvents(data, options.environment.AUDIT_DIR);
    const secrets = productSecrets(data, options.environment);
    const parts = await startParts(options, data, secrets, running);
    return { ...parts, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(
  options: LaunchOptions,
  data: DataDirectory,
  secrets: ProductSecrets,
  running: Running[],
) {
  const { config, here, logger } = options;
  const keep: Keep = (part) => {
    running.push(part);
    return part;
  };
  const sockets = keep(openSocketFolder());
  const held = keep(await holdPort(config.HOST, config.PORT));
  const url = config.PUBLIC_URL ?? `http://localhost:${held.port}`;
  const localUrl = `http://${nameHere(config.HOST)}:${held.port}`;
  let lose: (failure: Error) => void = () => undefined;
  const lost = new Promise<Error>((resolve) => {
    lose = resolve;
  });
  const startProcess = processStarter(options, { keep, onLost: lose });
  const where = { here, startProcess, keep };

  const startStore = async (name: string, settings: Record<string, string>) => {
    const variable = (kind: string) => `${name.toUpperCase()}_${kind}`;
    const own = { ...settings, [variable("SOCKET")]: sockets.pathOf(name) };
    const { details } = await startProcess(name, own, { port: variable("PORT") });
    return String(details.address);
  };
  const file = join(data.path, "mailbox.ndjson");
  const environment = { ...options.environment, ...secrets.values };
  // No erasure reaches documents that nobody writes.
  if (config.MONGODB_URL !== undefined) data.removeDocuments();

  const [eventstoreUrl, mongodbUrl, mail, player] = await startAll(
    config.EVENTSTORE_URL ?? startStore("eventstore", { DATA_DIR: data.path }),
    config.MONGODB_URL ?? startStore("mongodb", documentSettings(data.documentsFile, environment)),
    startMail(config, { file, socket: sockets.pathOf("mailbox"), secrets: environment }, where),
    startPlayer(options.programs, where),
  );

  const settings = {
    ...environment,
    PUBLIC_URL: url,
    PLAYER_URL: options.environment.PLAYER_URL ?? new URL("/player/", url).href,
    EVENTSTORE_URL: eventstoreUrl,
    MONGODB_URL: mongodbUrl,
    SMTP_URL: mail.smtpUrl,
    // The gateway is one more proxy, after the proxies in front of the product.
    TRUST_PROXY: String(config.TRUST_PROXY + 1),
    HOST: "127.0.0.1",
    PORT: "0",
    ADMIN_EMAIL: config.ADMIN_EMAIL,
    ADMIN_PASSWORD: config.ADMIN_PASSWORD,
    DATA_DIR: data.path,
    AUDIT_DIR: options.environment.AUDIT_DIR || join(data.path, "audit"),
    SPOOL_DIR: data.spoolFolder,
  };
  const pages = { mailbox: mail.pages, player };
  const services = here
    ? await here.startServices(settings, pages, { logger, keep, startProcess })
    : await startServicesAsProcesses(settings, pages, startProcess);
  await held.stop();
  await services.openGateway({ PORT: String(held.port), HOST: config.HOST, WEB_ROOT: options.webRoot });
  const mailbox = shownMailbox(config, mail, { url, localUrl });
  const shown = mailbox && mailbox.access !== "nobody" ? { mailbox: mailbox.url } : {};
  data.writeRunFile({
    url,
    localUrl,
    ...shown,
    ...withoutSecrets({ eventstoreUrl, mongodbUrl }),
    pid: process.pid,
  });
  return {
    url,
    localUrl,
    lost,
    mailbox,
    firstAdmin: services.started.then(
      ({ firstAdmin }) => readFirstAdmin(firstAdmin, config.ADMIN_PASSWORD),
      (error) => {
        if (error instanceof ConfigError && error.code === "wrong_keys") secrets.discardDrawn();
        throw error;
      },
    ),
  };
}

function processStarter(
  options: LaunchOptions,
  { keep, onLost }: { keep: Keep; onLost: (failure: Error) => void },
): StartProcess {
  return async (name, settings, portVariables) =>
    keep(
      await startPart({
        name,
        file: join(options.programs, `${name}.js`),
        environment: { ...options.environment, ...definedOnly(settings) },
        portVariables,
        in: name === "eventstore" && options.here ? "thread" : "process",
        logger: options.logger,
        onLost,
      }),
    );
}

const definedOnly = (settings: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

/** The host name by which this machine reaches a server that listens on `host`. */
function nameHere(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

function readFirstAdmin(created: unknown, givenPassword: string | undefined): FirstAdmin | undefined {
  if (typeof created !== "object" || created === null || !("email" in created) || !("password" in created))
    return undefined;
  const drawnPassword = givenPassword === undefined ? String(created.password) : undefined;
  return { email: String(created.email), drawnPassword };
}
