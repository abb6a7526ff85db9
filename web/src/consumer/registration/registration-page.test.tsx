import { expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { openSite } from "../testing/open-site.tsx";

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
