import { expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Answers, expired, json, refusal } from "../../app/testing/fake-server.ts";
import { openSite, ornament, parentWith } from "../testing/open-site.tsx";

const parent = parentWith([ornament]);
const emailField = () => screen.findByLabelText<HTMLInputElement>("Email");

async function signIn() {
  const email = await emailField();
  await userEvent.clear(email);
  await userEvent.type(email, parent.user.email);
  await userEvent.type(screen.getByLabelText("Password"), "Reindeer-9");
  await userEvent.click(screen.getByRole("button", { name: "Sign in" }));
}

const answers = (who = parent): Answers => ({
  "/api/user/login": json(who),
  "/api/user/logout": json({ success: true, message: "" }),
});
const typeEmail = async (email: string) => userEvent.type(await emailField(), email);

test("a page of another site or of the back office is never opened after sign-in", async () => {
  for (const page of ["https://evil.example/user/", "//evil.example/user/", "/admin/table-pins"]) {
    sessionStorage.setItem("typed.wanted-page", JSON.stringify(page));
    const { address } = openSite("/login", answers());
    await signIn();
    await waitFor(() => expect(address()).toBe("/user/pin-authorization"));
    localStorage.clear();
  }
});

test("many failures offer the way to a new password, with the email address filled in", async () => {
  const refused = refusal(401, "sign_in_failed", "Incorrect.");
  refused.headers.set("Retry-After", "720");
  openSite("/login", { "/api/user/login": refused });
  await signIn();
  await userEvent.click(await screen.findByRole("link", { name: "Reset your password" }));
  await screen.findByRole("heading", { name: "Forgot your password?" });
  expect((await emailField()).value).toBe(parent.user.email);
});

test("a parent whose email isn't confirmed sends the link again, and is asked to check the email", async () => {
  openSite("/login", {
    "/api/user/login": refusal(403, "not_activated", "Please confirm your email first."),
    "/api/user/resend-activate-link": json({ success: true, message: "" }),
  });
  await signIn();
  await userEvent.click(await screen.findByRole("button", { name: "Send the link again" }));
  await screen.findByRole("heading", { name: "Check your email" });
  expect(screen.getByText(parent.user.email)).toBeDefined();
});

test("a signed-out parent who opens a page returns to it after signing in, even if the sign-in screen was reloaded", async () => {
  openSite("/user/message-added-pin?count=2#faq", answers());
  await screen.findByRole("heading", { name: "Sign in" });
  const { address } = openSite("/login", answers());
  await signIn();
  await waitFor(() => expect(address()).toBe("/user/message-added-pin?count=2#faq"));
});

test("an email address that was typed into sign-in and not sent is filled in on the forgotten-password screen, and back", async () => {
  openSite("/login");
  await typeEmail("sam@exam");
  await userEvent.click(screen.getByRole("link", { name: "Forgot password?" }));
  await screen.findByRole("heading", { name: "Forgot your password?" });
  expect((await emailField()).value).toBe("sam@exam");
  await typeEmail("ple.com");
  await userEvent.click(screen.getByRole("link", { name: "Back to sign in" }));
  await screen.findByRole("heading", { name: "Sign in" });
  expect((await emailField()).value).toBe("sam@example.com");
});

test("a parent whose session has expired enters the password for the same email address, and returns to the page", async () => {
  localStorage.setItem("tokenUser", "old");
  let open = true;
  const { store, address } = openSite("/user/add-pin", {
    "/api/user/refresh": () => (open ? json(parent) : expired("user_error")),
    "/api/user/login": json(parent),
    "/api/user/update-marketing-email": () => expired("user_error"),
  });
  await screen.findByRole("heading", { name: "Add an ornament" });
  open = false;
  await userEvent.click(screen.getByRole("button", { name: "Your account" }));
  await userEvent.click(await screen.findByRole("checkbox", { name: "Receive marketing emails" }));
  await screen.findByText("You have been signed out. Please sign in again.");
  expect((await emailField()).value).toBe(parent.user.email);
  expect(store.getState().session).toMatchObject({ expired: true, cookieLost: false });
  await signIn();
  await waitFor(() => expect(address()).toBe("/user/add-pin"));
});

test("a lost cookie at the page load after sign-in isn't called a sign-out", async () => {
  const { context } = openSite("/login", { "/api/user/login": json(parent) });
  await signIn();
  await screen.findByRole("button", { name: "Sign out" });
  expect(context.local.get("tokenUser")).toBe("token");
  openSite("/user/pin-authorization", {
    "/api/user/refresh": refusal(401, "user_error", "", ["user_error", "no_refresh_cookie"]),
  });
  await screen.findByText(/Your browser did not keep the cookie of your sign-in/);
  expect(screen.queryByText(/You have been signed out/)).toBeNull();
});
