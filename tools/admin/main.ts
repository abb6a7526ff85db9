import { createInterface } from "node:readline";
import {
  addressForRecovery,
  adminToRecover,
  recoverAdmin,
  shownEmail,
} from "@ornament/command-api/admins/recover-admin";
import { bindAggregates } from "@ornament/command-api/aggregates";
import { realWorld } from "@ornament/command-api/dependencies";
import { openProduct } from "@ornament/command-api/opened-product";
import { runCommand, typedCommand } from "@ornament/platform/process/run-command";
import { Command } from "commander";

const help = `
The event store is that of EVENTSTORE_URL, otherwise that of the running product in DATA_DIR (.data). The command
needs MASTER_KEY, PROOF_KEY and PUBLIC_URL as the product has them; it takes them from DATA_DIR where they are there.

Exit codes:
  0   done
  1   not confirmed, and nothing was changed; a wrong option
  2   it could not be carried out, and the message says why; the command can be repeated
  78  an address that is invalid or taken, an unknown admin, a wrong or missing setting, or no running product`;

interface RecoverOptions {
  admin?: string;
  yes?: true;
}

/** `npm run admin -- recover <email>` */
const program = new Command(typedCommand("admin"))
  .description("Helps the operator with admin accounts, without the back office.")
  .addHelpText("after", help);

program
  .command("recover")
  .argument("<email>", "the new email address; the present one, if only the password is lost")
  .option("--admin <id|email>", "the IT Admin, if there is more than one")
  .option("--yes", "asks nothing")
  .description(
    "Lets an IT Admin in again: changes the email address, ends the sessions and the password, and prints a link that sets a new password.",
  )
  .addHelpText("after", help)
  .action(recover);

async function recover(text: string, { admin, yes }: RecoverOptions): Promise<void> {
  const { store, secrets, publicUrl, close } = await openProduct(process.env);
  try {
    const aggregates = bindAggregates(store);
    const { state: directory } = await aggregates.adminDirectory.load("main");
    const { adminId, email: formerEmail } = adminToRecover(directory, admin);
    const email = addressForRecovery(directory, text, adminId);
    const question = `IT Admin ${adminId} (${shownEmail(formerEmail)}) gets the email address ${email}. All sessions of the account end, and its password no longer works. Continue?`;
    if (!yes && !(await confirm(question))) {
      console.error("Not confirmed, so nothing was changed. Answer yes, or add --yes.");
      process.exitCode = 1;
      return;
    }
    const parts = { ...realWorld, ...aggregates, secrets, publicUrl };
    const link = await recoverAdmin(parts, { adminId, formerEmail, email });
    console.log(
      `IT Admin ${adminId} has the email address ${email}. This link sets the new password. It works once, within 24 hours:\n${link}`,
    );
  } finally {
    await close();
  }
}

/** Asks on the standard error output, and reads a line of the standard input. An end of the input is a no. */
async function confirm(question: string): Promise<boolean> {
  process.stderr.write(`${question} (yes/no) `);
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return /^\s*y(es)?\s*$/i.test(line);
    process.stderr.write("\n");
    return false;
  } finally {
    lines.close();
  }
}

await runCommand(program, () => 2);
