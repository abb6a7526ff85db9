import { mailboxPublicSetting } from "@ornament/gateway/mailbox-access";
import { exitOnConfigError } from "@ornament/platform/config/exit-on-config-error";
import { portSetting, readConfig } from "@ornament/platform/config/read-config";
import { startServer } from "@ornament/platform/http/server";
import { z } from "zod";
import { startMailbox } from "./mailbox.ts";

const settings = z.object({
  MAILBOX_SMTP_PORT: portSetting.default(0),
  /** The port of the pages. */
  MAILBOX_PORT: portSetting.default(0),
  MAILBOX_FILE: z.string().optional(),
  MAILBOX_PUBLIC: mailboxPublicSetting.default(false),
});

/** Runs the mailbox as a process, on loopback. */
const { mailbox, pages } = await exitOnConfigError(async () => {
  const config = readConfig(settings, process.env);
  const mailbox = await startMailbox({
    port: config.MAILBOX_SMTP_PORT,
    open: config.MAILBOX_PUBLIC,
    ...(config.MAILBOX_FILE ? { file: config.MAILBOX_FILE } : {}),
  });
  return { mailbox, pages: await startServer(mailbox.app, { port: config.MAILBOX_PORT }) };
});

async function stop() {
  pages.server.closeAllConnections();
  await Promise.all([pages.stop(), mailbox.stop()]);
  process.exit(0);
}
process.once("SIGTERM", stop).once("SIGINT", stop).once("disconnect", stop);

const ready = { ready: true, port: pages.port, smtpPort: mailbox.smtpPort };
if (process.send) process.send(ready);
else console.log(`mailbox ready on 127.0.0.1:${ready.port}, SMTP on ${ready.smtpPort}`);
