import { exitOnConfigError } from "@ornament/platform/config/exit-on-config-error";
import { portSetting, readConfig, yesOrNoSetting } from "@ornament/platform/config/read-config";
import { startServer } from "@ornament/platform/http/server";
import { z } from "zod";
import { announce, stopOnRequest } from "../process/part-process.ts";
import { startMailbox } from "./mailbox.ts";

const settings = z.object({
  MAILBOX_SMTP_SOCKET: z.string().optional(),
  MAILBOX_SMTP_PORT: portSetting.default(0),
  /** The port of the pages. */
  MAILBOX_PORT: portSetting.default(0),
  MAILBOX_FILE: z.string().optional(),
  /** The token of the pages' link. Without it the pages are closed, unless every caller may read them. */
  MAILBOX_TOKEN: z.string().min(22).optional(),
  MAILBOX_PUBLIC: yesOrNoSetting.default(false),
});

/** Runs the mailbox as a process: it accepts mails at a socket or a port, and shows them on loopback. */
const { mailbox, pages } = await exitOnConfigError(async () => {
  const config = readConfig(settings, process.env);
  const mailbox = await startMailbox({
    socket: config.MAILBOX_SMTP_SOCKET,
    port: config.MAILBOX_SMTP_PORT,
    token: config.MAILBOX_TOKEN,
    open: config.MAILBOX_PUBLIC,
    ...(config.MAILBOX_FILE ? { file: config.MAILBOX_FILE } : {}),
  });
  return { mailbox, pages: await startServer(mailbox.app, { port: config.MAILBOX_PORT }) };
});

stopOnRequest(
  () => {
    pages.server.closeAllConnections();
    return Promise.all([pages.stop(), mailbox.stop()]);
  },
  () => process.exit(1),
);

const { smtpPort, smtpUrl } = mailbox;
const { port } = pages;
announce({ port, smtpPort, smtpUrl }, `mailbox ready on 127.0.0.1:${port}, takes mail at ${smtpUrl}`);
