import { exitOnConfigError } from "@ornament/platform/config/exit-on-config-error";
import { typedCommand } from "@ornament/platform/process/run-command";
import { drawSecrets, secretVariables } from "@ornament/platform/tokens/secrets";
import { Argument, Command } from "commander";
import type { Replaced, ReplaceMasterKey } from "./master-key.ts";

const help = `
Exit codes:
  0   done, also if MASTER_KEY was replaced before
  1   it could not be carried out or finished; a secret that this command doesn't replace; a wrong option
  78  a wrong key or setting, or a product that runs; nothing was written`;

/** `npm run secrets`, `npm run secrets -- rotate MASTER_KEY`, or in the image `ornament secrets …`. */
export async function secretsProgram(replaceMasterKey: ReplaceMasterKey): Promise<void> {
  const program = new Command(typedCommand("secrets"))
    .description("Draws a set of secrets for .env, or replaces MASTER_KEY.")
    .action(() => void process.stdout.write(freshSet()));
  program
    .command("rotate")
    .addArgument(new Argument("<name>", "the secret").choices(Object.values(secretVariables)))
    .description("Replaces a secret of a stopped product. Can be repeated after a kill.")
    .addHelpText("after", help)
    .action(async (name: string) => {
      const reason = reasonNotToRotate(name);
      if (reason === undefined) return report(await replaceMasterKey(process.env));
      console.error(reason);
      process.exitCode = 1;
    });
  await exitOnConfigError(() => program.parseAsync()).catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    console.error("The replacement can be finished: run the command again.");
    process.exitCode = 1;
  });
}

const freshSet = () =>
  [
    "# Back up ADDRESS_KEY and MASTER_KEY with the event store: without them its events can't be read.",
    ...Object.entries(drawSecrets()).map(([variable, secret]) => `${variable}=${secret}`),
    "",
  ].join("\n");

function reasonNotToRotate(name: string): string | undefined {
  if (name === secretVariables.master) return undefined;
  if (name === secretVariables.address)
    return `${name} can't be replaced: the names of the streams of all email addresses are computed from it, and events are never moved to another stream`;
  return `${name} needs no command: set it to a new value and ${name}_PREVIOUS to the old one, then restart the product (docs/operations.md#secrets says for how long)`;
}

function report({ outcome, next }: Replaced): void {
  console.log(
    outcome === "already"
      ? "MASTER_KEY is replaced already."
      : "MASTER_KEY is replaced: every person's key is wrapped with the new one.",
  );
  console.log(next);
}
