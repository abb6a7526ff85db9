import { expect, test } from "@jest/globals";
import type { AccountMail, Refusal, SignInHelp } from "@ornament/contracts/sign-in-help/api";
import { formatDateTime } from "@ornament/contracts/values/dates";
import { screen, within } from "@testing-library/react";
import { json } from "../../app/testing/fake-server.ts";
import { linksOf, textsOf } from "../../app/testing/shown.ts";
import { browserTimeZone } from "../dates/time-zone.ts";
import { signInHelp } from "../testing/consumer-profile.ts";
import { customerSupport, itAdmin, showPart } from "../testing/open-back-office.tsx";
import { findingsOf } from "./findings.ts";
import { RefusalsCard } from "./refusals-card.tsx";
import { SignInCard } from "./sign-in-card.tsx";

const path = "/api/admin/user-profile/7/sign-in";
/** An instant, and how it is shown. */
const at = (clock: string) => `2026-11-22T${clock}.000Z`;
const shown = (instant: string) => formatDateTime(new Date(instant), browserTimeZone);

const mail = (change: Partial<AccountMail> = {}): AccountMail => ({
  id: "mail-1",
  kind: "activation-link",
  to: null,
  voidSince: null,
  askedAt: at("08:00:00"),
  state: "sent",
  stateAt: at("08:00:01"),
  reason: null,
  smtpStatus: null,
  expiresAt: at("18:00:00"),
  expired: false,
  code: null,
  ...change,
});
const resetCode = (change: Partial<AccountMail> = {}) =>
  mail({ kind: "consumer-reset-code", askedAt: at("10:00:00"), stateAt: at("10:00:01"), ...change });

/** The findings as sentences, in which an instant is its clock. */
const findings = (help: Partial<SignInHelp>, ...more: [whose?: "admin"]) =>
  findingsOf({ ...signInHelp, ...help }, more[0] ?? "consumer").map(({ tone, sentence }) => {
    const parts = sentence.map((part) => (typeof part === "string" ? part : part.instant.slice(11, 19)));
    return `${tone}: ${parts.join("")}`;
  });
const good = "good: This account can sign in.";
const pause = { knownBrowser: false, until: at("17:12:09"), failures: 12, ended: false };
const both = [pause, { ...pause, knownBrowser: true }];
const forNew = "bad: Sign-in is paused for new browsers until 17:12:09: 12 failed attempts.";
const forKnown =
  "bad: Sign-in is paused for browsers that signed in before until 17:12:09: 12 failed attempts.";
const known = "Browsers that signed in before can still sign in.";
const reset = "A password reset ends the pause.";
const ended =
  "plain: After 12 failed attempts, sign-in was paused for new browsers until 17:12:09. The pause is over.";

test.each<[string, Partial<SignInHelp>, string[]]>([
  ["nothing", {}, [good]],
  ["a pause for new browsers", { pauses: [pause] }, [`${forNew} ${known} ${reset}`]],
  ["a pause for all browsers", { pauses: both }, [`${forNew} ${reset}`, `${forKnown} ${reset}`]],
  ["a pause before any sign-in", { pauses: [pause], lastSignInAt: null }, [`${forNew} ${reset}`]],
  ["a pause that is over", { pauses: [{ ...pause, ended: true }] }, [good, ended]],
  [
    "a limit of mails",
    { limitedMails: [{ kind: "consumer-reset-code", until: at("12:00:00") }] },
    [good, "plain: No further reset code is sent before 12:00:00: at most 3 are sent in an hour."],
  ],
])("the findings about an account with %s", (_what, help, sentences) =>
  expect(findings(help)).toEqual(sentences),
);

test("an email that isn't confirmed leaves no way to reset a password, which would end a pause", () => {
  const help = { pauses: [pause], readySince: null, lastSignInAt: null };
  expect(findings(help)).toEqual([forNew, "bad: The email isn't confirmed yet."]);
});

test.each<[Partial<AccountMail>, string]>([
  [{}, "was sent 08:00:01 and works until 18:00:00."],
  [{ expired: true }, ", sent 08:00:01, has expired."],
  [
    { state: "failed", smtpStatus: 550, reason: "refused" },
    "was not sent: the mail server refused it (550).",
  ],
  [{ state: "waiting" }, "was requested 08:00:00 and is not sent yet."],
  [
    { to: "wrong@example.com", voidSince: at("09:00:00") },
    ", sent to wrong@example.com 08:00:01, is void: the email was changed 09:00:00.",
  ],
])("an unconfirmed email is shown with the state of its link: %j", (change, said) => {
  const help = { readySince: null, lastSignInAt: null, mails: [mail(change)] };
  const sentence = `bad: The email isn't confirmed yet. The activation link ${said}`;
  expect(findings(help)).toEqual([sentence.replace(" ,", ",")]);
});

test("an admin without a password is shown with the state of the invitation", () => {
  const help = { readySince: null, lastSignInAt: null, mails: [mail({ kind: "admin-invitation" })] };
  expect(findings(help, "admin")[0]).toMatch(/^bad: No password is set yet. The invitation was sent /);
});

test("a confirmation link that was not sent is no finding once the email is confirmed", () => {
  const late = mail({ state: "skipped", reason: "too_late" });
  expect(findings({ lastSignInAt: null, mails: [late] })).toEqual([good]);
});

const usedUp = { refused: 5, refusedAt: at("10:02:00"), usedUp: true, acceptedAt: null };

test.each<[string, Partial<AccountMail>, string]>([
  [
    "was tried too often",
    { code: usedUp },
    "The latest reset code was sent 10:00:01. A wrong code was entered 5 times, so the code no longer works.",
  ],
  ["has expired", { expired: true }, "The latest reset code was sent 10:00:01 and has expired."],
  [
    "was not sent",
    { state: "failed", reason: "address_unusable" },
    "The reset code was not sent: the address cannot be used.",
  ],
])("a reset code that %s is shown until the next sign-in", (_how, change, said) => {
  const mails = [resetCode(change)];
  expect(findings({ mails })).toEqual([good, `plain: ${said}`]);
  expect(findings({ mails, lastSignInAt: at("10:30:00") })).toEqual([good]);
});

test("a PIN with more devices than the limit is a warning, and the account can still sign in", async () => {
  const over = { pin: "AB12-CD3", countDevices: 5, deviceLimit: 3 };
  const pins = [over, { ...over, pin: "AB12-CD4", countDevices: 3 }];
  showPart(<SignInCard whose="consumer" id="7" pins={pins} />, { [path]: json(signInHelp) });
  const { parentElement: sentence } = await screen.findByText("This account can sign in.");
  const list = sentence?.closest("ul") as HTMLElement;
  expect(textsOf(within(list).getAllByRole("listitem"))).toEqual([
    "✓This account can sign in.",
    "!AB12-CD3 has 5 of 3 devices, so none of them can be used until 2 are removed.",
  ]);
  expect(screen.getByText("No mail was requested.")).toBeDefined();
  expect(screen.getByText("Last sign-in").nextSibling?.textContent).toBe(shown(at("09:05:00")));
});

test("each mail is listed with its kind, state, time and details", async () => {
  const used = { refused: 1, refusedAt: at("10:01:00"), usedUp: false, acceptedAt: at("10:03:00") };
  const mails = [
    resetCode({ id: "e", state: "started", stateAt: at("10:20:00") }),
    resetCode({ id: "d", state: "skipped", stateAt: at("10:10:00"), reason: "too_late" }),
    resetCode({ id: "c", code: used }),
    resetCode({ id: "b" }),
    mail({ id: "a", to: "wrong@example.com", voidSince: at("09:00:00") }),
  ];
  const help = { ...signInHelp, readySince: null, moreMails: true, mails };
  showPart(<SignInCard whose="consumer" id="7" />, { [path]: json(help) });
  const list = await screen.findByRole("list", { name: "Mails" });
  expect(textsOf(within(list).getAllByRole("listitem"))).toEqual([
    `Reset codeBeing sent${shown(at("10:20:00"))}Requested ${shown(at("10:00:00"))}.`,
    `Reset code!Not sent${shown(at("10:10:00"))}Reason: it was too late, its code or link had expired.Requested ${shown(at("10:00:00"))}.`,
    `Reset code✓Sent${shown(at("10:00:01"))}A wrong code was entered once, last ${shown(at("10:01:00"))}.The code was used ${shown(at("10:03:00"))}.`,
    `Reset code✓Sent${shown(at("10:00:01"))}A newer one replaced it.`,
    `Activation link to wrong@example.com✓Sent${shown(at("08:00:01"))}Void: the email was changed ${shown(at("09:00:00"))}.`,
  ]);
  expect(screen.getByText("Only the newest 5 mails are shown.")).toBeDefined();
});

test("a card with a mail on its way is read again until the mail is sent", async () => {
  let calls = 0;
  showPart(<SignInCard whose="consumer" id="7" />, {
    [path]: () => {
      calls += 1;
      return json({ ...signInHelp, mails: [resetCode(calls === 1 ? { state: "waiting" } : {})] });
    },
  });
  await screen.findByText("Waiting");
  expect(await screen.findByText("Sent")).toBeDefined();
});

const pin = { id: 3, pin: "ABCD-123" };
const about = { id: "e1", at: at("10:42:00") };
type OfKind<K extends Refusal["kind"]> = Extract<Refusal, { kind: K }>;

const deviceLimit = (change: Partial<OfKind<"device-limit">> = {}): Refusal => ({
  kind: "device-limit",
  ...about,
  pin,
  device: "Safari on iPad",
  limitThen: 5,
  limit: 5,
  devices: 5,
  owned: true,
  longestUnused: { id: 9, name: "Kitchen iPad", lastLogin: "2020-03-10T12:00:00.000Z" },
  ...change,
});

/** The text of the only refusal, without its time, and its links. */
async function showRefusal(refusal: Refusal, admin = itAdmin) {
  const help = json({ ...signInHelp, refusals: [refusal] });
  showPart(<RefusalsCard consumerId="7" />, { [path]: help }, admin);
  const card = await screen.findByRole("region", { name: "Refused in the last 30 days" });
  const [item] = within(card).getAllByRole("listitem");
  const links = linksOf(within(card).queryAllByRole("link"));
  return { text: item?.textContent?.replace(`${shown(about.at)} `, ""), links };
}

const paused = { kind: "pin-entry-paused", ...about, until: at("10:57:00") } as const;
const ownedElsewhere = { kind: "pin-of-another-account", ...about, pin } as const;
const lena = { id: 8, email: "lena@example.com" };
const offPin = { kind: "pin-deactivated", ...about, pin, device: "Safari on iPad", owned: true } as const;
const kitchen = ["Kitchen iPad", "/admin#pin-ABCD-123"];

test.each<[string, Refusal, string, unknown[]?]>([
  [
    "a device beyond the limit, with both acts of an IT Admin",
    deviceLimit(),
    "!refused: Safari on iPad on ABCD-123, which had reached the limit of 5 devices. Now 5 of 5 devices. Raise the limit or remove one: Kitchen iPad, last used in March 2020.",
    [["Raise the limit", "/admin/controls"], kitchen],
  ],
  ["a device that can be added now", deviceLimit({ devices: 4 }), "It can be added now: 4 of 5 devices."],
  [
    "a device on a PIN that has another owner now",
    deviceLimit({ owned: false, longestUnused: null }),
    "The PIN doesn't belong to this account any more.",
  ],
  [
    "a pause of PIN entry, with its end",
    { ...paused, ended: false },
    `!refused: too many wrong PINs, so entering PINs was paused. It ends by itself ${shown(paused.until)}.`,
  ],
  ["a pause of PIN entry that is over", { ...paused, ended: true }, "The pause is over."],
  [
    "a PIN of another account, with the account that owns it now",
    { ...ownedElsewhere, owner: lena },
    "!refused: ABCD-123 belongs to another account. Its account: lena@example.com",
    [["lena@example.com", "/admin/user-profile/8"]],
  ],
  [
    "a PIN without an owner now",
    { ...ownedElsewhere, owner: null },
    "No account owns it now: it can be entered.",
  ],
  [
    "a PIN that this account owns now",
    { ...ownedElsewhere, owner: { id: 7, email: null } },
    "It belongs to this account now.",
  ],
  [
    "a locked reset code, with the next step of the consumer",
    { kind: "reset-code-locked", ...about },
    "–refused: 5 wrong reset codes, so the code was locked. The consumer can open the link in that mail for an hour, or ask for a new code.",
  ],
  [
    "a device of a deactivated PIN, with the way to activate the PIN",
    { ...offPin, deactivated: true },
    "!refused: Safari on iPad on ABCD-123, which was deactivated. Activate ABCD-123",
    [["Activate ABCD-123", "/admin#pin-ABCD-123"]],
  ],
  ["a device of a PIN that is active again", { ...offPin, deactivated: false }, "The PIN is active again."],
])("a refusal shows %s", async (_what, refusal, said, links = []) => {
  const found = await showRefusal(refusal);
  expect(found.links).toEqual(links);
  if (/^[!–]/.test(said)) expect(found.text).toBe(said);
  else expect(found.text).toMatch(new RegExp(`^–.*${said}$`));
});

test("Customer support, who can't raise the device limit, is told who can", async () => {
  const { text, links } = await showRefusal(deviceLimit({ device: null }), customerSupport);
  expect(text).toContain("refused: a device on ABCD-123, ");
  expect(text).toMatch(/ Remove one: Kitchen iPad, last used .*\. An IT Admin can raise the limit\.$/);
  expect(links).toEqual([kitchen]);
});
