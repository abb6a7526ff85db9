import { expect, test } from "@jest/globals";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json, refusal } from "../../app/testing/fake-server.ts";
import { consumerProfile } from "../testing/consumer-profile.ts";
import { type Answers, auditor, customerSupport, openBackOffice } from "../testing/open-back-office.tsx";

const path = "/api/admin/erase-user/7";
const profile = consumerProfile;
const { email } = profile;

async function openProfile(more: Answers = {}, admin?: typeof auditor) {
  const answers = { "/api/admin/user-profile/7": json(profile), ...more };
  const opened = openBackOffice("/admin/user-profile/7", answers, admin);
  await screen.findByRole("list", { name: "Account" });
  return opened;
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
])("%s can neither erase a consumer nor copy the consumer's data", async (_role, admin) => {
  await openProfile({}, admin);
  expect(screen.queryByRole("button", { name: /Erase|Copy of the data/ })).toBeNull();
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
  expect(await sent(path)).toEqual([]);
});

test("an email that the server refuses is marked, the reason stays, and the profile is read again", async () => {
  const message = "The typed text is not the email address of this consumer.";
  let current = email;
  await openDialog({
    "/api/admin/user-profile/7": () => json({ ...profile, email: current }),
    [path]: () => {
      current = "changed@example.com";
      return refusal(409, "confirmation_mismatch", message);
    },
  });
  await userEvent.type(reason(), "Requested in writing");
  await userEvent.type(confirmation(), `${email}{Control>}{Enter}{/Control}`);
  await dialog().findByText(message);
  expect(reason().value).toBe("Requested in writing");
  // By the text: jsdom adds spaces to the name where a long email may break.
  await waitFor(() =>
    expect(dialog().getByRole("heading", { level: 2 }).textContent).toBe("Erase changed@example.com?"),
  );
});

test("after an unknown outcome the dialog stays with its texts, and the same command can be sent again", async () => {
  const message = "We could not confirm it.";
  const { to } = await openDialog({ [path]: refusal(503, "outcome_unknown", message) });
  await userEvent.type(reason(), "Requested in writing");
  await userEvent.type(confirmation(), email);
  await userEvent.click(erase());
  await dialog().findByText(message);
  expect([reason().value, confirmation().value]).toEqual(["Requested in writing", email]);
  const sentBefore = to(path).length;
  await userEvent.click(erase());
  const keys = () => to(path).map(({ headers }) => headers.get("idempotency-key"));
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
  expect(await sent(path)).toEqual([{ reason: "Requested in writing", confirmation: "7" }]);
});
