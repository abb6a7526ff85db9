import { exitOnConfigError } from "@ornament/platform/config/exit-on-config-error";
import { createMongoClient } from "@ornament/platform/mongodb/connection";
import { Command } from "commander";
import type { Db } from "mongodb";
import { readAddresses } from "./cli/addresses.ts";
import { followRequest } from "./cli/follow-request.ts";
import { logHead } from "./cli/log-head.ts";
import { namesFrom } from "./cli/names.ts";
import { showStatus } from "./cli/show-status.ts";

/** `npm run projections -- status | rebuild <name|all> | verify [name|all]` (design §6). */
const program = new Command("projections").description(
  "The read models: where they stand, and building them anew.",
);

program
  .command("status")
  .description("Shows each projection's generation, position and lag behind the log.")
  .action(() =>
    withDatabase(async (db, eventstoreUrl) => {
      const head = await logHead(eventstoreUrl);
      console.log(await showStatus(db, head, new Date()));
    }),
  );

program
  .command("rebuild")
  .argument("<name>", "a projection, or all")
  .description("Fills a new generation beside the live one and switches to it.")
  .action((name: string) =>
    withDatabase((db) => followRequest(db, "rebuild", namesFrom(name), process.stdout.isTTY)),
  );

program
  .command("verify")
  .argument("[name]", "a projection, or all", "all")
  .description("Compares the live read models with a fresh replay of the log.")
  .action((name: string) =>
    withDatabase((db) => followRequest(db, "verify", namesFrom(name), process.stdout.isTTY)),
  );

async function withDatabase(work: (db: Db, eventstoreUrl: string) => Promise<void>): Promise<void> {
  const { mongodbUrl, database, eventstoreUrl } = readAddresses(process.env);
  const client = createMongoClient(mongodbUrl, "ornament-projections");
  try {
    await work(client.db(database), eventstoreUrl);
  } finally {
    await client.close();
  }
}

await exitOnConfigError(() => program.parseAsync()).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
