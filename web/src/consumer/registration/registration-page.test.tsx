import { expect, test } from "@jest/globals";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { localStore, sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { type Answers, json } from "../../app/testing/fake-server.ts";
import { openSite, parentWith } from "../testing/open-site.tsx";
import { storePendingEmail } from "./pending-registration.ts";

const email = "sam@example.com";
const password = "Reindeer-9";
const valueAt = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(label)).value;
const press = async (role: "button" | "link" | "checkbox", name: RegExp | string) =>
  userEvent.click(await screen.findByRole(role, { name }));
const type = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text);

async function fillInRegistration() {
  await typeAccount();
  await press("checkbox", /I agree/);
  await press("checkbox", /Send me news/);
}
async function typeAccount(address = email) {
  await type("Parent email", address);
  await type("Password", password);
  await type("Confirm password", password);
}
/** Creates the filled-in account. */
async function create() {
  await press("button", "Create account");
  await screen.findByRole("heading", { name: "Check your email" });
}

/** Opens registration after the age check. */
function openRegistration() {
  localStorage.setItem("verifyAge", "true");
  return openSite("/registration", { "/api/user/registration": json({ success: true, message: "" }) });
}

test("an account without the tick is not created: the button says what is missing, and a press moves the focus to the tick", async () => {
  const { paths } = openRegistration();
  await typeAccount();
  expect(screen.getByText("Please agree to the Terms of use first.")).toBeTruthy();
  await press("button", "Create account");
  const terms = await screen.findByRole("checkbox", { name: /I agree/ });
  const message = await screen.findByText("Please agree to the Terms of use and the Privacy policy.");
  expect(document.activeElement).toBe(terms);
  expect(document.getElementById(terms.getAttribute("aria-describedby") ?? "")?.contains(message)).toBe(true);
  expect(screen.queryByText("Please agree to the Terms of use first.")).toBeNull();
  expect(paths()).not.toContain("/api/user/registration");
  await userEvent.click(terms);
  expect(screen.queryByText("Please agree to the Terms of use and the Privacy policy.")).toBeNull();
});

test("a mistyped email address gets a suggestion when the field is left, which never stops the registration", async () => {
  openRegistration();
  await type("Parent email", "sam@gmial.com");
  expect(screen.queryByRole("button", { name: /Did you mean/ })).toBeNull();
  await userEvent.click(screen.getByLabelText("Password"));
  await press("button", /^Did you mean sam@gmail\.com/);
  expect(await valueAt("Parent email")).toBe("sam@gmail.com");
  expect(document.activeElement).toBe(screen.getByLabelText("Parent email"));
  expect(screen.queryByRole("button", { name: /Did you mean/ })).toBeNull();
  await userEvent.clear(screen.getByLabelText("Parent email"));
  await typeAccount("sam@gmial.com");
  await press("checkbox", /I agree/);
  await create();
});

async function register() {
  const site = openRegistration();
  await fillInRegistration();
  await create();
  return () => site.sent("/api/user/registration");
}
async function changeTo(address: string) {
  await press("button", "Change address");
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Email")));
  await userEvent.clear(screen.getByLabelText("Email"));
  await type("Email", address);
  await press("button", "Send the link here");
}

test("an address that is changed there is registered with the same password and choices, which no storage has", async () => {
  const registrations = await register();
  await changeTo("sam@work.example.com");
  await screen.findByText("We sent the link to your new address.");
  expect(screen.getByText("sam@work.example.com")).toBeTruthy();
  const [first, second] = await registrations();
  expect(first).toMatchObject({ email, password, marketEmail: true });
  expect(second).toEqual({ ...first, email: "sam@work.example.com" });
  expect([...Object.values(sessionStorage), ...Object.values(localStorage)].join()).not.toContain(password);
  expect(sessionStorage.getItem("checkEmail")).toBe("sam@work.example.com");
});

test("the same address sends nothing, and a wrong one shows its message", async () => {
  const registrations = await register();
  await changeTo("sam@");
  await screen.findByText("Invalid email address");
  await press("button", "Cancel");
  await changeTo(` ${email}`);
  await screen.findByRole("button", { name: "Change address" });
  expect(await registrations()).toHaveLength(1);
});

test("another tab has to pass the age check again after somebody has registered", async () => {
  openRegistration();
  await fillInRegistration();
  await create();
  sessionStorage.clear();
  const { address } = openSite("/registration");
  await screen.findByRole("heading", { name: /Santa has a message/ });
  expect(address()).toBe("/");
});

test("the age check keeps month and year when the page is reloaded and when the visitor goes back to it", async () => {
  openSite("/verify-age");
  await userEvent.selectOptions(await screen.findByLabelText("Birth month"), "5");
  await userEvent.selectOptions(await screen.findByLabelText("Birth year"), "1988");
  const { goBack } = openSite("/verify-age");
  expect([await valueAt("Birth month"), await valueAt("Birth year")]).toEqual(["5", "1988"]);
  await press("button", "Continue");
  await screen.findByRole("heading", { name: "Create your account" });
  await goBack();
  expect([await valueAt("Birth month"), await valueAt("Birth year")]).toEqual(["5", "1988"]);
});

test("registration keeps the email address and choices when the page is reloaded, and never a password", async () => {
  openRegistration();
  await fillInRegistration();
  expect(Object.values(sessionStorage).join()).not.toContain(password);
  openRegistration();
  expect(await valueAt("Parent email")).toBe(email);
  expect([await valueAt("Password"), await valueAt("Confirm password")]).toEqual(["", ""]);
  for (const name of [/I agree/, /Send me news/])
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name }).checked).toBe(true);
});

test("Back after registering opens the form with the email address to correct, and not the landing page", async () => {
  const { goBack, address } = openRegistration();
  await fillInRegistration();
  await create();
  expect(localStorage.getItem("verifyAge")).toBeNull();
  await goBack();
  expect(await valueAt("Parent email")).toBe(email);
  expect(address()).toBe("/registration");
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /I agree/ }).checked).toBe(false);
});

const statusPath = "/api/user/registration-status";
const refreshPath = "/api/user/refresh";

/** Opens the screen. `confirmed` is the server's answer. */
async function waitForMail(answers: Answers = {}, address = email) {
  storePendingEmail(sessionStore, address);
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
  await waitForMail({}, address);
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
