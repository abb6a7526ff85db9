import { beforeEach, expect, test } from "@jest/globals";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { localStore, sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { type Answers, json } from "../../app/testing/fake-server.ts";
import { openSite, parentWith } from "../testing/open-site.tsx";
import { storePendingEmail } from "./pending-registration.ts";

const email = "sam@example.com";
const statusPath = "/api/user/registration-status";
const refreshPath = "/api/user/refresh";

beforeEach(() => storePendingEmail(sessionStore, email));

/** Opens the screen. `confirmed` is the server's answer. */
async function waitForMail(answers: Answers = {}) {
  const server = { confirmed: false };
  const site = openSite("/check-email", {
    [statusPath]: () => json(server),
    [refreshPath]: json(parentWith([], email)),
    ...answers,
  });
  await screen.findByRole("heading", { name: "Check your email" });
  await waitFor(() => expect(site.paths()).toContain(statusPath));
  return { ...site, server, timesAsked: () => site.to(statusPath).length };
}
const comeBack = () => act(async () => void window.dispatchEvent(new Event("focus")));

test("the check-email screen stays, and calls for no session, while the email is not confirmed", async () => {
  const { timesAsked, paths } = await waitForMail();
  await comeBack();
  await waitFor(() => expect(timesAsked()).toBe(2));
  expect(paths()).not.toContain(refreshPath);
  expect(screen.getByRole("heading", { name: "Check your email" })).toBeTruthy();
});

test.each([
  ["sam@gmail.com", "Open Gmail", "https://mail.google.com/mail/"],
  ["sam@hotmail.com", "Open Outlook", "https://outlook.live.com/mail/"],
  ["sam@me.com", "Open iCloud Mail", "https://www.icloud.com/mail/"],
])("the check-email screen for %s offers to %s", async (address, name, url) => {
  storePendingEmail(sessionStore, address);
  await waitForMail();
  const link = screen.getByRole("link", { name: new RegExp(`^${name}`) });
  expect(link.getAttribute("href")).toBe(url);
  expect(link.getAttribute("rel")).toBe("noopener noreferrer");
});

test("the check-email screen offers no website for an address of another provider", async () => {
  await waitForMail();
  expect(screen.queryByRole("link", { name: /^Open/ })).toBeNull();
});

test("the check-email screen leads to the start page when another tab has signed in to another account", async () => {
  const { address } = await waitForMail({ [refreshPath]: json(parentWith([], "else@example.com")) });
  localStore.set("tokenUser", "token of the other tab");
  await comeBack();
  await waitFor(() => expect(address()).toBe("/user/activate-pin"));
});

test("the check-email screen shows no error while the server can't be reached, and asks for the session again afterwards", async () => {
  let up = false;
  const { server, timesAsked } = await waitForMail({
    [refreshPath]: () => (up ? json(parentWith([], email)) : Promise.reject(new TypeError("offline"))),
  });
  server.confirmed = true;
  await comeBack();
  await waitFor(() => expect(timesAsked()).toBe(2));
  expect(screen.queryByText(/could not reach the server/)).toBeNull();
  up = true;
  await comeBack();
  await screen.findByRole("heading", { name: "Your email is verified" });
  expect(timesAsked()).toBe(2);
});

test("sending the email again shows a message that is true before and after the confirmation", async () => {
  await waitForMail({ "/api/user/resend-activate-link": json({ success: true, message: "" }) });
  await userEvent.click(screen.getByRole("button", { name: "Send the email again" }));
  await screen.findByText(/If your email still needs to be confirmed, a new link is on its way\./);
});
