import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { exitOnConfigError } from "@ornament/platform/config/exit-on-config-error";
import { ConfigError } from "@ornament/platform/config/read-config";
import { createLogger, logLevelSetting } from "@ornament/platform/logging/logger";
import { surviveStrayErrors } from "@ornament/platform/process/run-service";
import { readLaunchConfig } from "./launch/config.ts";
import { mailboxLines } from "./launch/mailbox-lines.ts";
import { startProduct } from "./launch/product.ts";
import { untilReady } from "./launch/readiness.ts";

/** `npm start`: the whole product with one command; `-- --split` runs each part as a process of its own. */
const stopMilliseconds = 4_800;

function readFlags() {
  try {
    return parseArgs({ options: { split: { type: "boolean", default: false } } }).values;
  } catch (error) {
    throw new ConfigError((error as Error).message);
  }
}

const product = await exitOnConfigError(async () => {
  const { split } = readFlags();
  const config = readLaunchConfig(process.env);
  const environment = { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? "warn" };
  const logger = createLogger({
    name: "ornament",
    level: logLevelSetting.safeParse(environment.LOG_LEVEL).data ?? "warn",
  });
  surviveStrayErrors(logger);
  const programs = dirname(fileURLToPath(import.meta.url));
  const webRoot = join(programs, "..", "web", "dist");
  return startProduct({ config, split, programs, webRoot, environment, logger });
});

const stopping = new AbortController();
function stop() {
  if (stopping.signal.aborted) return;
  stopping.abort();
  setTimeout(() => process.exit(1), stopMilliseconds).unref();
  product.stop().then(
    () => process.exit(0),
    () => process.exit(1),
  );
}
process.once("SIGINT", stop).once("SIGTERM", stop);

if (product.firstAdmin) {
  console.log(`\n  First IT Admin   ${product.firstAdmin.email}`);
  const { drawnPassword } = product.firstAdmin;
  if (drawnPassword === undefined) console.log("  Password         as given in ADMIN_PASSWORD\n");
  else
    console.log(`  Password         ${drawnPassword}\n  (shown this once; change it on the profile page)\n`);
}
console.log(`  Back office      ${new URL("/admin/login", product.url).href}`);
if (product.mailbox) for (const line of mailboxLines(product.mailbox)) console.log(line);
await untilReady(product.localUrl, (reason) => console.log(`  Preparing…        ${reason}`), stopping.signal);
if (!stopping.signal.aborted) console.log(`Ornament is ready at ${product.url}`);
