import { join } from "node:path";
import { type MailboxAccess, mailboxAccess } from "@ornament/gateway/mailbox-access";
import type { Upstream } from "@ornament/gateway/upstream";
import type { LaunchConfig } from "./config.ts";
import type { Here } from "./here.ts";
import type { Keep, StartProcess } from "./part.ts";

export interface Mail {
  smtpUrl: string;
  /** What the gateway shows under `/mailbox`; `undefined` where a real mail server is configured. */
  pages: Upstream | undefined;
}

interface Where {
  /** What may run in this process; without it, each part is a process. */
  here: Here | undefined;
  startProcess: StartProcess;
  keep: Keep;
}

/** The embedded mailbox, unless `SMTP_URL` names a mail server. */
export async function startMail(
  config: LaunchConfig,
  file: string,
  { here, startProcess, keep }: Where,
): Promise<Mail> {
  if (config.SMTP_URL !== undefined) return { smtpUrl: config.SMTP_URL, pages: undefined };
  if (!here) {
    const ports = { port: "MAILBOX_PORT", smtpPort: "MAILBOX_SMTP_PORT" };
    const { port, details } = await startProcess("mailbox", { MAILBOX_FILE: file }, ports);
    return { smtpUrl: `smtp://127.0.0.1:${details.smtpPort}`, pages: new URL(`http://127.0.0.1:${port}`) };
  }
  const mailbox = keep(await here.startMailbox({ file, open: config.MAILBOX_PUBLIC }));
  return { smtpUrl: mailbox.smtpUrl, pages: mailbox.app };
}

/** The stand-in player. Its pages are beside the built programs. */
export async function startPlayer(programs: string, { here, startProcess }: Where): Promise<Upstream> {
  if (here) return here.playerApp(join(programs, "player"));
  // HOST is for the gateway; the other parts listen on loopback.
  const { port } = await startProcess("player", { HOST: "127.0.0.1" }, { port: "PLAYER_PORT" });
  return new URL(`http://127.0.0.1:${port}`);
}

/** Where the mails are shown, and to whom. */
export interface ShownMailbox {
  url: string;
  access: MailboxAccess;
}

/** For this machine alone the mailbox is shown at its local address: through the public one, calls come by a proxy and are refused. */
export function shownMailbox(
  config: LaunchConfig,
  { pages }: Mail,
  { url, localUrl }: { url: string; localUrl: string },
): ShownMailbox | undefined {
  if (pages === undefined) return undefined;
  const { HOST: host, MAILBOX_PUBLIC: mailboxPublic } = config;
  const access = mailboxAccess({ host, publicUrl: url, mailboxPublic });
  const base = access === "everybody" || config.PUBLIC_URL === undefined ? url : localUrl;
  return { url: new URL("/mailbox", base).href, access };
}
