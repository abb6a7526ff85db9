/** @jest-environment jsdom */
import { beforeEach, expect, test } from "@jest/globals";
import type { ConsumerProfile } from "@ornament/contracts/api/consumers";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import {
  type Answers,
  auditor,
  customerSupport,
  itAdmin,
  openBackOffice,
} from "../testing/open-back-office.tsx";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const path = "/api/admin/erase-user/7";
const email = "sam.parent@example.com";
const profile: ConsumerProfile = {
  id: 7,
  email,
  marketingEmail: false,
  isActivated: true,
  createdAt: "2026-11-01T10:00:00.000Z",
  confirmedAt: "2026-11-01T10:05:00.000Z",
  formerEmails: [],
  pins: { rows: [], count: 0 },
  devices: [],
  version: "42",
};

async function openProfile(answers: Answers = {}, admin = itAdmin) {
  const opened = openBackOffice(
    "/admin/user-profile/7",
    { "/api/admin/user-profile/7": () => json(profile), ...answers },
    admin,
  );
  await screen.findByRole("list", { name: "Account" });
  const sent = () =>
    Promise.all(
      opened.requests.filter(({ url }) => url.endsWith(path)).map((request) => request.clone().json()),
    );
  return { ...opened, sent };
}

async function openDialog(answers: Answers = {}) {
  const opened = await openProfile(answers);
  await userEvent.click(screen.getByRole("button", { name: "Erase consumer…" }));
  await screen.findByRole("dialog");
  return opened;
}

const dialog = () => within(screen.getByRole("dialog"));
const reason = () => dialog().getByLabelText<HTMLTextAreaElement>("Reason");
const confirmation = (label = "Consumer’s email") => dialog().getByLabelText<HTMLInputElement>(label);
const erase = () => dialog().getByRole("button", { name: "Erase consumer" });
const isDisabled = () => erase().getAttribute("aria-disabled") === "true";

test.each([
  ["Customer support", customerSupport],
  ["an Auditor", auditor],
])("%s can't erase a consumer", async (_role, admin) => {
  await openProfile({}, admin);
  expect(screen.queryByRole("button", { name: /Erase/ })).toBeNull();
});

test("another email, and a reason with an email, say so and can't be sent", async () => {
  const { sent } = await openDialog();
  await userEvent.type(reason(), "Asked for by sam@example.com");
  await userEvent.type(confirmation(), "sam.parent@example.org");
  await userEvent.tab();
  expect(dialog().getByText("This is not the email of this consumer.")).toBeDefined();
  expect(dialog().getByText("Leave out email addresses: this text is kept forever")).toBeDefined();
  expect(isDisabled()).toBe(true);
  await userEvent.type(confirmation(), "{Control>}{Enter}{/Control}");
  await expect(sent()).resolves.toEqual([]);
});

test("an email that the server refuses is marked, the reason stays, and the profile is read again", async () => {
  const refused = {
    error: true,
    code: "confirmation_mismatch",
    message: "The typed text is not the email address of this consumer.",
    errors: [],
  };
  let current = email;
  await openDialog({
    "/api/admin/user-profile/7": () => json({ ...profile, email: current }),
    [path]: () => {
      current = "changed@example.com";
      return json(refused, 409);
    },
  });
  await userEvent.type(reason(), "Requested in writing");
  await userEvent.type(confirmation(), `${email}{Control>}{Enter}{/Control}`);
  await dialog().findByText(refused.message);
  expect(reason().value).toBe("Requested in writing");
  // By the text: jsdom adds spaces to the name where a long email may break.
  await waitFor(() =>
    expect(dialog().getByRole("heading", { level: 2 }).textContent).toBe("Erase changed@example.com?"),
  );
});

test("after an unknown outcome the dialog stays with its texts, and the same command can be sent again", async () => {
  const unknown = { error: true, code: "outcome_unknown", message: "We could not confirm it.", errors: [] };
  const { requests } = await openDialog({ [path]: json(unknown, 503) });
  await userEvent.type(reason(), "Requested in writing");
  await userEvent.type(confirmation(), email);
  await userEvent.click(erase());
  await dialog().findByText(unknown.message);
  expect([reason().value, confirmation().value]).toEqual(["Requested in writing", email]);
  const sentBefore = requests.filter(({ url }) => url.endsWith(path)).length;
  await userEvent.click(erase());
  const keys = () =>
    requests.filter(({ url }) => url.endsWith(path)).map(({ headers }) => headers.get("idempotency-key"));
  await waitFor(() => expect(keys().length).toBeGreaterThan(sentBefore));
  expect(new Set(keys()).size).toBe(1);
});

test("the consumer whose email can't be read is confirmed with the id", async () => {
  const { sent } = await openDialog({
    "/api/admin/user-profile/7": () => json({ ...profile, email: "" }),
    [path]: json({ success: true, message: "The consumer was erased." }),
  });
  expect(screen.getByRole("dialog", { name: "Erase consumer 7?" })).toBeDefined();
  await userEvent.type(reason(), "Requested in writing");
  await userEvent.type(confirmation("Consumer’s id"), "7");
  await userEvent.click(erase());
  await screen.findByText("The consumer 7 was erased.");
  await expect(sent()).resolves.toEqual([{ reason: "Requested in writing", confirmation: "7" }]);
});
