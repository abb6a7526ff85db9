import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { realWorld } from "@ornament/command-api/dependencies";
import { eventCatalogue } from "@ornament/contracts/events/catalogue";
import { exitOnConfigError } from "@ornament/platform/config/exit-on-config-error";
import { ConfigError } from "@ornament/platform/config/read-config";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import { openEventStore } from "@ornament/platform/eventstore/client/open-event-store";
import { StorageFullError } from "@ornament/platform/eventstore/store-errors";
import { createLogger } from "@ornament/platform/logging/logger";
import { createMetrics } from "@ornament/platform/metrics/metrics";
import { createPasswordHasher } from "@ornament/platform/passwords/password-hasher";
import { surviveStrayErrors } from "@ornament/platform/process/run-service";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import { InvalidArgumentError, program } from "commander";
import type { RunFile } from "../launch/data-directory.ts";
import { Drawn } from "./drawn.ts";
import { type FillDependencies, fillConsumers, fillPins } from "./fill.ts";
import { codeOf, drawConsumer } from "./people.ts";
import { withProgress } from "./progress.ts";

/** `npm run demo -- --pins N --consumers M`: fills the running product with believable data. */
const password = "Demo2026";

const wholeNumber = (text: string) => {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError("a whole number up to 9999999 is needed");
  return Number(text);
};

const options = program
  .name("npm run demo --")
  .description("Fills the running product with PINs and consumers")
  .option("--pins <count>", "PINs to import", wholeNumber, 1000)
  .option("--consumers <count>", "consumers to register", wholeNumber, 300)
  .option("--seed <number>", "draws the same data again", wholeNumber, Math.floor(Math.random() * 9_999_999))
  .parse()
  .opts<{ pins: number; consumers: number; seed: number }>();

function readDataDirectory() {
  const folder = resolve(process.env.DATA_DIR || ".data");
  try {
    const run: RunFile = JSON.parse(readFileSync(join(folder, "run.json"), "utf8"));
    const secrets: Record<string, string> = JSON.parse(readFileSync(join(folder, "secrets.json"), "utf8"));
    return { run, secrets };
  } catch {
    throw new ConfigError(`No running product was found in ${folder}; start it with npm start`);
  }
}

/** The run file names the event store, unless its URL contains a store account. */
function addressOf(run: RunFile): string {
  const address = run.eventstoreUrl ?? process.env.EVENTSTORE_URL;
  if (address) return address;
  throw new ConfigError(
    "EVENTSTORE_URL is missing: set it as for the running product, whose event store has an account",
  );
}

/** The printed lines are only progress and the result; repeats are not printed. */
const logger = createLogger({ name: "demo", level: "fatal" });
surviveStrayErrors(logger);

/** Ends with one line when the product stops. The data written before stay. */
async function endWhereItStops(filling: () => Promise<void>): Promise<void> {
  try {
    await filling();
  } catch (error) {
    const reason = stopReason(error);
    if (reason === undefined) throw error;
    console.error(`${reason} The data added so far stays.`);
    process.exit(1);
  }
}

function stopReason(error: unknown): string | undefined {
  if (error instanceof StorageFullError)
    return "The product's disk is full: free some space, then run this again.";
  if (error instanceof UnavailableError)
    return "The product does not answer any more: start it with npm start, then run this again.";
  return undefined;
}

await exitOnConfigError(async () => {
  const { run, secrets: given } = readDataDirectory();
  const secrets = readSecrets({ ...given, ...process.env }, ["address", "master"]);
  const store = openEventStore({
    connectionString: addressOf(run),
    definitions: Object.values(eventCatalogue),
    masterKey: secrets.masterKey,
    logger,
    metrics: createMetrics({ service: "demo" }),
  });
  await store.head().catch(() => {
    throw new ConfigError("The product does not answer; start it with npm start");
  });
  await store.requireMacs({ record: false });
  await endWhereItStops(() => fill(new URL("/login", run.url), { ...realWorld, store, secrets }));
  await store.close();
});

async function fill(login: URL, dependencies: FillDependencies): Promise<void> {
  const { seed, pins } = options;
  const drawn = new Drawn(seed);
  const batchName = `${drawn.one(["Retail", "Online", "Gift shop"])} ${seed}`;
  // Runs with other seeds have other PINs and email addresses.
  const all = Array.from({ length: pins }, (_, n) => codeOf(seed * 5_000 + n));
  const free = await withProgress("PINs", pins, (tick) => fillPins(dependencies, batchName, all, tick));
  let used = 0;
  const consumers = Array.from({ length: options.consumers }, (_, n) => {
    const consumer = drawConsumer(drawn, (seed % 1_000) * 1_000 + n, free.slice(used, used + 2));
    used += consumer.pins.length;
    return consumer;
  });
  const hasher = createPasswordHasher({ cost: 10 });
  const passwordHash = await hasher.hash(password).finally(() => hasher.close());
  await withProgress("Consumers", options.consumers, (tick) =>
    fillConsumers(dependencies, consumers, passwordHash, tick),
  );
  const example = consumers.find(({ pins }) => pins.length > 0);
  console.log(`Done, with seed ${seed}. Every demo consumer's password is ${password}.`);
  if (example) console.log(`For example ${example.email} at ${login.href}`);
}
