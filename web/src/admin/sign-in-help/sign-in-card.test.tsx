import { expect, test } from "@jest/globals";
import type { AccountMail, SignInHelp } from "@ornament/contracts/sign-in-help/api";
import { formatDateTime } from "@ornament/contracts/values/dates";
import { screen, within } from "@testing-library/react";
import { json } from "../../app/testing/fake-server.ts";
import { textsOf } from "../../app/testing/shown.ts";
import { browserTimeZone } from "../dates/time-zone.ts";
import { signInHelp } from "../testing/consumer-profile.ts";
import { showPart } from "../testing/open-back-office.tsx";
import { SignInCard } from "./sign-in-card.tsx";

/** An instant, and how it is shown. */
const at = (clock: string) => `2026-11-22T${clock}.000Z`;
const shown = (instant: string) => formatDateTime(new Date(instant), browserTimeZone);

const mail = (change: Partial<AccountMail>): AccountMail => ({
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

async function show(help: Partial<SignInHelp>, whose: "consumer" | "admin" = "consumer") {
  const path = whose === "consumer" ? "/api/admin/user-profile/7/sign-in" : "/api/admin/profile/7/sign-in";
  showPart(<SignInCard whose={whose} id="7" />, { [path]: json({ ...signInHelp, ...help }) });
  await screen.findByRole("heading", { name: "Mails" });
  const lists = screen.getAllByRole("list").map((list) => textsOf(within(list).getAllByRole("listitem")));
  const [findings = [], mails = []] = lists;
  return { findings, mails };
}

test("the card says that an account without an obstacle can sign in", async () => {
  const { findings } = await show({});
  expect(findings).toEqual(["✓This account can sign in."]);
  expect(screen.getByText("No mail was requested.")).toBeDefined();
  expect(screen.getByText("Last sign-in").nextSibling?.textContent).toBe(shown(at("09:05:00")));
});

test("a pause for new browsers is shown with its end, the failures and the way out", async () => {
  const until = at("17:12:09");
  const pause = { knownBrowser: false, until, failures: 12, ended: false };
  const { findings } = await show({ pauses: [pause] });
  expect(findings).toEqual([
    `!Sign-in is paused for new browsers until ${shown(until)}: 12 failed attempts. Browsers that signed in before can still sign in. A password reset ends the pause.`,
  ]);
});

test("browsers that signed in before are not offered if they are paused too or if there are none", async () => {
  const pause = { knownBrowser: false, until: at("17:00:00"), failures: 10, ended: false };
  const both = await show({ pauses: [pause, { ...pause, knownBrowser: true, until: at("18:00:00") }] });
  expect(both.findings[1]).toContain("Sign-in is paused for browsers that signed in before until ");
  expect(both.findings.join()).not.toContain("can still");
  const never = await show({ pauses: [pause], lastSignInAt: null });
  expect(never.findings.join()).not.toContain("can still");
});

test("a pause that is over is shown after the present findings", async () => {
  const until = at("11:00:00");
  const { findings } = await show({ pauses: [{ knownBrowser: false, until, failures: 10, ended: true }] });
  expect(findings).toEqual([
    "✓This account can sign in.",
    `–After 10 failed attempts, sign-in was paused for new browsers until ${shown(until)}. The pause is over.`,
  ]);
});

test.each<[Partial<AccountMail>, string]>([
  [{}, `The activation link was sent ${shown(at("08:00:01"))} and works until ${shown(at("18:00:00"))}.`],
  [{ expired: true }, `The activation link, sent ${shown(at("08:00:01"))}, has expired.`],
  [
    { state: "failed", reason: "refused", smtpStatus: 550 },
    "The activation link was not sent: the mail server refused it (550).",
  ],
  [{ state: "waiting" }, `The activation link was requested ${shown(at("08:00:00"))} and is not sent yet.`],
])("an unconfirmed email is shown with the state of its link: %j", async (change, said) => {
  const { findings } = await show({ readySince: null, lastSignInAt: null, mails: [mail(change)] });
  expect(findings).toEqual([`!The email isn't confirmed yet. ${said}`]);
});

test("a link to a former address is void, and the mails name their recipients", async () => {
  const wrong = mail({ to: "wrong@example.com", voidSince: at("09:00:00") });
  const { findings, mails } = await show({ readySince: null, lastSignInAt: null, mails: [wrong] });
  expect(findings[0]).toBe(
    `!The email isn't confirmed yet. The activation link, sent to wrong@example.com ${shown(at("08:00:01"))}, is void: the email was changed ${shown(at("09:00:00"))}.`,
  );
  expect(mails[0]).toContain("Activation link to wrong@example.com");
  expect(mails[0]).toContain(`Void: the email was changed ${shown(at("09:00:00"))}.`);
});

test("a PIN with more devices than the limit is a warning, and the account can still sign in", async () => {
  const pins = [
    { pin: "AB12-CD3", countDevices: 5, deviceLimit: 3 },
    { pin: "AB12-CD4", countDevices: 3, deviceLimit: 3 },
  ];
  showPart(<SignInCard whose="consumer" id="7" pins={pins} />, {
    "/api/admin/user-profile/7/sign-in": json(signInHelp),
  });
  await screen.findByText("This account can sign in.");
  expect(
    screen.getByText(/AB12-CD3 has 5 of 3 devices, so none of them can be used until 2 are removed\./),
  ).toBeDefined();
  expect(screen.queryByText(/AB12-CD4/)).toBeNull();
});

test("an admin without a password is shown with the state of the invitation", async () => {
  const invitation = mail({ kind: "admin-invitation" });
  const { findings } = await show({ readySince: null, lastSignInAt: null, mails: [invitation] }, "admin");
  expect(findings[0]).toMatch(/^!No password is set yet. The invitation was sent /);
});

test("a confirmation link that was not sent is no finding once the email is confirmed", async () => {
  const late = mail({ state: "skipped", reason: "too_late" });
  const { findings } = await show({ lastSignInAt: null, mails: [late] });
  expect(findings).toEqual([expect.stringContaining("This account can sign in.")]);
});

test("a reset code that was tried too often, has expired or was not sent is shown", async () => {
  const code = { refused: 5, refusedAt: at("10:02:00"), usedUp: true, acceptedAt: null };
  const tried = await show({ mails: [resetCode({ code })] });
  expect(tried.findings[1]).toBe(
    `–The latest reset code was sent ${shown(at("10:00:01"))}. A wrong code was entered 5 times, so the code no longer works.`,
  );
  const late = await show({ mails: [resetCode({ expired: true })] });
  expect(late.findings[1]).toBe(`–The latest reset code was sent ${shown(at("10:00:01"))} and has expired.`);
  const failed = await show({ mails: [resetCode({ state: "failed", reason: "address_unusable" })] });
  expect(failed.findings[1]).toBe("–The reset code was not sent: the address cannot be used.");
  const before = await show({ lastSignInAt: at("10:30:00"), mails: [resetCode({ expired: true })] });
  expect(before.findings).toHaveLength(1);
});

test("the limit of mails within an hour is shown with its end", async () => {
  const limit = { kind: "consumer-reset-code", until: at("12:00:00") } as const;
  const { findings } = await show({ limitedMails: [limit] });
  expect(findings[1]).toBe(
    `–No further reset code is sent before ${shown(at("12:00:00"))}: at most 3 are sent in an hour.`,
  );
});

test("each mail is listed with its kind, state, time and details", async () => {
  const used = { refused: 1, refusedAt: at("10:01:00"), usedUp: false, acceptedAt: at("10:03:00") };
  const { mails } = await show({
    moreMails: true,
    mails: [
      resetCode({ id: "e", state: "started", stateAt: at("10:20:00") }),
      resetCode({ id: "d", state: "skipped", stateAt: at("10:10:00"), reason: "too_late" }),
      resetCode({ id: "c", code: used }),
      resetCode({ id: "b" }),
      mail({ id: "a" }),
    ],
  });
  expect(mails).toEqual([
    `Reset codeBeing sent${shown(at("10:20:00"))}Requested ${shown(at("10:00:00"))}.`,
    `Reset code!Not sent${shown(at("10:10:00"))}Reason: it was too late, its code or link had expired.Requested ${shown(at("10:00:00"))}.`,
    `Reset code✓Sent${shown(at("10:00:01"))}A wrong code was entered once, last ${shown(at("10:01:00"))}.The code was used ${shown(at("10:03:00"))}.`,
    `Reset code✓Sent${shown(at("10:00:01"))}A newer one replaced it.`,
    `Activation link✓Sent${shown(at("08:00:01"))}`,
  ]);
  expect(screen.getByText("Only the newest 5 mails are shown.")).toBeDefined();
});

test("a card with a mail on its way is read again until the mail is sent", async () => {
  let calls = 0;
  showPart(<SignInCard whose="consumer" id="7" />, {
    "/api/admin/user-profile/7/sign-in": () => {
      calls += 1;
      return json({ ...signInHelp, mails: [resetCode(calls === 1 ? { state: "waiting" } : {})] });
    },
  });
  await screen.findByText("Waiting");
  expect(await screen.findByText("Sent")).toBeDefined();
});
