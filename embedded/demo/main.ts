import { realWorld } from "@ornament/command-api/dependencies";
import { openProduct } from "@ornament/command-api/opened-product";
import { exitOnConfigError } from "@ornament/platform/config/exit-on-config-error";
import { UnavailableError } from "@ornament/platform/deadline/unavailable-error";
import { StorageFullError } from "@ornament/platform/eventstore/store-errors";
import { createLogger } from "@ornament/platform/logging/logger";
import { createPasswordHasher } from "@ornament/platform/passwords/password-hasher";
import { typedCommand } from "@ornament/platform/process/run-command";
import { surviveStrayErrors } from "@ornament/platform/process/run-service";
import { InvalidArgumentError, program } from "commander";
import { Drawn } from "./drawn.ts";
import { type FillDependencies, fillConsumers, fillPins } from "./fill.ts";
import { codeOf, drawConsumer } from "./people.ts";

/** `npm run demo -- --pins N --consumers M`: fills the running product with believable data. */
const password = "Demo2026";

const wholeNumber = (text: string) => {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError("a whole number up to 9999999 is needed");
  return Number(text);
};

const options = program
  .name(typedCommand("demo"))
  .description("Fills the running product with PINs and consumers")
  .option("--pins <count>", "PINs to import", wholeNumber, 1000)
  .option("--consumers <count>", "consumers to register", wholeNumber, 300)
  .option("--seed <number>", "draws the same data again", wholeNumber, Math.floor(Math.random() * 9_999_999))
  .parse()
  .opts<{ pins: number; consumers: number; seed: number }>();

/** The printed lines are only progress and the result; repeats are not printed. */
surviveStrayErrors(createLogger({ name: "demo", level: "fatal" }));

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
  const { store, secrets, publicUrl, close } = await openProduct(process.env, ["address", "master"]);
  await endWhereItStops(() => fill(new URL("/login", publicUrl), { ...realWorld, store, secrets }));
  await close();
});

async function fill(login: URL, dependencies: FillDependencies): Promise<void> {
  const { seed, pins } = options;
  const drawn = new Drawn(seed);
  const batchName = `${drawn.one(["Retail", "Online", "Gift shop"])} ${seed}`;
  // Runs with other seeds have other PINs and email addresses.
  const all = Array.from({ length: pins }, (_, n) => codeOf(seed * 5_000 + n));
  console.error(`Adding ${pins} PINs…`);
  const free = await fillPins(dependencies, batchName, all);
  let used = 0;
  const consumers = Array.from({ length: options.consumers }, (_, n) => {
    const consumer = drawConsumer(drawn, (seed % 1_000) * 1_000 + n, free.slice(used, used + 2));
    used += consumer.pins.length;
    return consumer;
  });
  const hasher = createPasswordHasher({ cost: 10 });
  const passwordHash = await hasher.hash(password).finally(() => hasher.close());
  console.error(`Registering ${options.consumers} consumers…`);
  await fillConsumers(dependencies, consumers, passwordHash);
  const example = consumers.find(({ pins }) => pins.length > 0);
  console.log(`Done, with seed ${seed}. Every demo consumer's password is ${password}.`);
  if (example) console.log(`For example ${example.email} at ${login.href}`);
}
