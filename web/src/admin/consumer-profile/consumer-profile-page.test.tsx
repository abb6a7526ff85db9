/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from "@jest/globals";
import type { ConsumerPin, ConsumerProfile } from "@ornament/contracts/api/consumers";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { type Answers, customerSupport, itAdmin, openBackOffice } from "../testing/open-back-office.tsx";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const pin: ConsumerPin = {
  id: 3,
  pin: "ABCD-123",
  name: "Fir tree",
  status: true,
  blocked: false,
  countDevices: 0,
  deviceLimit: 5,
  devices: [],
  registeredAt: "2026-11-02T10:00:00.000Z",
  batchName: "2026-A",
  comment: "",
  pinDeactivationComments: [],
  statusChange: null,
  version: "7",
};
const profile: ConsumerProfile = {
  id: 7,
  email: "sam.parent@example.com",
  marketingEmail: false,
  isActivated: true,
  createdAt: "2026-11-01T10:00:00.000Z",
  confirmedAt: "2026-11-01T10:05:00.000Z",
  formerEmails: [],
  pins: { rows: [pin], count: 1 },
  devices: [],
  version: "42",
};

async function open(changes: Partial<ConsumerProfile> = {}, admin = itAdmin, answers: Answers = {}) {
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

describe("an unconfirmed consumer", () => {
  const unconfirmed = { isActivated: false, confirmedAt: null };
  const path = "/api/admin/resend-activate-link";

  test("a profile whose consumer has meanwhile confirmed the email says so and is read again", async () => {
    let answer: ConsumerProfile = { ...profile, ...unconfirmed };
    await open(unconfirmed, itAdmin, {
      "/api/admin/user-profile/7": () => json(answer),
      [path]: () => {
        answer = profile;
        return json(
          {
            error: true,
            code: "already_confirmed",
            message: "This account is already confirmed.",
            errors: [],
          },
          409,
        );
      },
    });
    await userEvent.click(resend() as HTMLElement);
    await screen.findByText("sam.parent@example.com: This account is already confirmed.");
    await waitFor(() => expect(facts().textContent).toContain("Email confirmed"));
    expect(resend()).toBeNull();
  });
});

test("Customer support reads next to the email who can change it, and an IT Admin can change it", async () => {
  const hint = "Only an IT Admin can change the email.";
  await open({}, customerSupport);
  expect(screen.getByText(hint)).toBeDefined();
  expect(screen.queryByRole("button", { name: "Edit Email" })).toBeNull();
  await open();
  expect(screen.queryByText(hint)).toBeNull();
  expect(screen.getByRole("button", { name: "Edit Email" })).toBeDefined();
});

describe("the PINs of a profile", () => {
  const statusChange = {
    blocked: true,
    comment: "Reported stolen",
    createdAt: "2026-11-20T10:00:00.000Z",
    role: "Customer support",
    admin: { id: 2, email: "bob@ornament.test" },
  };

  test("a deactivated PIN of a profile says who deactivated it, when and why", async () => {
    await open(withPin({ status: false, blocked: true, comment: "Reported stolen", statusChange }));
    expect(pinItem().textContent).toMatch(
      /Deactivated by bob@ornament\.test \(Customer support\) on 11\/20\/26 .*: Reported stolen/,
    );
  });

  test("a PIN that is active again shows its earlier comment and who activated it only in the tooltip of its icon", async () => {
    await open(
      withPin({
        comment: "Reported stolen",
        statusChange: { ...statusChange, blocked: false, comment: "Found again" },
      }),
    );
    expect(pinItem().textContent).not.toContain("stolen");
    await userEvent.hover(within(pinItem()).getByRole("button", { name: /^Comment on ABCD-123: / }));
    const tip = await screen.findByRole("tooltip");
    expect(tip.textContent).toMatch(
      /^Earlier: Reported stolen – Activated again by bob@ornament\.test \(Customer support\) on .*: Found again$/,
    );
  });
});
