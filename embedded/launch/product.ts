import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { ConfigError } from "@ornament/platform/config/read-config";
import { startServer } from "@ornament/platform/http/server";
import type { Logger } from "@ornament/platform/logging/logger";
import { startMailbox } from "../mailbox/mailbox.ts";
import { playerApp } from "../player/app.ts";
import type { LaunchConfig } from "./config.ts";
import { type DataDirectory, openDataDirectory } from "./data-directory.ts";
import { type Part, startPart } from "./part.ts";
import { type ServiceName, startServiceHere } from "./services-here.ts";

export interface Product {
  url: string;
  /** Where the product answers on this machine, whatever its public address. */
  localUrl: string;
  mailboxUrl: string | undefined;
  /** The first IT Admin's sign-in, where this start has created it; the password only where it was drawn. */
  firstAdmin: { email: string; drawnPassword: string | undefined } | undefined;
  stop(): Promise<void>;
}

export interface LaunchOptions {
  config: LaunchConfig;
  /** Every service and server as a process of its own. */
  split: boolean;
  /** The folder of the built programs, and that of the built web. */
  programs: string;
  webRoot: string;
  /** The environment the product was started in, handed on to every part. */
  environment: Record<string, string | undefined>;
  logger: Logger;
}

interface Running {
  port: number;
  details?: Record<string, unknown>;
  stop(): Promise<void>;
}

const documentStoreHeap = 4096;

/** Starts the whole product on one port: embedded servers where no address is configured, then the services. */
export async function startProduct(options: LaunchOptions): Promise<Product> {
  const data = openDataDirectory(options.config.DATA_DIR);
  const running: Running[] = [];
  const stop = async () => {
    for (const part of running.toReversed()) await part.stop();
    data.release();
  };
  try {
    const parts = await startParts(options, data, running);
    return { ...parts, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(options: LaunchOptions, data: DataDirectory, running: Running[]) {
  const { config, split } = options;
  const keep = <R extends Running>(part: R) => {
    running.push(part);
    return part;
  };
  const held = keep(await holdPort(config.HOST, config.PORT));
  const { port } = held;
  const url = config.PUBLIC_URL ?? `http://localhost:${port}`;
  const part = (
    name: string,
    extra: Record<string, string>,
    as: "process" | "thread",
    portVariables: Record<string, string>,
  ) =>
    startPart({
      name,
      file: join(options.programs, `${name}.js`),
      environment: { ...options.environment, ...data.secrets, ...extra },
      portVariables,
      in: as,
      ...(name === "mongodb" ? { heap: documentStoreHeap } : {}),
      logger: options.logger,
    }).then((started) => keep(started as Part & Running));

  const [eventstoreUrl, mongodbUrl, mail, player] = await Promise.all([
    config.EVENTSTORE_URL ??
      part("eventstore", { DATA_DIR: data.path }, split ? "process" : "thread", {
        port: "EVENTSTORE_PORT",
      }).then((store) => `esdb://127.0.0.1:${store.port}?tls=false`),
    config.MONGODB_URL ??
      part("mongodb", {}, "process", { port: "MONGODB_PORT" }).then(
        (store) => `mongodb://127.0.0.1:${store.port}/?directConnection=true`,
      ),
    startMail(options, data, part, keep),
    startPlayer(options, part, keep),
  ]);

  const shared = {
    ...options.environment,
    ...data.secrets,
    PUBLIC_URL: url,
    PLAYER_URL: options.environment.PLAYER_URL ?? new URL("/player/", url).href,
    EVENTSTORE_URL: eventstoreUrl,
    MONGODB_URL: mongodbUrl,
    SMTP_URL: mail.smtpUrl,
    // The gateway is the last proxy of all, whatever stands before the product.
    TRUST_PROXY: String(config.TRUST_PROXY + 1),
    HOST: "127.0.0.1",
    PORT: "0",
    ADMIN_EMAIL: config.ADMIN_EMAIL,
    ADMIN_PASSWORD: config.ADMIN_PASSWORD,
    DATA_DIR: data.path,
    SPOOL_DIR: data.spoolFolder,
  };
  const service = async (name: ServiceName, extra: Record<string, string> = {}) => {
    const environment = { ...shared, ...extra };
    return split
      ? part(name, definedOnly(environment), "process", { port: "PORT" })
      : keep(await startServiceHere(name, environment, options.logger));
  };
  const [commandApi, queryApi, projector] = await Promise.all([
    service("command-api"),
    service("query-api"),
    service("projector"),
  ]);
  const local = (of: Running) => `http://127.0.0.1:${of.port}`;
  await held.stop();
  const gateway = await service("gateway", {
    PORT: String(port),
    HOST: config.HOST,
    WEB_ROOT: options.webRoot,
    COMMAND_API_URL: local(commandApi),
    QUERY_API_URL: local(queryApi),
    PROJECTOR_URL: local(projector),
    PLAYER_URL_BEHIND: local(player),
    ...(mail.pagesUrl === undefined ? {} : { MAILBOX_URL: mail.pagesUrl }),
  });
  data.writeRunFile({ url, eventstoreUrl, mongodbUrl, pid: process.pid });
  return {
    url,
    localUrl: local(gateway),
    mailboxUrl: mail.pagesUrl === undefined ? undefined : new URL("/mailbox", url).href,
    firstAdmin: readFirstAdmin(commandApi.details?.firstAdmin, config.ADMIN_PASSWORD),
  };
}

type StartPart = (
  name: string,
  extra: Record<string, string>,
  as: "process" | "thread",
  portVariables: Record<string, string>,
) => Promise<Running>;
type Keep = <R extends Running>(part: R) => R;

async function startMail({ config, split }: LaunchOptions, data: DataDirectory, part: StartPart, keep: Keep) {
  if (config.SMTP_URL !== undefined) return { smtpUrl: config.SMTP_URL, pagesUrl: undefined };
  const file = join(data.path, "mailbox.ndjson");
  if (split) {
    const ports = { port: "MAILBOX_PORT", smtpPort: "MAILBOX_SMTP_PORT" };
    const mailbox = await part("mailbox", { MAILBOX_FILE: file }, "process", ports);
    return {
      smtpUrl: `smtp://127.0.0.1:${mailbox.details?.smtpPort}`,
      pagesUrl: `http://127.0.0.1:${mailbox.port}`,
    };
  }
  const mailbox = await startMailbox({ file });
  const pages = await startServer(mailbox.app, { port: 0 });
  keep({ port: pages.port, stop: () => Promise.all([pages.stop(), mailbox.stop()]).then(() => undefined) });
  return { smtpUrl: mailbox.smtpUrl, pagesUrl: pages.url };
}

async function startPlayer(
  { programs, split }: LaunchOptions,
  part: StartPart,
  keep: Keep,
): Promise<Running> {
  if (split) return part("player", {}, "process", { port: "PLAYER_PORT" });
  return keep(await startServer(playerApp(join(programs, "player")), { port: 0 }));
}

const definedOnly = (environment: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

/**
 * Holds the port of the whole product until the gateway takes it, so that neither another program nor a part of the product
 * is given it while the parts start; 0 lets the system choose.
 */
async function holdPort(host: string, port: number): Promise<Running> {
  const holder = createServer((caller) => caller.destroy());
  await new Promise<void>((resolve, reject) => {
    holder.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        new ConfigError(
          error.code === "EADDRINUSE"
            ? `PORT ${port} is taken by another program; choose another with PORT=…`
            : `PORT ${port} on ${host} cannot be used: ${error.message}`,
        ),
      ),
    );
    holder.listen(port, host, resolve);
  });
  const { port: found } = holder.address() as AddressInfo;
  return { port: found, stop: () => new Promise((resolve) => holder.close(() => resolve())) };
}

function readFirstAdmin(created: unknown, givenPassword: string | undefined): Product["firstAdmin"] {
  if (typeof created !== "object" || created === null || !("email" in created) || !("password" in created))
    return undefined;
  const drawnPassword = givenPassword === undefined ? String(created.password) : undefined;
  return { email: String(created.email), drawnPassword };
}
