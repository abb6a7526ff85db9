/** @jest-environment jsdom */
import { beforeEach, expect, test } from "@jest/globals";
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { openSite } from "../testing/open-site.tsx";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test("a browser that confirmed an email but did not register it leads to sign-in, with the email address filled in", async () => {
  openSite("/user/verify-message?token=a.b.c", {
    "/api/user/activate": json({ success: true, message: "", email: "sam@example.com" }),
    "/api/user/refresh": json({ error: true, code: "user_error", message: "", errors: ["user_error"] }, 401),
  });
  await screen.findByRole("heading", { name: "Your email is verified" });
  expect(screen.getByText(/the screen where you registered\. It moves on by itself\./)).toBeTruthy();
  await userEvent.click(screen.getByRole("link", { name: "Sign In" }));
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Email" });
  expect(field.value).toBe("sam@example.com");
});

test("a link that has expired leads to a form that promises a new link only where one is needed", async () => {
  openSite("/user/verify-message?token=a.b.c", {
    "/api/user/activate": json({ error: true, code: "link_expired", message: "", errors: [] }, 400),
  });
  await screen.findByRole("heading", { name: "Your Link has Expired" });
  expect(screen.getByText(/If it still needs to be confirmed, we’ll send you a new link\./)).toBeTruthy();
});
