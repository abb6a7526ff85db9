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

/** `npm run projections -- status | rebuild <name|all> | verify [name|all] | prepare` */
const program = new Command("projections").description("Shows, rebuilds and verifies the read models.");

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
  .description("Fills a new generation next to the live one and switches to it.")
  .action((name: string) =>
    withDatabase((db) => followRequest(db, "rebuild", namesFrom(name), process.stdout.isTTY)),
  );

program
  .command("verify")
  .argument("[name]", "a projection, or all", "all")
  .description("Compares the live read models with a fresh replay of the event store.")
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
  process.exitCode = 1;
});
