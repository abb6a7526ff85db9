import { setTimeout as pause } from "node:timers/promises";
import type { ApiClient } from "./api-client.ts";
import { mailboxHeaders } from "./mailbox-links.ts";

export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
}

export const parentPassword = "Parent-2026";

/** How long to wait for a mail on a busy machine, in milliseconds. */
const mailTimeoutMs = 40_000;
const mailPauseMs = 20;

/** The mails in the mailbox, newest first; none while it doesn't answer. */
async function mailbox(url: string): Promise<Mail[]> {
  const answer = await fetch(`${url}/mailbox/api/messages`, { headers: mailboxHeaders(url) });
  return answer.ok ? ((await answer.json()) as Mail[]) : [];
}

/** Waits for a mail to an address whose subject matches. */
export async function mailTo(url: string, email: string, subject: RegExp = /./): Promise<Mail> {
  const deadline = Date.now() + mailTimeoutMs;
  for (;;) {
    const mails = await mailbox(url);
    const found = mails.find((mail) => mail.to === email && subject.test(mail.subject));
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`No mail to ${email} came; there are ${mails.length}`);
    await pause(mailPauseMs);
  }
}

/** Waits until at least `count` mails to an address have arrived. Returns them, newest first. */
export async function mailsTo(url: string, email: string, count: number): Promise<Mail[]> {
  const deadline = Date.now() + mailTimeoutMs;
  for (;;) {
    const mails = await mailbox(url);
    const found = mails.filter((mail) => mail.to === email);
    if (found.length >= count) return found;
    if (Date.now() > deadline) throw new Error(`${found.length} of ${count} mails to ${email} came`);
    await pause(mailPauseMs);
  }
}

export function tokenOf(mail: Mail): string {
  const token = /[?&]token=([^\s&"]+)/.exec(mail.text)?.[1];
  if (token === undefined) throw new Error(`No link in the mail: ${mail.text}`);
  return decodeURIComponent(token);
}

export interface Parent {
  id: number;
  email: string;
  token: string;
}

/** Registers a parent, confirms the email with the mail's link and signs in. */
export async function newParent(api: ApiClient, url: string, email: string): Promise<Parent> {
  await api.call("POST", "/api/user/registration", { body: { email, password: parentPassword } });
  const token = tokenOf(await mailTo(url, email));
  await api.call("POST", "/api/user/activate", { body: { token } });
  const { body, status } = await api.call("POST", "/api/user/login", {
    body: { email, password: parentPassword },
  });
  if (status !== 200) throw new Error(`Sign-in of ${email} answered ${status}: ${JSON.stringify(body)}`);
  return { id: body.user.id, email, token: body.accessToken };
}
