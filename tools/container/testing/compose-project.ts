import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { drawSecrets } from "@ornament/platform/tokens/secrets";
import { adminEmail, adminPassword } from "@ornament/testing/product/running-product";
import { untilReady } from "@ornament/testing/product/until-ready";
import { freePort } from "@ornament/testing/programs/free-port";
import { readComposeFile } from "./compose-file.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const patience = 10 * 60_000;
const name = "ornament-container-test";

const docker = (...parameters: string[]) =>
  spawnSync("docker", parameters, { stdio: "ignore", timeout: patience }).status === 0;
const canBeHad = (image: string) => docker("image", "inspect", image) || docker("pull", "--quiet", image);

/** The reason why this machine can't run containers, for the line about skipped tests. */
export function whatIsMissing(): string | undefined {
  if (!docker("info")) return "no Docker engine answers";
  if (!docker("compose", "version")) return "Docker has no Compose";
  const [, nodeVersion] =
    /^ARG NODE_VERSION=(\d+)$/m.exec(readFileSync(join(root, "Dockerfile"), "utf8")) ?? [];
  const { eventstore, mongodb } = readComposeFile(join(root, "docker-compose.yml")).services;
  const images = [`node:${nodeVersion}-slim`, eventstore?.image ?? "", mongodb?.image ?? ""];
  const lacking = images.filter((image) => !canBeHad(image));
  return lacking.length > 0 ? `Docker can't get ${lacking.join(", ")}` : undefined;
}

/** The compose file's services as a separate project, with its own volumes, image and port. */
export interface ComposeProject {
  readonly url: string;
  /** Runs `docker compose …` and returns its output. Throws with the output when it fails. */
  compose(...parameters: string[]): Promise<string>;
  /** Waits until the gateway reports every service as ready. `up --wait` ends at the first unready one. */
  untilReady(): Promise<void>;
  /** Stops the project and removes its volumes and its image. */
  remove(): Promise<void>;
}

export async function newComposeProject(): Promise<ComposeProject> {
  const folder = mkdtempSync(join(tmpdir(), "ornament-compose-"));
  const environmentFile = join(folder, "dotenv");
  const port = await freePort();
  const settings = {
    ...drawSecrets(),
    ORNAMENT_TAG: "container-test",
    PUBLISH: `127.0.0.1:${port}`,
    PUBLIC_URL: `http://localhost:${port}`,
    SMTP_URL: "smtp://mail:1025",
    ADMIN_EMAIL: adminEmail,
    ADMIN_PASSWORD: adminPassword,
    PASSWORD_COST: "4",
  };
  writeFileSync(
    environmentFile,
    Object.entries(settings)
      .map(([variable, value]) => `${variable}=${value}\n`)
      .join(""),
    { mode: 0o600 },
  );
  const compose = (...parameters: string[]) =>
    run(["compose", "--project-name", name, "--env-file", environmentFile, ...parameters]);
  return {
    url: `http://127.0.0.1:${port}`,
    compose,
    untilReady: async () => void (await untilReady(`http://127.0.0.1:${port}/readyz`)),
    async remove() {
      await compose("down", "--volumes", "--rmi", "local", "--timeout", "5");
      rmSync(folder, { recursive: true });
    },
  };
}

async function run(parameters: string[]): Promise<string> {
  const child = spawn("docker", parameters, {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: patience,
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`docker ${parameters.join(" ")} ended with ${code}:\n${printed}`);
  return printed;
}
