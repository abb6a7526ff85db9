import { join } from "node:path";
import {
  configErrorCode,
  exitOnConfigError,
  printConfigError,
} from "@ornament/platform/config/exit-on-config-error";
import { ConfigError } from "@ornament/platform/config/read-config";
import { createLogger, logLevelSetting } from "@ornament/platform/logging/logger";
import { reasonOf } from "@ornament/platform/logging/outage-log";
import { surviveStrayErrors } from "@ornament/platform/process/run-service";
import { onStopRequest } from "@ornament/platform/process/stop-request";
import { whenAborted } from "@ornament/platform/waiting/pause";
import { Command } from "commander";
import { exitOnFileUnusable, fileUnusableCode } from "../eventstore/log/file-unusable.ts";
import { readLaunchConfig } from "./config.ts";
import type { Here } from "./here.ts";
import type { ShownMailbox } from "./pages.ts";
import { type FirstAdmin, type Product, startProduct } from "./product.ts";
import { untilReady } from "./readiness.ts";

/** Shorter than the 10 s after which Docker kills a container. */
const stopMilliseconds = 9_500;

/**
 * Starts the product as `npm start` does and prints its URLs.
 * @param programs the folder of the built programs
 * @param here the parts that run in this process, unless the flag `--split` is given
 */
export async function runProduct(programs: string, here?: Here): Promise<void> {
  const product = await exitOnConfigError(() => start(programs, here).catch(exitOnFileUnusable));
  const stopping = stopOnRequest(product);
  void product.lost.then((failure) => endAfter(failure, product, stopping));
  const print = (reason: string) => console.log(`  Preparing…        ${reason}`);
  const ready = untilReady(product.localUrl, print, stopping);
  // While a store does not answer, the reasons for waiting are printed.
  const shown = product.firstAdmin.then(showFirstAdmin);
  await Promise.race([shown.catch((error) => endRefusedStart(error, product)), whenAborted(stopping)]);
  if (stopping.aborted) return;
  console.log(`  Back office      ${new URL("/admin/login", product.url).href}`);
  if (product.mailbox) for (const line of mailboxLines(product.mailbox)) console.log(line);
  await showSample(await product.firstAdmin, here);
  await ready;
  if (!stopping.aborted)
    console.log(
      `Ornament is ready at ${product.url} (listens on ${process.env.HOST || "127.0.0.1"}, port ${new URL(product.localUrl).port})`,
    );
}

async function start(programs: string, here: Here | undefined): Promise<Product> {
  const { split } = readFlags();
  const config = readLaunchConfig(process.env);
  const environment = { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? "warn" };
  const logger = createLogger({
    name: "ornament",
    level: logLevelSetting.safeParse(environment.LOG_LEVEL).data ?? "warn",
  });
  surviveStrayErrors(logger);
  const webRoot = join(programs, "..", "web", "dist");
  return startProduct({ config, here: split ? undefined : here, programs, webRoot, environment, logger });
}

const readFlags = () =>
  new Command("npm start --")
    .description("Runs the product. README.md and docs/operations.md have the variables that set it.")
    .option("--split", "every service and server as a separate process", false)
    .parse()
    .opts<{ split: boolean }>();

function stopOnRequest(product: Product): AbortSignal {
  const stopping = new AbortController();
  onStopRequest(() => {
    if (stopping.signal.aborted) return;
    stopping.abort();
    setTimeout(() => process.exit(1), stopMilliseconds).unref();
    product.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
  return stopping.signal;
}

async function endAfter(failure: Error, product: Product, stopping: AbortSignal): Promise<void> {
  if (stopping.aborted) return;
  console.error(failure.message);
  await stopAndExit(product, fileUnusableCode);
}

/** The program log holds the details, at a lower LOG_LEVEL. */
async function endRefusedStart(error: unknown, product: Product): Promise<never> {
  const isConfigError = error instanceof ConfigError;
  if (isConfigError) printConfigError(error);
  else console.error(`The product can't start: ${reasonOf(error)}`);
  return stopAndExit(product, isConfigError ? configErrorCode : 1);
}

/**
 * Stops the parts that still run, then exits. Node can crash if a process exits while a thread of it reads
 * from a connection.
 */
async function stopAndExit(product: Product, code: number): Promise<never> {
  setTimeout(() => process.exit(code), stopMilliseconds).unref();
  await product.stop().catch(() => undefined);
  process.exit(code);
}

function showFirstAdmin(firstAdmin: FirstAdmin | undefined): void {
  if (!firstAdmin) return;
  console.log(`\n  First IT Admin   ${firstAdmin.email}`);
  const { drawnPassword } = firstAdmin;
  if (drawnPassword === undefined) console.log("  Password         as given in ADMIN_PASSWORD\n");
  else
    console.log(`  Password         ${drawnPassword}\n  (shown this once; change it on the profile page)\n`);
}

/** Only the first start without any account of its own, on the embedded event store, has a sample. */
async function showSample(firstAdmin: FirstAdmin | undefined, here: Here | undefined): Promise<void> {
  if (firstAdmin?.drawnPassword === undefined || process.env.EVENTSTORE_URL) return;
  const pin = await here?.addSamples(process.env).catch(() => undefined);
  if (pin !== undefined) console.log(`  Sample PIN       ${pin} (one of five, in the batch "Samples")`);
}

/** The lines about the mailbox that the start prints. */
function mailboxLines({ url, access }: ShownMailbox): string[] {
  if (access === "here") return [`  Mailbox          ${url} (on this machine only)`];
  if (access === "nobody")
    return [
      "  Mailbox          off, because HOST or PUBLIC_URL lets others reach the product.",
      "                   Set SMTP_URL to send the mails, or MAILBOX_PUBLIC=yes to show them to everybody.",
    ];
  return [
    `  Mailbox          ${url}`,
    "  WARNING: MAILBOX_PUBLIC=yes shows every mail to everybody who reaches this port. The links and codes",
    "  in the mails are enough to take over any account, also an IT Admin's.",
  ];
}
