import { expect, test } from "@jest/globals";
import type { ConsumerProfile } from "@ornament/contracts/consumers/api";
import type { ConsumerPin } from "@ornament/contracts/pins/api";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Answers, json, refusal } from "../../app/testing/fake-server.ts";
import { consumerProfile, signInHelp } from "../testing/consumer-profile.ts";
import { changedByBob, customerSupport, openBackOffice } from "../testing/open-back-office.tsx";
import { deactivation, ownedPin as pin } from "../testing/pin-row.ts";

const profile: ConsumerProfile = { ...consumerProfile, pins: { rows: [pin], count: 1 } };

async function open(changes: object = {}, answers: Answers = {}, admin?: typeof customerSupport) {
  const shown = { ...profile, ...changes };
  const opened = openBackOffice(
    "/admin/user-profile/7",
    { "/api/admin/user-profile/7": () => json(shown), ...answers },
    admin,
  );
  // The query goes by text: jsdom adds spaces to the name where a long email address may break.
  await waitFor(() => expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(shown.email));
  return opened;
}
const facts = () => screen.getByRole("list", { name: "Account" });
const withPin = (changes: Partial<ConsumerPin>) => ({
  pins: { rows: [{ ...pin, ...changes }], count: 1 },
});
const pinItem = () => screen.getByRole("listitem", { name: "PIN ABCD-123" });
const resend = () => screen.queryByRole("button", { name: "Resend email" });

test("a profile whose consumer has meanwhile confirmed the email says so and is read again", async () => {
  const unconfirmed = { isActivated: false, confirmedAt: null };
  let answer: ConsumerProfile = { ...profile, ...unconfirmed };
  await open(unconfirmed, {
    "/api/admin/user-profile/7": () => json(answer),
    "/api/admin/resend-activate-link": () => {
      answer = profile;
      return refusal(409, "already_confirmed", "This account is already confirmed.");
    },
  });
  await userEvent.click(resend() as HTMLElement);
  await screen.findByText("sam.parent@example.com: This account is already confirmed.");
  await waitFor(() => expect(facts().textContent).toContain("Email confirmed"));
  expect(resend()).toBeNull();
});

test("Customer support reads next to the email who can change it, and an IT Admin can change it", async () => {
  const hint = "Only an IT Admin can change the email.";
  await open({}, {}, customerSupport);
  expect(screen.getByText(hint)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Edit Email" })).toBeNull();
  await open();
  expect(screen.queryByText(hint)).toBeNull();
  expect(screen.getByRole("button", { name: "Edit Email" })).toBeDefined();
});

test("a deactivated PIN of a profile says who deactivated it, when and why", async () => {
  await open(withPin({ status: false, blocked: true, statusChange: deactivation }));
  expect(pinItem().textContent).toMatch(/Deactivated by ann@ornament\.test .* on .*: Reported stolen/);
});

test("a PIN that is active again shows its earlier comment and who activated it only in the tooltip of its icon", async () => {
  const statusChange = { ...deactivation, blocked: false, comment: "Found again" };
  await open(withPin({ comment: "Reported stolen", statusChange }));
  expect(pinItem().textContent).not.toContain("stolen");
  await userEvent.hover(within(pinItem()).getByRole("button", { name: /^Comment on ABCD-123: / }));
  const tip = await screen.findByRole("tooltip");
  expect(tip.textContent).toMatch(
    /^Earlier: Reported stolen – Activated again by ann@ornament\.test \(IT Admin\) on .*: Found again$/,
  );
});

test("a consumer's email that somebody else changed while it was typed is not overwritten, and the next press saves it", async () => {
  const path = "/api/admin/update-user-email";
  const helpPath = "/api/admin/user-profile/7/sign-in";
  let stored = profile;
  const answers = [changedByBob("email", "bob-says@example.com"), json({ success: true, message: "" })];
  const { sent, asked } = openBackOffice("/admin/user-profile/7", {
    "/api/admin/user-profile/7": () => json(stored),
    [helpPath]: json(signInHelp),
    [path]: () => answers.shift() ?? json({}, 500),
  });
  await userEvent.click(await screen.findByRole("button", { name: "Edit Email" }));
  const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Email" });
  await userEvent.clear(field());
  await userEvent.type(field(), "typed@example.com");
  stored = { ...profile, email: "bob-says@example.com", version: "60" };
  const save = () => userEvent.click(screen.getByRole("button", { name: "Save Email" }));
  await save();
  await screen.findByText(/changed this after you opened it\. Now: bob-says@example\.com, changed by bob/);
  expect(field().value).toBe("typed@example.com");
  // The link to the former address is void now.
  await waitFor(() => expect(asked(helpPath)).toHaveLength(2));
  stored = { ...profile, email: "typed@example.com", version: "70" };
  await save();
  await screen.findByRole("button", { name: "Edit Email" });
  expect(await sent(path)).toEqual([
    { id: 7, email: "typed@example.com", version: "42" },
    { id: 7, email: "typed@example.com", version: "60" },
  ]);
});
