import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startEventStore } from "@ornament/embedded/eventstore/server";
import { startMailbox } from "@ornament/embedded/mailbox/mailbox";
import { startMongo } from "@ornament/embedded/mongodb/server";
import { startServer } from "@ornament/platform/http/server";
import { drawSecrets } from "@ornament/platform/tokens/secrets";
import { adminEmail, adminPassword, collectOutput } from "@ornament/testing/product/running-product";
import { untilReady } from "@ornament/testing/product/until-ready";
import { freePort } from "@ornament/testing/programs/free-port";
import type { AssembledImage } from "./assembled-image.ts";
import { readComposeFile } from "./compose-file.ts";

const atRoot = (path: string) => new URL(`../../../${path}`, import.meta.url).pathname;
const ownServices = ["command-api", "query-api", "projector", "player", "gateway"];
const patience = 90_000;

interface Result {
  code: number | null;
  output: string;
}

export interface RunningContainers {
  /** The gateway's URL. */
  readonly url: string;
  readonly mailboxUrl: string;
  /** Runs a program as `docker compose exec <service> ornament …` does, with some settings changed. */
  run(service: string, program: string[], changed?: Record<string, string>): Promise<Result>;
  stop(): Promise<void>;
}

/** Runs a program of the image as `docker run ornament …` does, until it ends. */
export async function runImage(
  image: AssembledImage,
  program: string[],
  environment: Record<string, string> = {},
): Promise<Result> {
  const child = spawn(process.execPath, ["dist/ornament.js", ...program], {
    cwd: image.folder,
    env: { PATH: process.env.PATH ?? "", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: patience,
  });
  const output = collectOutput(child);
  const [code] = await once(child, "close");
  return { code, output: output() };
}

/**
 * Starts every service of the compose file from the image's files, with the settings of the image and the
 * compose file. Names of containers become ports of this machine, and the stores are the embedded ones.
 */
export async function runAsComposeDoes(image: AssembledImage, data: string): Promise<RunningContainers> {
  const [eventStore, mongo, mailbox] = await Promise.all([
    startEventStore({ dataDir: data, port: 0 }),
    startMongo(),
    startMailbox({ open: true }),
  ]);
  const mailPages = await startServer(mailbox.app, { port: 0 });
  const ports = Object.fromEntries(
    await Promise.all(ownServices.map(async (name) => [name, await freePort()] as const)),
  );
  const dotEnv = {
    ...drawSecrets(),
    ADMIN_EMAIL: adminEmail,
    ADMIN_PASSWORD: adminPassword,
    EVENTSTORE_URL: `esdb://127.0.0.1:${eventStore.port}?tls=false`,
    MONGODB_URL: `mongodb://127.0.0.1:${mongo.port}/`,
    SMTP_URL: mailbox.smtpUrl,
    PUBLIC_URL: `http://localhost:${ports.gateway}`,
    PASSWORD_COST: "4",
    REQUEST_DEADLINE_SECONDS: "60",
    LOG_LEVEL: "error",
  };
  const { services } = readComposeFile(atRoot("docker-compose.yml"), dotEnv);
  const environmentOf = (name: string): Record<string, string> => ({
    ...imageEnvironment(image),
    HOST: "127.0.0.1",
    PORT: String(ports[name]),
    METRICS_PORT: "0",
    ...Object.fromEntries(
      Object.entries(services[name]?.environment ?? {}).map(([variable, value]) => [
        variable,
        variable === "PLAYER_PORT" ? String(ports[name]) : onThisMachine(value, ports),
      ]),
    ),
  });
  writeFileSync(join(data, "started"), "");
  const children = ownServices.map((name) =>
    spawn(process.execPath, ["dist/ornament.js", ...(services[name]?.command ?? [])], {
      cwd: image.folder,
      env: { PATH: process.env.PATH ?? "", ...environmentOf(name) },
      stdio: ["ignore", "ignore", "inherit"],
    }),
  );
  const url = `http://127.0.0.1:${ports.gateway}`;
  const stop = async () => {
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null) return;
        child.kill("SIGTERM");
        await once(child, "exit");
      }),
    );
    await mailPages.stop();
    await Promise.all([eventStore.stop(), mongo.stop(), mailbox.stop()]);
  };
  try {
    await untilReady(`${url}/readyz`);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    mailboxUrl: mailPages.url,
    run: (service, program, changed = {}) =>
      runImage(image, program, { ...environmentOf(service), ...changed }),
    stop,
  };
}

/** The Dockerfile's `ENV`, with the image's folder on this machine. */
function imageEnvironment({ folder }: AssembledImage): Record<string, string> {
  const [, settings = ""] = /^ENV (.*)$/m.exec(readFileSync(atRoot("Dockerfile"), "utf8")) ?? [];
  return Object.fromEntries(
    settings.split(" ").map((setting) => {
      const [name = "", value = ""] = setting.split("=");
      return [name, value.replace("/ornament", folder)];
    }),
  );
}

const onThisMachine = (value: string, ports: Record<string, number>) =>
  value.replace(/^http:\/\/([a-z-]+):8080$/, (_address, name) => `http://127.0.0.1:${ports[name]}`);
