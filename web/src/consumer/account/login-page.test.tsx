/** @jest-environment jsdom */
import { beforeEach, describe, expect, test } from "@jest/globals";
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { type Answers, openSite, ornament, parentWith } from "../testing/open-site.tsx";

beforeEach(() => {
  sessionStorage.clear();
  localStorage.clear();
});

const parent = parentWith([ornament]);
const emailField = () => screen.findByLabelText<HTMLInputElement>("Email");

async function signIn() {
  const email = await emailField();
  await userEvent.clear(email);
  await userEvent.type(email, parent.user.email);
  await userEvent.type(screen.getByLabelText("Password"), "Reindeer-9");
  await userEvent.click(screen.getByRole("button", { name: "Sign In" }));
}

describe("the page that was requested before sign-in", () => {
  const answers = (who = parent): Answers => ({
    "/api/user/login": json(who),
    "/api/user/logout": json({ success: true, message: "" }),
  });

  test("a page of another site or of the back office is never opened", async () => {
    for (const page of ["https://evil.example/user/", "//evil.example/user/", "/admin/table-pins"]) {
      sessionStorage.setItem("typed.wanted-page", JSON.stringify(page));
      const { shownAddress } = openSite("/login", answers());
      await signIn();
      await waitFor(() => expect(shownAddress()).toBe("/user/pin-authorization"));
      localStorage.clear();
    }
  });
});

describe("a refused sign-in", () => {
  const refusal = (retryAfter?: string) =>
    json(
      { error: true, code: "sign_in_failed", message: "Incorrect.", errors: [] },
      401,
      retryAfter ? { "Retry-After": retryAfter } : {},
    );

  test("many failures offer the way to a new password, with the email address filled in", async () => {
    openSite("/login", { "/api/user/login": refusal("720") });
    await signIn();
    await userEvent.click(await screen.findByRole("link", { name: "Reset your password" }));
    await screen.findByRole("heading", { name: "Forgot your password?" });
    expect((await emailField()).value).toBe(parent.user.email);
  });

  test("a first failure is shown at the email field and offers nothing else", async () => {
    openSite("/login", { "/api/user/login": refusal() });
    await signIn();
    expect(await screen.findByText("Incorrect.")).toBeDefined();
    expect((await emailField()).getAttribute("aria-invalid")).toBe("true");
    expect(screen.queryByRole("link", { name: "Reset your password" })).toBeNull();
  });
});
