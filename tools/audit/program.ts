import { writeFileSync } from "node:fs";
import { type LogGroup, type LogRole, logGroups, logRoles } from "@ornament/contracts/action-log/columns";
import { runCommand, typedCommand } from "@ornament/platform/process/run-command";
import type { OpenLog } from "@ornament/platform/running-product/opened-log";
import { NotAsWritten } from "@ornament/projector/evidence/evidence";
import { entriesOf, type Filters, historyOf } from "@ornament/projector/evidence/shown-event";
import { auditFolderOf } from "@ornament/projector/log-proof/audit-folder-setting";
import { Argument, Command, InvalidArgumentError, Option } from "commander";
import {
  dateTimeWithZone,
  instantOption,
  machineTimeZone,
  timeZoneOption,
} from "../projections/arguments.ts";
import { fileOutput, OutputClosed, standardOutput } from "../projections/output.ts";
import { writeEvidence } from "./evidence-command.ts";
import { type FormatName, formats } from "./formats.ts";
import { type Audit, runAudit } from "./run-audit.ts";
import { subjectOf, type ThingKind, thingKinds } from "./things.ts";
import { type VerifyOptions, verify } from "./verify-command.ts";

const nothingFoundCode = 2;
const notAsWrittenCode = 65;

const help = `
The event store is that of EVENTSTORE_URL; otherwise that of the product in DATA_DIR (.data), which may run or
be stopped. It is only read. Its personal data need MASTER_KEY, which is taken from DATA_DIR where it is there.
The data of erased people can't be shown. Progress is written to the standard error output.

Exit codes: 0 done; 1 failed, and the output is not whole; 2 no event is about the thing; 65 the log is not as it
was written; 74 the file of the event store is damaged; 78 a setting is wrong or missing.`;

interface CommonOptions {
  format: FormatName;
  out?: string;
  timeZone: string;
  personalData: boolean;
}

interface LogOptions extends CommonOptions, Omit<Filters, "since" | "until"> {
  role?: LogRole;
  group?: LogGroup;
  since?: string;
  until?: string;
  limit?: number;
}

/** `npm run audit -- history <kind> <id> | log | export | verify | evidence <kind> <id>` */
export async function auditProgram(open: OpenLog): Promise<void> {
  const program = new Command(typedCommand("audit"))
    .description("Answers an auditor from the event store: who did what, when, and what was there before.")
    .addHelpText("after", help);

  command(program.command("history"), ["text", "csv", "ndjson"])
    .addArgument(new Argument("<kind>", "the kind of thing").choices(thingKinds))
    .argument(
      "<id>",
      "a PIN; the id or email address of an account; the name of a setting or batch; the id of an import or bulk change",
    )
    .description("Shows all that happened to one thing, oldest first.")
    .action(async (kind: ThingKind, id: string, options: CommonOptions) => {
      const all = options.format === "ndjson";
      const shown = await answer(open, options, {
        wanted: async (store) => historyOf(await subjectOf(store, kind, id), all),
      });
      if (shown > 0) return;
      console.error(`No event is about the ${kind} ${id}.`);
      process.exitCode = nothingFoundCode;
    });

  command(program.command("log"), ["text", "csv", "ndjson"])
    .description("Shows entries of the System action log, oldest first.")
    .option(
      "--actor <actor>",
      "who acted: admin-{id}, consumer-{id} or system",
      matching(/^(?:(?:admin|consumer)-\d{1,16}|system)$/, "admin-3, consumer-7 or system"),
    )
    .addOption(new Option("--role <role>", "the actor's role at the time").choices(logRoles))
    .addOption(new Option("--group <group>", "the group of actions").choices(logGroups))
    .option("--action <name>", "the name of the action as it is shown")
    .option(
      "--subject <subject>",
      "what it is about: pin-{PIN}, consumer-{id}, admin-{id}, setting-{name}, batch-{name}, import-{id} or bulkChange-{id}",
      matching(/^(?:pin|consumer|admin|setting|batch|import|bulkChange)-.+$/, "pin-AB12CD3 or consumer-7"),
    )
    .option("--request <id>", "the request that wrote the entries")
    .option("--session <id>", "the actor's sign-in session")
    .option("--query <text>", "text in the role, action, value, date, or the actor's email address")
    .option("--since <time>", "the first time, included: 2026-11-24 or 2026-11-24T10:42")
    .option("--until <time>", "the time before which the entries are")
    .option("--limit <number>", "the number of newest entries", wholeNumber)
    .action(async ({ since, until, limit, ...options }: LogOptions) => {
      const { timeZone } = options;
      const range = {
        since: since === undefined ? undefined : instantOption(since, timeZone),
        until: until === undefined ? undefined : instantOption(until, timeZone),
      };
      const shown = dateTimeWithZone(timeZone);
      await answer(open, options, { wanted: () => entriesOf({ ...options, ...range }, shown), limit });
    });

  command(program.command("export"), ["ndjson", "csv"])
    .description(
      "Writes the whole log: all events as ndjson, or the entries of the System action log as csv. With --out, the newest signed checkpoint is in a file next to it.",
    )
    .action(async (options: CommonOptions) => {
      const checkpoint = auditFolderOf(process.env).checkpoint();
      await answer(open, options, {
        wanted:
          () =>
          ({ entry }) =>
            options.format === "ndjson" || entry !== undefined,
      });
      if (options.out !== undefined && checkpoint !== undefined)
        writeFileSync(`${options.out}.checkpoint.txt`, checkpoint, { mode: 0o600 });
    });

  program
    .command("verify")
    .description(
      "Checks that nobody has changed the log: each event, their order, and the signed checkpoints.",
    )
    .option(
      "--checkpoint <file>",
      "a file with a signed checkpoint that was kept, or with the kept headers of an export; can be repeated",
      (file: string, files: string[]) => [...files, file],
      [],
    )
    .option("--key <key>", "the public key that was kept, or a file with it; by default that of MASTER_KEY")
    .option(
      "--audit-dir <folder>",
      "the folder with the leaves and checkpoints: AUDIT_DIR, or DATA_DIR/audit",
    )
    .option("--json", "as JSON, for a program")
    .action(async (options: VerifyOptions) => {
      const { text, asWritten } = await verify(open, process.env, options);
      process.stdout.write(text);
      if (!asWritten) process.exitCode = notAsWrittenCode;
    });

  program
    .command("evidence")
    .addArgument(new Argument("<kind>", "the kind of thing").choices(thingKinds))
    .argument("<id>", "as for history")
    .description(
      "Writes the evidence file for one thing, signed and with the proof of each event, and next to it verify-evidence.mjs, which verifies it anywhere.",
    )
    .option("--out <file>", "the file; evidence-{thing}-{day}.json by default")
    .option("--no-personal-data", "puts (sealed) in place of personal data")
    .action(async (kind: ThingKind, id: string, options: { out?: string; personalData: boolean }) => {
      if (await writeEvidence(open, process.env, { kind, id }, options)) return;
      console.error(`No event is about the ${kind} ${id}.`);
      process.exitCode = nothingFoundCode;
    });

  await runCommand(program, codeOf);
}

const command = (added: Command, formats: readonly FormatName[]) =>
  added
    .addOption(new Option("--format <format>", "the form of the output").choices(formats).default(formats[0]))
    .option("--out <file>", "a file for the output, which appears when it is whole")
    .option("--time-zone <name>", "the time zone of dates", timeZoneOption, machineTimeZone())
    .option("--no-personal-data", "puts (sealed) in place of personal data");

const wholeNumber = (text: string) => {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("a whole number from 1 to 99999 is needed");
};

const matching = (pattern: RegExp, examples: string) => (text: string) => {
  if (pattern.test(text)) return text;
  throw new InvalidArgumentError(`it must be such as ${examples}`);
};

function answer(
  open: OpenLog,
  { format, out, timeZone, personalData }: CommonOptions,
  question: Pick<Audit, "wanted" | "limit">,
): Promise<number> {
  const audit = { ...question, format: formats[format](timeZone), withPersonalData: personalData };
  return runAudit(open, process.env, audit, () =>
    out === undefined ? standardOutput(process.stdout) : fileOutput(out),
  );
}

function codeOf(error: unknown): number {
  if (error instanceof OutputClosed) return 0;
  if (error instanceof NotAsWritten) return notAsWrittenCode;
  // An event store whose file can't be read.
  return error instanceof Error && "exitCode" in error ? Number(error.exitCode) : 1;
}
