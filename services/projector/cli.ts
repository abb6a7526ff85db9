import { exitOnConfigError } from "@ornament/platform/config/exit-on-config-error";
import { openMongo } from "@ornament/platform/mongodb/connection";
import { isOutage } from "@ornament/platform/mongodb/outage";
import { retryUntilReachable } from "@ornament/platform/process/wait-for-store";
import { Command } from "commander";
import type { Db } from "mongodb";
import { readAddresses } from "./cli/addresses.ts";
import { followRequest } from "./cli/follow-request.ts";
import { withLog } from "./cli/log-reader.ts";
import { namesFrom } from "./cli/names.ts";
import { prepare } from "./cli/prepare.ts";
import { showStatus } from "./cli/show-status.ts";
import { terminal } from "./cli/terminal.ts";
import { writeDifferences } from "./cli/write-differences.ts";

const exitCodes = `
Exit codes:
  0   done; verify: the read models are those of a replay, and the log keeps the rules of the product
  1   verify found a difference, a skipped or damaged event, an event of another program or a broken rule;
      rebuild, stage or prepare failed at an event; there was nothing to approve or discard
  2   it could not be carried out: no projector is active, or there was no progress
  78  a wrong name or setting, or no running product`;

/**
 * `npm run projections -- status | rebuild <name|all> [--stage] | approve <name|all> | discard <name|all> |
 * verify [name|all] | prepare`
 */
const program = new Command("projections")
  .description("Shows, rebuilds and verifies the read models.")
  .addHelpText("after", exitCodes);

program
  .command("status")
  .description("Shows each projection's generation, position and lag.")
  .action(() =>
    withDatabase((db, eventstoreUrl) =>
      withLog(eventstoreUrl, async (log) => {
        const outages = { away: () => undefined, back: () => undefined };
        console.log(await retryUntilReachable(() => showStatus(db, log, new Date()), { isOutage, outages }));
      }),
    ),
  );

program
  .command("rebuild")
  .argument("<name>", "a projection, or all")
  .option("--stage", "do not switch: write the differences to a file, and wait for approve or discard")
  .description("Fills a new generation next to the live one and switches to it.")
  .addHelpText("after", exitCodes)
  .action((name: string, { stage = false }: { stage?: boolean }) =>
    withDatabase(async (db) => {
      const names = namesFrom(name);
      await followRequest(db, stage ? "stage" : "rebuild", names, process.stdout.isTTY);
      if (stage) for (const line of await writeDifferences(db, names, process.cwd())) console.log(line);
    }),
  );

for (const [kind, description] of [
  ["approve", "Switches to the generation that rebuild --stage has filled."],
  ["discard", "Drops the generation that rebuild --stage has filled."],
] as const)
  program
    .command(kind)
    .argument("<name>", "a projection, or all")
    .description(description)
    .addHelpText("after", exitCodes)
    .action((name: string) => withDatabase((db) => followRequest(db, kind, namesFrom(name), false)));

program
  .command("verify")
  .argument("[name]", "a projection, or all", "all")
  .description(
    "Compares the live read models with a fresh replay, and checks that the log keeps the rules of the product.",
  )
  .addHelpText("after", exitCodes)
  .action((name: string) =>
    withDatabase((db) => followRequest(db, "verify", namesFrom(name), process.stdout.isTTY)),
  );

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

await exitOnConfigError(() => program.parseAsync()).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});
