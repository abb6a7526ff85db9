/** @jest-environment jsdom */
import { beforeEach, expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { openSite } from "../testing/open-site.tsx";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const email = "sam@example.com";
const password = "Reindeer-9";
const valueAt = async (label: string) => (await screen.findByLabelText<HTMLInputElement>(label)).value;
const press = async (role: "button" | "link" | "checkbox", name: RegExp | string) =>
  userEvent.click(await screen.findByRole(role, { name }));
const type = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text);

async function chooseBirthDate() {
  await userEvent.selectOptions(await screen.findByLabelText("Birth month"), "5");
  await userEvent.selectOptions(await screen.findByLabelText("Birth year"), "1988");
}

async function fillInRegistration() {
  await type("Parent email", email);
  await type("Password", password);
  await type("Confirm password", password);
  await press("checkbox", /I agree/);
  await press("checkbox", /Send me news/);
}

/** Opens registration after the age check. */
function openRegistration() {
  localStorage.setItem("verifyAge", "true");
  return openSite("/registration", { "/api/user/registration": json({ success: true, message: "" }) });
}

test("the age check keeps month and year when the page is reloaded and when the visitor goes back to it", async () => {
  openSite("/verify-age");
  await chooseBirthDate();
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
  const { goBack, shownAddress } = openRegistration();
  await fillInRegistration();
  await press("button", "Create account");
  await screen.findByRole("heading", { name: "Check your email" });
  expect(localStorage.getItem("verifyAge")).toBeNull();
  await goBack();
  expect(await valueAt("Parent email")).toBe(email);
  expect(shownAddress()).toBe("/registration");
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /I agree/ }).checked).toBe(false);
});

test("Use another email opens the form with the email address to correct", async () => {
  openRegistration();
  await fillInRegistration();
  await press("button", "Create account");
  await press("link", "Use another email");
  await screen.findByRole("heading", { name: "Create your account" });
  expect(await valueAt("Parent email")).toBe(email);
});

test("another tab has to pass the age check again after somebody has registered", async () => {
  openRegistration();
  await fillInRegistration();
  await press("button", "Create account");
  await screen.findByRole("heading", { name: "Check your email" });
  sessionStorage.clear();
  const { shownAddress } = openSite("/registration");
  await screen.findByRole("heading", { name: /Santa has a message/ });
  expect(shownAddress()).toBe("/");
});

test("an email address that was typed into registration is filled in on the sign-in screen", async () => {
  openRegistration();
  await type("Parent email", email);
  await press("link", "I already have an account");
  await screen.findByRole("heading", { name: "Welcome back" });
  expect(await valueAt("Email")).toBe(email);
});

test("every empty field that was left shows Required, and so do both passwords", async () => {
  openRegistration();
  for (const label of ["Parent email", "Password", "Confirm password", "Parent email"])
    await userEvent.click(await screen.findByLabelText(label));
  expect(await screen.findAllByText("Required")).toHaveLength(3);
});
