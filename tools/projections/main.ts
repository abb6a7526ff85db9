import { randomBytes } from "node:crypto";
import { pastReadModels, type Until } from "@ornament/contracts/projections/jobs";
import { ConfigError } from "@ornament/platform/config/read-config";
import type { EventStore } from "@ornament/platform/eventstore/event-store";
import { terminal } from "@ornament/platform/logging/outage-log";
import { openMongo } from "@ornament/platform/mongodb/connection";
import { runCommand, typedCommand } from "@ornament/platform/process/run-command";
import { readAddresses } from "@ornament/platform/running-product/addresses";
import { openServedLog } from "@ornament/platform/running-product/opened-log";
import { serverKey } from "@ornament/platform/tokens/keyed-hash";
import { onceReachable } from "@ornament/projector/runtime/catch-up";
import { Argument, Command, Option } from "commander";
import type { Db } from "mongodb";
import { namesFrom, tableFrom, untilFrom } from "./arguments.ts";
import { withJob } from "./follow-job.ts";
import { type RowFormatName, rebuildUntil, rowFormatNames, writeAsOf } from "./former-state.ts";
import { OutputClosed, standardOutput } from "./output.ts";
import { prepare } from "./prepare.ts";
import { showStatus } from "./show-status.ts";

const exitCodes = `
Exit codes:
  0   done, also if the reader of the output ended before, such as head; verify: the read models are those of
      a replay, and the log keeps the rules of the product
  1   verify found a difference, an event that can't be folded, an event of another program or a broken rule;
      rebuild or prepare stopped at an event; a wrong option
  2   it could not be carried out: no projector is active, there was no progress, or the projector refused it;
      as-of, rebuild --until: the former state was taken away, and the output is not whole
  78  a wrong name, instant, position or setting, one in the future, or no running product`;

/** `npm run projections -- status | rebuild <name|all> | verify [name|all] | as-of <end> <table> | prepare` */
const program = new Command(typedCommand("projections"))
  .description("Shows, rebuilds and verifies the read models, and writes tables as they stood.")
  .addHelpText("after", exitCodes);

program
  .command("status")
  .description("Shows each projection's generation, position and lag.")
  .option("--json", "as JSON, for a program")
  .action((options: { json?: true }) =>
    withDatabase((db, eventstoreUrl) =>
      withLog(eventstoreUrl, async (log) => {
        console.log(await onceReachable(() => showStatus(db, log, new Date(), options.json)));
      }),
    ),
  );

program
  .command("rebuild")
  .argument("<name>", "a projection, or all")
  .option("--until <end>", "do not switch: fill up to an instant or a position, and print the digest")
  .description("Fills a new generation next to the live one and switches to it.")
  .addHelpText("after", exitCodes)
  .action((name: string, { until }: { until?: string }) =>
    until === undefined ? printOutcome("rebuild", name) : replay(name, until),
  );

const printOutcome = (kind: "rebuild" | "verify", name: string, { json }: { json?: true } = {}) =>
  withDatabase((db) =>
    withJob(db, { kind, names: namesFrom(name) }, following(), async ({ passed, messages = [] }) => {
      if (json) console.log(JSON.stringify({ passed, messages }));
      else for (const message of messages) console.log(message);
      if (!passed) process.exitCode = 1;
    }),
  );

const replay = (name: string, word: string) =>
  withDatabase(async (db, eventstoreUrl) => {
    const names = namesFrom(name);
    const until = await reachedEnd(word, eventstoreUrl);
    for (const line of await rebuildUntil(db, names, until, following())) console.log(line);
  });

program
  .command("verify")
  .argument("[name]", "a projection, or all", "all")
  .description(
    "Compares the live read models with a fresh replay, and checks that the log keeps the rules of the product.",
  )
  .option("--json", "as JSON, for a program")
  .addHelpText("after", exitCodes)
  .action((name: string, options: { json?: true }) => printOutcome("verify", name, options));

const ends = "an instant such as 2026-11-24 or 2026-11-24T10:42 (UTC, or with an offset), or a position";
const tables = `the table: ${pastReadModels.join(", ")}`;
const format = () =>
  new Option("--format <format>", "the form of the output")
    .choices(rowFormatNames)
    .default(rowFormatNames[0]);

program
  .command("as-of")
  .addArgument(new Argument("<end>", ends))
  .addArgument(new Argument("<table>", tables))
  .addOption(format())
  .description("Writes the rows of a table as it stood, to the standard output.")
  .addHelpText("after", exitCodes)
  .action((end: string, name: string, { format }: { format: RowFormatName }) =>
    withDatabase(async (db, eventstoreUrl) => {
      const table = tableFrom(name);
      const until = await reachedEnd(end, eventstoreUrl);
      const asked = { until, table, format };
      console.error(await writeAsOf(db, asked, standardOutput(process.stdout), following()));
    }),
  );

/** Only data are written to the standard output, so the progress goes to the other one. */
const following = () => ({ withBars: process.stderr.isTTY });

program
  .command("prepare")
  .description("Before an upgrade: fills the read models of this build next to those of the running one.")
  .action(() => withDatabase((db, eventstoreUrl) => prepare(db, eventstoreUrl, process.env)));

async function withDatabase(work: (db: Db, eventstoreUrl: string) => Promise<void>): Promise<void> {
  const { mongodbUrl, database, eventstoreUrl } = readAddresses(process.env);
  const mongo = openMongo(mongodbUrl, { appName: "ornament-projections", logger: terminal });
  try {
    await work(mongo.db(database), eventstoreUrl);
  } finally {
    await mongo.close();
  }
}

/** Opens the event store to read its end and positions. Personal data stay encrypted, so no key is needed. */
async function withLog<T>(eventstoreUrl: string, work: (log: EventStore) => Promise<T>): Promise<T> {
  const environment = { EVENTSTORE_URL: eventstoreUrl };
  const { store, close } = await openServedLog(environment, { masterKey: serverKey(randomBytes(32)) });
  try {
    return await work(store);
  } finally {
    await close();
  }
}

/** The end that an argument names. Throws `ConfigError` for a position whose tables are not known yet. */
async function reachedEnd(word: string, eventstoreUrl: string): Promise<Until> {
  const until = untilFrom(word, new Date());
  if ("instant" in until) return until;
  const head = await withLog(eventstoreUrl, (log) => onceReachable(() => log.head()));
  if (until.commit <= (head?.commit ?? -1n)) return until;
  const end = head ? `ends at ${head.commit}` : "is empty";
  throw new ConfigError(`the position ${until.commit} is in the future: the log ${end}`);
}

await runCommand(program, (error) => (error instanceof OutputClosed ? 0 : 2));
