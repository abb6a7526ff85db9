import { setTimeout as pause } from "node:timers/promises";
import type { ApiClient } from "../calls/api-client.ts";
import type { Call, Json } from "../calls/call.ts";
import { mailboxHeaders } from "../product/mailbox-links.ts";

export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
}

export const parentPassword = "Parent-2026";

/** The wait for a mail on a busy machine, in milliseconds. */
const mailTimeoutMs = 40_000;
const mailPauseMs = 20;

/** The mails in the mailbox, newest first; none while it doesn't answer. */
async function mailbox(url: string): Promise<Mail[]> {
  const answer = await fetch(`${url}/mailbox/api/messages`, { headers: mailboxHeaders(url) });
  return answer.ok ? ((await answer.json()) as Mail[]) : [];
}

/** Waits for a mail to an email address whose subject matches. */
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

export function tokenOf(mail: Pick<Mail, "text">): string {
  const token = /[?&]token=([^\s&"]+)/.exec(mail.text)?.[1];
  if (token === undefined) throw new Error(`No link in the mail: ${mail.text}`);
  return decodeURIComponent(token);
}

export interface Parent {
  id: number;
  email: string;
  token: string;
}

/** The sender of a new parent's calls, and the source of the mail with the link. */
interface Registering {
  call(method: string, path: string, call: Call): Promise<{ status: number; body: Json }>;
  mailTo(email: string): Promise<Pick<Mail, "text">>;
}

/** Registers a parent, confirms the email with the mail's link and signs in. */
export async function registerParent({ call, mailTo: mail }: Registering, email: string): Promise<Parent> {
  const post = async (path: string, body: object) => {
    const answer = await call("POST", path, { body });
    if (answer.status !== 200)
      throw new Error(`${path} of ${email} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await post("/api/user/registration", { email, password: parentPassword });
  await post("/api/user/activate", { token: tokenOf(await mail(email)) });
  const { user, accessToken } = await post("/api/user/login", { email, password: parentPassword });
  return { id: user.id, email, token: accessToken };
}

export const newParent = (api: ApiClient, url: string, email: string): Promise<Parent> =>
  registerParent(
    { call: (method, path, call) => api.prepare(method, path, call), mailTo: (to) => mailTo(url, to) },
    email,
  );
