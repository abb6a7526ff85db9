import { join } from "node:path";
import { type MailboxAccess, mailboxAccess } from "@ornament/gateway/mailbox-access";
import type { Upstream } from "@ornament/gateway/upstream";
import { linkToken } from "@ornament/platform/tokens/keyed-hash";
import { readSecrets } from "@ornament/platform/tokens/secrets";
import type { LaunchConfig } from "./config.ts";
import type { Here } from "./here.ts";
import type { Keep, StartProcess } from "./part.ts";

export interface Mail {
  smtpUrl: string;
  /** The pages of the gateway under `/mailbox`; `undefined` with a real mail server. */
  pages: Upstream | undefined;
  /** The token at the end of the link to the pages; `undefined` if every caller may read them. */
  token?: string | undefined;
}

interface Where {
  /** The parts that may run in this process; without it, each part is a process. */
  here: Here | undefined;
  startProcess: StartProcess;
  keep: Keep;
}

interface MailboxPlace {
  file: string;
  /** The socket that accepts mails; `undefined` for a port. */
  socket: string | undefined;
  secrets: Record<string, string | undefined>;
}

/** The embedded mailbox, unless `SMTP_URL` names a mail server. Its link changes only with the secrets. */
export async function startMail(
  config: LaunchConfig,
  { file, socket, secrets }: MailboxPlace,
  { here, startProcess, keep }: Where,
): Promise<Mail> {
  if (config.SMTP_URL !== undefined) return { smtpUrl: config.SMTP_URL, pages: undefined };
  const open = config.MAILBOX_PUBLIC;
  const token = open
    ? undefined
    : linkToken(readSecrets(secrets, ["proof"]).ring("proof").current, "mailbox");
  if (!here) {
    const settings = { MAILBOX_FILE: file, MAILBOX_SMTP_SOCKET: socket, MAILBOX_TOKEN: token };
    const ports = { port: "MAILBOX_PORT", smtpPort: "MAILBOX_SMTP_PORT" };
    const { port, details } = await startProcess("mailbox", settings, ports);
    return { smtpUrl: String(details.smtpUrl), pages: new URL(`http://127.0.0.1:${port}`), token };
  }
  const mailbox = keep(await here.startMailbox({ file, socket, open, token }));
  return { smtpUrl: mailbox.smtpUrl, pages: mailbox.app, token };
}

/** The embedded player. Its pages are in the folder of the built programs. */
export async function startPlayer(programs: string, { here, startProcess }: Where): Promise<Upstream> {
  if (here) return here.playerApp(join(programs, "player"));
  // HOST is for the gateway; the other parts listen on loopback.
  const { port } = await startProcess("player", { HOST: "127.0.0.1" }, { port: "PLAYER_PORT" });
  return new URL(`http://127.0.0.1:${port}`);
}

/** The URL and the audience of the mailbox. */
export interface ShownMailbox {
  /** The URL, with its token if it needs one. */
  url: string;
  access: MailboxAccess;
}

/** A mailbox for this machine only has its local URL: calls through the public URL are refused. */
export function shownMailbox(
  config: LaunchConfig,
  { pages, token }: Mail,
  { url, localUrl }: { url: string; localUrl: string },
): ShownMailbox | undefined {
  if (pages === undefined) return undefined;
  const { HOST: host, MAILBOX_PUBLIC: mailboxPublic } = config;
  const access = mailboxAccess({ host, publicUrl: url, mailboxPublic });
  const base = access === "everybody" || config.PUBLIC_URL === undefined ? url : localUrl;
  const link = new URL("/mailbox", base);
  if (token !== undefined) link.searchParams.set("token", token);
  return { url: link.href, access };
}
