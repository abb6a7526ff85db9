import { expect, test } from "@jest/globals";
import type { Refusal } from "@ornament/contracts/sign-in-help/api";
import { formatDateTime } from "@ornament/contracts/values/dates";
import { screen, within } from "@testing-library/react";
import { json } from "../../app/testing/fake-server.ts";
import { linksOf } from "../../app/testing/shown.ts";
import { browserTimeZone } from "../dates/time-zone.ts";
import { signInHelp } from "../testing/consumer-profile.ts";
import { customerSupport, itAdmin, showPart } from "../testing/open-back-office.tsx";
import { RefusalsCard } from "./refusals-card.tsx";

const at = "2026-11-22T10:42:00.000Z";
const shown = (instant: string) => formatDateTime(new Date(instant), browserTimeZone);
const pin = { id: 3, pin: "ABCD-123" };
const about = { id: "e1", at };
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
async function show(refusal: Refusal, admin = itAdmin) {
  showPart(
    <RefusalsCard consumerId="7" />,
    { "/api/admin/user-profile/7/sign-in": json({ ...signInHelp, refusals: [refusal] }) },
    admin,
  );
  const card = await screen.findByRole("region", { name: "Refused in the last 30 days" });
  const [item] = within(card).getAllByRole("listitem");
  const links = linksOf(within(card).queryAllByRole("link"));
  return { text: item?.textContent?.replace(`${shown(at)} `, ""), links };
}

test("a device beyond the limit is shown to an IT Admin with both acts: the limit, and the device that is longest unused", async () => {
  expect(await show(deviceLimit())).toEqual({
    text: "!refused: Safari on iPad on ABCD-123, which had reached the limit of 5 devices. Now 5 of 5 devices. Raise the limit or remove one: Kitchen iPad, last used in March 2020.",
    links: [
      ["Raise the limit", "/admin/controls"],
      ["Kitchen iPad", "/admin#pin-ABCD-123"],
    ],
  });
});

test("Customer support, who can't raise the device limit, is told who can", async () => {
  const { text, links } = await show(deviceLimit({ device: null }), customerSupport);
  expect(text).toContain("refused: a device on ABCD-123, ");
  expect(text).toContain(
    "Remove one: Kitchen iPad, last used in March 2020. An IT Admin can raise the limit.",
  );
  expect(links).toEqual([["Kitchen iPad", "/admin#pin-ABCD-123"]]);
});

test("a refused device that can be added now, or whose PIN has another owner, needs no act", async () => {
  const room = await show(deviceLimit({ devices: 4 }));
  expect(room).toMatchObject({
    text: expect.stringMatching(/^–.*It can be added now: 4 of 5 devices\.$/),
    links: [],
  });
  const other = await show(deviceLimit({ owned: false, longestUnused: null }));
  expect(other.text).toMatch(/^–.*The PIN doesn't belong to this account any more\.$/);
});

test("a pause of PIN entry is shown with its end, and as over after it", async () => {
  const until = "2026-11-22T10:57:00.000Z";
  const paused = { kind: "pin-entry-paused", ...about, until } as const;
  expect((await show({ ...paused, ended: false })).text).toBe(
    `!refused: too many wrong PINs, so entering PINs was paused. It ends by itself ${shown(until)}.`,
  );
  expect((await show({ ...paused, ended: true })).text).toMatch(/^–.*The pause is over\.$/);
});

test("a PIN of another account is shown with the account that owns it now", async () => {
  const refused = { kind: "pin-of-another-account", ...about, pin } as const;
  expect(await show({ ...refused, owner: { id: 8, email: "lena@example.com" } })).toEqual({
    text: "!refused: ABCD-123 belongs to another account. Its account: lena@example.com",
    links: [["lena@example.com", "/admin/user-profile/8"]],
  });
  expect((await show({ ...refused, owner: null })).text).toContain(
    "No account owns it now: it can be entered.",
  );
  expect((await show({ ...refused, owner: { id: 7, email: null } })).text).toContain(
    "It belongs to this account now.",
  );
});

test("a locked reset code is shown with the next step of the consumer", async () => {
  expect((await show({ kind: "reset-code-locked", ...about })).text).toBe(
    "–refused: 5 wrong reset codes, so the code was locked. The consumer can open the link in that mail for an hour, or ask for a new code.",
  );
});

test("a device of a deactivated PIN is shown with the way to activate the PIN", async () => {
  const refused = { kind: "pin-deactivated", ...about, pin, device: "Safari on iPad", owned: true } as const;
  expect(await show({ ...refused, deactivated: true })).toEqual({
    text: "!refused: Safari on iPad on ABCD-123, which was deactivated. Activate ABCD-123",
    links: [["Activate ABCD-123", "/admin#pin-ABCD-123"]],
  });
  expect((await show({ ...refused, deactivated: false })).text).toContain("The PIN is active again.");
});
