import type { CopiedEntry, DataCopy } from "@ornament/contracts/api/data-copy";
import { telephoneLink } from "@ornament/contracts/domain/brand";
import { limits } from "@ornament/contracts/domain/limits";
import { mailNames } from "@ornament/contracts/domain/mail-kinds";
import { mailReasonText } from "@ornament/contracts/domain/mail-reasons";
import { dateTimesIn } from "../table/date-times.ts";
import {
  type Column,
  factList,
  htmlOf,
  rowsOf,
  sectionBegin,
  sectionEnd,
  tableEnd,
  tableHead,
  tableOf,
} from "./html-parts.ts";
import type { DataCopyInParts } from "./read-data-copy.ts";
import { style } from "./style.ts";
import { sectionMeanings, sectionTitles } from "./texts.ts";

type Facts = DataCopyInParts["facts"];
type Dates = (instant: string | null) => string;

/** The copy as a page for the person, in pieces. It has no script and loads nothing. */
export async function* htmlCopy({ facts, entries }: DataCopyInParts): AsyncGenerator<string> {
  const shown = dateTimesIn(facts.about.timeZone);
  const date: Dates = (instant) =>
    instant === null ? "" : `<time datetime="${htmlOf(instant)}">${shown(new Date(instant))}</time>`;
  yield beginOf(facts, date);
  yield named("account", accountOf(facts.account, date));
  yield named(
    "ornaments",
    tableOf("PINs in the order in which they were entered", ornaments(date), facts.ornaments),
  );
  yield named("devices", tableOf("Devices of the PINs", devices(date), facts.devices));
  yield named("sessions", tableOf("Sign-ins, newest first", sessions(date), facts.sessions));
  yield named("pauses", tableOf("Pauses", pauses(date), facts.pauses));
  yield named("refusals", tableOf("Refusals, newest first", refusals(date), facts.refusals));
  yield named("mails", tableOf("Mails, newest first", mails(date), facts.mails));
  yield* logOf(entries, date);
  yield endOf(facts.about);
}

type Name = keyof typeof sectionTitles;

const begin = (name: Name) => sectionBegin(name, sectionTitles[name], sectionMeanings[name]);

const named = (name: Name, content: string) => begin(name) + content + sectionEnd;

function beginOf({ about, account }: Facts, date: Dates): string {
  const whom = account.email ?? `account ${account.id}`;
  const contents = Object.entries(sectionTitles)
    .map(([id, text]) => `<li><a href="#${id}">${htmlOf(text)}</a></li>`)
    .join("");
  const missing =
    about.notUpToDateSince === null
      ? ""
      : `<p class="warning">Changes since ${date(about.notUpToDateSince)} may be missing in this copy, because of a fault. Please ask for another copy.</p>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Copy of the data about ${htmlOf(whom)} – ${htmlOf(about.product)}</title>
<style>${style}</style>
</head>
<body>
<header>
<p class="product">${htmlOf(about.product)}</p>
<h1>Copy of the data about ${text(whom)}</h1>
${factList([
  ["Account", `number ${account.id}`],
  ["Made", `${date(about.createdAt)} (${htmlOf(about.createdAt)} in UTC)`],
  ["Times", `in the time zone ${htmlOf(about.timeZone)}, as month/day/year`],
])}
${missing}</header>
<nav aria-label="Contents"><ul>${contents}<li><a href="#not-included">Not in this copy</a></li><li><a href="#contact">Contact</a></li></ul></nav>
<main>
`;
}

function accountOf(account: DataCopy["account"], date: Dates): string {
  const { email, formerEmails, emailConfirmed, confirmedAt, marketingEmails, lastSignInAt } = account;
  return factList([
    ["Email address", email === null ? "can't be read" : text(email)],
    ["Confirmed", emailConfirmed ? date(confirmedAt) || "yes" : "no"],
    ["Former email addresses", formerEmails.length === 0 ? "none" : formerEmails.map(text).join("<br>")],
    ["Registered", date(account.registeredAt)],
    ["Marketing emails", marketingEmails ? "subscribed" : "not subscribed"],
    ["Last sign-in", date(lastSignInAt) || "none"],
  ]);
}

const text = (value: string) => `<bdi>${htmlOf(value)}</bdi>`;
const nameOf = (name: string | null) => (name === null ? "can't be read" : name === "" ? "none" : text(name));
const orNotRecorded = (value: string | null) => (value ? text(value) : "not recorded");

const ornaments = (date: Dates): Column<DataCopy["ornaments"][number]>[] => [
  ["PIN", ({ pin }) => htmlOf(pin)],
  ["Name", ({ name }) => nameOf(name)],
  ["Entered", ({ enteredAt }) => date(enteredAt)],
  ["State", ({ deactivated }) => (deactivated ? "deactivated" : "active")],
];

const devices = (date: Dates): Column<DataCopy["devices"][number]>[] => [
  ["PIN", ({ pin }) => htmlOf(pin)],
  ["Name", ({ name }) => nameOf(name)],
  [
    "Browser",
    ({ browser, userAgent }) =>
      orNotRecorded(browser) + (userAgent ? `<br><small>${text(userAgent)}</small>` : ""),
  ],
  ["First used", ({ firstUsedAt }) => date(firstUsedAt)],
  ["Last used", ({ lastUsedAt }) => date(lastUsedAt)],
];

const sessionEnds: Readonly<Record<string, string>> = {
  "sign-out": "signed out",
  reuse: "ended, because an old sign-in was used again",
  credentials: "ended, because the password was changed",
  deleted: "ended with the account",
};

const sessions = (date: Dates): Column<DataCopy["sessions"][number]>[] => [
  ["Signed in", ({ signedInAt }) => date(signedInAt)],
  [
    "From",
    ({ places }) =>
      places.length === 0
        ? "not recorded"
        : places
            .map(({ browser, address }) => `${orNotRecorded(browser)}, ${orNotRecorded(address)}`)
            .join("<br>"),
  ],
  [
    "Ended",
    ({ endedAt, end }) =>
      endedAt === null
        ? "no end recorded"
        : `${date(endedAt)}<br>${htmlOf(sessionEnds[end ?? ""] ?? end ?? "")}`,
  ],
];

const pauses = (date: Dates): Column<DataCopy["pauses"][number]>[] => [
  ["From", ({ startedAt }) => date(startedAt)],
  ["Until", ({ until }) => date(until)],
  ["Failed attempts", ({ failures }) => String(failures)],
  ["For", ({ knownBrowser }) => (knownBrowser ? "browsers that had signed in before" : "other browsers")],
];

const refusalTexts: Readonly<Record<DataCopy["refusals"][number]["kind"], string>> = {
  "pin-entry-paused": "The entry of PINs was paused, because of wrong PINs",
  "pin-of-another-account": "A PIN belongs to another account",
  "reset-code-locked": `A reset code was locked after ${limits.resetCodeAttempts} wrong tries`,
  "device-limit": "A device was one more than the PIN may have",
  "pin-deactivated": "A device was refused, because the PIN was deactivated",
};

const refusals = (date: Dates): Column<DataCopy["refusals"][number]>[] => [
  ["Time", ({ at }) => date(at)],
  ["Refusal", ({ kind, until }) => refusalTexts[kind] + (until === null ? "" : `, until ${date(until)}`)],
  ["PIN", ({ pin }) => htmlOf(pin ?? "")],
  ["Device", ({ device }) => (device === null ? "" : text(device))],
  ["Device limit", ({ limit }) => (limit === null ? "" : String(limit))],
];

const mailStates: Readonly<Record<DataCopy["mails"][number]["state"], string>> = {
  waiting: "waiting",
  started: "being sent",
  sent: "sent",
  failed: "failed",
  skipped: "not sent",
};

const mails = (date: Dates): Column<DataCopy["mails"][number]>[] => [
  ["Mail", ({ kind }) => htmlOf(mailNames[kind])],
  ["Requested", ({ askedAt }) => date(askedAt)],
  [
    "State",
    ({ state, stateAt, reason, smtpStatus }) =>
      `${mailStates[state]} ${date(stateAt)}${reason === null ? "" : `: ${htmlOf(mailReasonText(reason, smtpStatus))}`}`,
  ],
  ["Link or code valid until", ({ expiresAt }) => date(expiresAt)],
];

const entryColumns = (date: Dates): Column<CopiedEntry>[] => [
  ["Time", ({ at }) => date(at)],
  ["By", ({ by }) => htmlOf(by)],
  ["Action", ({ action }) => htmlOf(action)],
  [
    "Details",
    ({ value, changes }) =>
      [
        ...(value === "" ? [] : [text(value)]),
        ...changes.map(({ what, to }) => `${htmlOf(what)}: ${text(to)}`),
      ].join("<br>"),
  ],
  [
    "From",
    ({ browser, address }) => [browser, address].flatMap((part) => (part ? text(part) : [])).join("<br>"),
  ],
];

/** The log, a chunk at a time. */
async function* logOf(entries: DataCopyInParts["entries"], date: Dates): AsyncGenerator<string> {
  const columns = entryColumns(date);
  yield begin("log") + tableHead("All entries, oldest first", columns);
  for await (const chunk of entries) yield rowsOf(columns, chunk);
  yield tableEnd + sectionEnd;
}

function endOf({ notIncluded, support }: DataCopy["about"]): string {
  const { email, phone, hours } = support;
  const items = notIncluded.map((item) => `<li>${htmlOf(item)}</li>`).join("\n");
  return `<section id="not-included"><h2>Not in this copy</h2>
<ul>
${items}
</ul></section>
<section id="contact"><h2>Contact</h2>
<p>Questions, corrections, and the erasure of your data: <a href="mailto:${htmlOf(email)}">${htmlOf(email)}</a>, <a href="${htmlOf(telephoneLink(phone))}">${htmlOf(phone)}</a> (${htmlOf(hours)}).</p></section>
</main>
</body>
</html>
`;
}
