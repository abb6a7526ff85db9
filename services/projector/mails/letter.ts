import type { MailKind } from "@ornament/contracts/mails/kinds";
import { consumerPageLink } from "@ornament/contracts/mails/links";
import type { Brand } from "@ornament/contracts/values/brand";
import { formatPinCode } from "@ornament/contracts/values/pin-code";
import { itAdminActNames } from "@ornament/contracts/values/roles";
import type { MailDetails, MailSecret } from "./causes.ts";

export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface Words {
  subject: string;
  before: string[];
  between?: string[];
  action?: string;
  after: string[];
}

/** Writes a mail. Each link and each code is on a separate line. */
export function writeLetter(options: {
  kind: MailKind;
  details?: MailDetails;
  secret: MailSecret;
  brand: Brand;
  publicUrl: string;
}): Letter {
  const { kind, details = {}, secret, brand, publicUrl } = options;
  const words = wordsOf[kind](brand, publicUrl, details);
  return {
    subject: words.subject,
    text: asText(words, secret, brand),
    html: asHtml(words, secret, brand),
  };
}

const unasked = "If you did not ask for this, you can ignore this message; nothing will change.";

const changedByOther = ({ supportEmail, supportPhone }: Brand) =>
  `If this was not you, set a new password immediately and tell us: ${supportEmail} or ${supportPhone}.`;

const requested = ({ act, code }: NonNullable<MailDetails["request"]>) =>
  `${itAdminActNames[act]}${code === undefined ? "" : ` ${formatPinCode(code)}`}`;

type Writer = (brand: Brand, publicUrl: string, details: MailDetails) => Words;

const wordsOf: Record<MailKind, Writer> = {
  "activation-link": ({ name }) => ({
    subject: `Welcome to ${name}: please confirm your email`,
    before: [
      "Ho ho hello!",
      "You are one step away from a season of video messages from Santa. Please confirm your email with this link, best on the phone or tablet you registered with:",
    ],
    action: "Confirm my email",
    after: [
      "Next, enter the PIN of your ornament, and it lights up.",
      "The link works once, within 24 hours. After that, sign in and we’ll send you another.",
      "If you did not create an account, you can ignore this message.",
    ],
  }),
  "address-already-registered": ({ name }, publicUrl) => ({
    subject: `You already have an account with ${name}`,
    before: [
      "Hello again!",
      `Someone, most likely you, has just tried to create an account at ${name} with this email. You have one already, so nothing was changed.`,
      `Sign in here: ${new URL("/login", publicUrl).href}`,
      `Forgot your password? Choose a new one here: ${new URL("/forgot-password", publicUrl).href}`,
    ],
    after: ["If it was not you, you need not do anything. Your account is safe."],
  }),
  "consumer-reset-code": ({ name }, _publicUrl, { sentByStaff }) => ({
    subject: `Your ${name} verification code`,
    before: [
      "Hello!",
      sentByStaff
        ? "Our support sends you the code to choose a new password:"
        : "Here is the code to choose a new password:",
    ],
    between: [
      sentByStaff
        ? "Enter it only on our page that asks for it, and tell it to nobody. It works for 10 minutes, and a newer code replaces it."
        : "Enter it on the page where you asked for it. It works for 10 minutes, and a newer code replaces it.",
      "Or choose a new password with this link. It works for an hour, also when the code does not:",
    ],
    action: "Choose a new password",
    after: [
      sentByStaff
        ? "If you did not talk to our support, you can ignore this message; nothing will change."
        : unasked,
    ],
  }),
  "consumer-password-changed": (brand, publicUrl) => ({
    subject: `Your ${brand.name} password was changed`,
    before: [
      "Hello!",
      `The password of your account was just changed, and you were signed out everywhere. Please sign in with the new one: ${new URL("/login", publicUrl).href}`,
    ],
    after: [changedByOther(brand)],
  }),
  "admin-invitation": ({ name }, publicUrl) => ({
    subject: `Your ${name} back office account`,
    before: [
      "Welcome!",
      `An account for the ${name} back office was created for you. Set your password here:`,
    ],
    action: "Set my password",
    after: [
      `The link works once, within 24 hours. After that, ask for a new one here: ${new URL("/admin/forgot-password", publicUrl).href}`,
    ],
  }),
  "admin-reset-link": ({ name }) => ({
    subject: `Set a new password for the ${name} back office`,
    before: ["Hello!", "Choose a new password with this link:"],
    action: "Choose a new password",
    after: ["The link works once, within 24 hours, and a newer link replaces it.", unasked],
  }),
  "admin-password-changed": (brand) => ({
    subject: `Your ${brand.name} back office password was changed`,
    before: [
      "Hello!",
      "The password of your back office account was just changed; other sign-ins have ended.",
    ],
    after: [changedByOther(brand)],
  }),
  "it-admin-asked": (_brand, publicUrl, { request }) => ({
    subject: `Request to the IT Admins${request ? `: ${requested(request)}` : ""}`,
    before: [
      "Hello!",
      "You are asked for an act that only an IT Admin may do:",
      ...(request
        ? [
            `${requested(request)}.`,
            `The page of the consumer: ${consumerPageLink(publicUrl, request.consumerId)}`,
          ]
        : []),
    ],
    after: [
      "The history on that page has the reason and names the person who asks. Every IT Admin got this mail, so look there first whether it is done.",
    ],
  }),
};

const signature = ({ name, supportEmail, supportPhone, supportHours }: Brand) => [
  `Warm wishes, the ${name} team`,
  `${supportEmail} · ${supportPhone} · ${supportHours}`,
];

const codeIn = (secret: MailSecret) => (typeof secret !== "string" && "code" in secret ? [secret.code] : []);
const linkIn = (secret: MailSecret) => (typeof secret === "string" ? [] : [secret.link]);

const asText = ({ before, between = [], after }: Words, secret: MailSecret, brand: Brand) =>
  [...before, ...codeIn(secret), ...between, ...linkIn(secret), ...after, "-- ", ...signature(brand)]
    .join("\n\n")
    .concat("\n");

function asHtml(
  { subject, before, between = [], action, after }: Words,
  secret: MailSecret,
  brand: Brand,
): string {
  const paragraphs = (lines: string[]) => lines.map((line) => `<p>${linked(line)}</p>`);
  const [greeting, contact] = signature(brand);
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>`,
    `<body style="margin:0;padding:16px;background:#efe9dc;color:#14211f;font:16px/1.55 Helvetica,Arial,sans-serif">`,
    `<div style="max-width:560px;margin:0 auto;background:#ffffff;border-radius:16px;overflow:hidden;overflow-wrap:anywhere;word-break:break-word">`,
    `<p style="margin:0;padding:20px 24px;background:#12302a;color:#fbf8f1;font:600 22px/1.2 Georgia,serif">${escaped(brand.name)}</p>`,
    `<div style="padding:8px 24px 16px">`,
    ...paragraphs(before),
    ...codeAsHtml(secret),
    ...paragraphs(between),
    ...linkAsHtml(secret, action),
    ...paragraphs(after),
    `<p>${escaped(greeting ?? "")}<br><small>${escaped(contact ?? "")}</small></p>`,
    "</div></div></body></html>",
    "",
  ].join("\n");
}

const codeAsHtml = (secret: MailSecret): string[] =>
  codeIn(secret).map(
    (code) =>
      `<p style="margin:24px 0;font:bold 32px/1.2 Georgia,serif;letter-spacing:6px">${escaped(code)}</p>`,
  );

const linkAsHtml = (secret: MailSecret, action = "Open the link"): string[] =>
  linkIn(secret)
    .map(escaped)
    .flatMap((link) => [
      `<p><a href="${link}" style="display:inline-block;padding:14px 28px;background:#b4232f;color:#fbf8f1;border-radius:999px;font-weight:bold;text-decoration:none">${escaped(action)}</a></p>`,
      `<p><small>Or copy this address into your browser:<br>${link}</small></p>`,
    ]);

const linked = (line: string) =>
  line
    .split(/(https?:\/\/\S+)/)
    .map((part, index) =>
      index % 2 === 0 ? escaped(part) : `<a href="${escaped(part)}">${escaped(part)}</a>`,
    )
    .join("");

const replacements: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
export const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (character) => replacements[character] ?? character);
