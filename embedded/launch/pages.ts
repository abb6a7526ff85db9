import { join } from "node:path";
import { type MailboxAccess, mailboxAccess } from "@ornament/gateway/mailbox-access";
import type { Upstream } from "@ornament/gateway/upstream";
import { startMailbox } from "../mailbox/mailbox.ts";
import { playerApp } from "../player/app.ts";
import type { LaunchConfig } from "./config.ts";
import type { Keep, StartProcess } from "./part.ts";

export interface Mail {
  smtpUrl: string;
  /** What the gateway shows under `/mailbox`; `undefined` where a real mail server is configured. */
  pages: Upstream | undefined;
}

interface Where {
  /** Starts processes of their own; without it, all is in this one. */
  apart: StartProcess | undefined;
  keep: Keep;
}

/** The embedded mailbox, unless `SMTP_URL` names a mail server. */
export async function startMail(config: LaunchConfig, file: string, { apart, keep }: Where): Promise<Mail> {
  if (config.SMTP_URL !== undefined) return { smtpUrl: config.SMTP_URL, pages: undefined };
  if (apart) {
    const ports = { port: "MAILBOX_PORT", smtpPort: "MAILBOX_SMTP_PORT" };
    const { port, details } = await apart("mailbox", { MAILBOX_FILE: file }, ports);
    return { smtpUrl: `smtp://127.0.0.1:${details.smtpPort}`, pages: new URL(`http://127.0.0.1:${port}`) };
  }
  const mailbox = keep(await startMailbox({ file, open: config.MAILBOX_PUBLIC }));
  return { smtpUrl: mailbox.smtpUrl, pages: mailbox.app };
}

/** The stand-in player's pages, which lie beside the built programs. */
export async function startPlayer(programs: string, { apart }: Where): Promise<Upstream> {
  if (!apart) return playerApp(join(programs, "player"));
  // HOST is where the whole product listens, and this is a part of it.
  const { port } = await apart("player", { HOST: "127.0.0.1" }, { port: "PLAYER_PORT" });
  return new URL(`http://127.0.0.1:${port}`);
}

/** Where the mails are shown, and to whom. */
export interface ShownMailbox {
  url: string;
  access: MailboxAccess;
}

/** This machine reaches its mailbox at its own address; a public one leads through proxies, for which there is nothing there. */
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
