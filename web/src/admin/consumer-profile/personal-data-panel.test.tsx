import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Answers, json, refusal } from "../../app/testing/fake-server.ts";
import { consumerProfile as profile } from "../testing/consumer-profile.ts";
import { auditor, customerSupport, openBackOffice } from "../testing/open-back-office.tsx";

const profilePath = "/api/admin/user-profile/7";
const erasePath = "/api/admin/erase-user/7";
const copyPath = `${profilePath}/data-copy`;

async function openProfile(more: Answers = {}, admin?: typeof auditor) {
  const opened = openBackOffice("/admin/user-profile/7", { [profilePath]: json(profile), ...more }, admin);
  await screen.findByRole("list", { name: "Account" });
  return opened;
}

async function openDialog(button: string, answers: Answers = {}) {
  const opened = await openProfile(answers);
  await userEvent.click(screen.getByRole("button", { name: button }));
  await screen.findByRole("dialog");
  return opened;
}
const openErasure = (answers: Answers = {}) => openDialog("Erase consumer…", answers);
const openCopy = (answers: Answers = {}) => openDialog("Copy of the data…", answers);

const dialog = () => within(screen.getByRole("dialog"));
const field = (label: string | RegExp) => dialog().getByLabelText<HTMLInputElement>(label);
const confirm = "{Control>}{Enter}{/Control}";
async function fillIn(reason: string, confirmation: string) {
  await userEvent.type(field("Reason"), reason);
  await userEvent.type(field(/typed again|^Consumer’s/), confirmation);
}

test.each([
  ["Customer support", customerSupport],
  ["an Auditor", auditor],
])("%s can neither erase a consumer nor copy the consumer's data", async (_role, admin) => {
  await openProfile({}, admin);
  expect(screen.queryByRole("button", { name: /Erase|Copy of the data/ })).toBeNull();
});

test("another email, and a reason with an email, say so and can't be sent", async () => {
  const { sent } = await openErasure();
  await fillIn("Asked for by sam@example.com", "sam.parent@example.org");
  await userEvent.tab();
  expect(dialog().getByText("This is not the email of this consumer.")).toBeDefined();
  expect(dialog().getByText("Leave out email addresses: this text is kept forever")).toBeDefined();
  const erase = dialog().getByRole("button", { name: "Erase consumer" });
  expect(erase.getAttribute("aria-disabled")).toBe("true");
  await userEvent.type(field("Consumer’s email"), confirm);
  expect(await sent(erasePath)).toEqual([]);
});

test("an erasure that the server refuses says why, the texts stay, and the profile is read again", async () => {
  const message = "The typed text is not the email address of this consumer.";
  let current = profile.email;
  await openErasure({
    [profilePath]: () => json({ ...profile, email: current }),
    [erasePath]: () => {
      current = "changed@example.com";
      return refusal(409, "confirmation_mismatch", message);
    },
  });
  await fillIn("Requested in writing", profile.email + confirm);
  await dialog().findByText(message);
  expect(field("Reason").value).toBe("Requested in writing");
  expect(field("Consumer’s email").value).toBe(profile.email);
  // By the text: jsdom adds spaces to the name where a long email may break.
  const title = () => dialog().getByRole("heading", { level: 2 }).textContent;
  await waitFor(() => expect(title()).toBe("Erase changed@example.com?"));
});

test("the consumer whose email can't be read is confirmed with the id", async () => {
  const { sent } = await openErasure({
    [profilePath]: json({ ...profile, email: "" }),
    [erasePath]: json({ success: true, message: "The consumer was erased." }),
  });
  expect(screen.getByRole("dialog", { name: "Erase consumer 7?" })).toBeDefined();
  await fillIn("Requested in writing", "7");
  await userEvent.click(dialog().getByRole("button", { name: "Erase consumer" }));
  await screen.findByText("The consumer 7 was erased.");
  expect(await sent(erasePath)).toEqual([{ reason: "Requested in writing", confirmation: "7" }]);
});

test("a confirmation of a data copy that doesn't name the account is refused at its field", async () => {
  const errors = [{ path: "confirmation", message: "Not this account" }];
  await openCopy({ [copyPath]: refusal(409, "confirmation_mismatch", "Refused", errors) });
  await fillIn("Request by mail", "sam@example.com{Enter}");
  await dialog().findByText("Not this account");
  expect(field(/typed again/).getAttribute("aria-invalid")).toBe("true");
  expect(screen.queryByText("Refused")).toBeNull();
});

test("a data copy without reason and confirmation is not sent, and each field says what is missing", async () => {
  const { sent } = await openCopy();
  await userEvent.keyboard(`x${confirm}`);
  expect(await dialog().findByText("At least 2 characters")).toBeDefined();
  expect(dialog().getByText("Required")).toBeDefined();
  expect(await sent(copyPath)).toEqual([]);
});

test("the data copy of a consumer whose email can't be read is confirmed by the account's number", async () => {
  await openCopy({ [profilePath]: json({ ...profile, email: "" }) });
  expect(field("The account’s number, typed again")).toBeDefined();
  expect(dialog().getByText("7")).toBeDefined();
});
