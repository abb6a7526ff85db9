import { expect, test } from "@jest/globals";
import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type Answers, json, refusal } from "../../app/testing/fake-server.ts";
import { openSite } from "../testing/open-site.tsx";

const email = "sam@example.com";
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const codeField = () => screen.findByLabelText<HTMLInputElement>("Verification code");
const invalid = refusal(400, "reset_code_invalid", "This code is not valid.");

const openCode = (answers: Answers) =>
  openSite(`/verify-code?email=${encodeURIComponent(email)}`, {
    "/api/user/reset-password": json({ message: "" }),
    ...answers,
  });

async function typePassword() {
  await userEvent.type(await screen.findByLabelText("New password"), "Reindeer-9");
  await userEvent.type(screen.getByLabelText("Confirm password"), "Reindeer-9");
}

/** The last digit sends the code. */
const enterCode = async (code = "123456") => userEvent.type(await codeField(), code);

test("a new code removes the refusal of the old one, and a refusal removes the message about the new code", async () => {
  openCode({ "/api/user/verify-code": invalid });
  await enterCode();
  await screen.findByText("This code is not valid.");
  await press("Send again");
  await screen.findByText(/A new code is on its way/);
  expect(screen.queryByText("This code is not valid.")).toBeNull();
  expect((await codeField()).value).toBe("");
  await enterCode();
  await screen.findByText("This code is not valid.");
  expect(screen.queryByText(/A new code is on its way/)).toBeNull();
});

test("a wrong code is cleared, and its message stays through a further press, until a digit is typed", async () => {
  const { to } = openCode({ "/api/user/verify-code": invalid });
  await enterCode();
  await screen.findByText("This code is not valid.");
  expect((await codeField()).value).toBe("");
  expect(document.activeElement).toBe(await codeField());
  await press("Check code");
  expect(screen.getAllByText("This code is not valid.")).toHaveLength(1);
  expect(screen.queryByText("Required")).toBeNull();
  await enterCode("1");
  expect(screen.queryByText("This code is not valid.")).toBeNull();
  await press("Check code");
  await screen.findByText("The code has 6 digits.");
  expect(to("/api/user/verify-code")).toHaveLength(1);
});

test("a code that the server could not check stays, and a press sends it again", async () => {
  const answers = [refusal(503, "busy", "Busy")];
  openCode({ "/api/user/verify-code": () => answers.shift() ?? json({ user: { id: 7 }, message: "" }) });
  await enterCode();
  await screen.findByText("Busy");
  expect((await codeField()).value).toBe("123456");
  await press("Check code");
  await screen.findByRole("heading", { name: "Choose a new password" });
});

const token = `${(7).toString(36)}.${"n".repeat(22)}.${"s".repeat(22)}`;
const openLink = (answer: Answers[string]) =>
  openSite(`/reset-password?token=${token}`, { "/api/user/reset-password/7": answer });
const usedLink = refusal(400, "reset_link_invalid", "This link was used.");

test("the link in the mail opens the new-password screen without a code", async () => {
  const { sent } = openLink(json({ message: "" }));
  await typePassword();
  await press("Save password");
  await screen.findByRole("heading", { name: "Your password was changed" });
  const bodies = await sent("/api/user/reset-password/7");
  expect(bodies).toEqual([{ token }, { password: "Reindeer-9", token }]);
});

test("a used link says so before a password is typed, and leads to a new code", async () => {
  openLink(usedLink);
  await screen.findByText("This link was used.");
  expect(screen.queryByLabelText("New password")).toBeNull();
  const wayOut = screen.getByRole("link", { name: "Ask for a new code" });
  expect(wayOut.getAttribute("href")).toBe("/forgot-password");
});

test("a link that expires while the password is typed leads to a new code", async () => {
  const answers = [json({ message: "" }), usedLink];
  openLink(() => answers.shift() ?? json({}, 500));
  await typePassword();
  await press("Save password");
  await screen.findByText("This link was used.");
  expect(screen.getByRole("link", { name: "Ask for a new code" })).toBeDefined();
});

test("Back after a change of the password leads to sign-in, and a forgotten password begins again", async () => {
  const { router, goBack, address } = openSite("/login", {
    "/api/user/verify-code": json({ user: { id: 7 }, message: "" }),
    "/api/user/reset-password/7": json({ message: "" }),
  });
  await userEvent.click(await screen.findByRole("link", { name: "Forgot password?" }));
  await screen.findByRole("heading", { name: "Forgot your password?" });
  await act(() => router.navigate(`/verify-code?email=${encodeURIComponent(email)}`));
  await enterCode();
  await typePassword();
  await press("Save password");
  await screen.findByText(/You have been signed out everywhere\. Please sign in/);
  await goBack();
  await screen.findByRole("heading", { name: "Sign in" });
  expect(address()).toBe("/login");
  await userEvent.click(screen.getByRole("link", { name: "Forgot password?" }));
  await screen.findByRole("heading", { name: "Forgot your password?" });
});

test("the email address is passed from the code to the new password, for password managers, and to sign-in", async () => {
  openCode({
    "/api/user/verify-code": json({ user: { id: 7 }, message: "" }),
    "/api/user/reset-password/7": json({ message: "" }),
  });
  await enterCode();
  await typePassword();
  const username = document.querySelector<HTMLInputElement>('form [autocomplete="username"]');
  expect(username?.value).toBe(email);
  expect(username?.tabIndex).toBe(-1);
  await press("Save password");
  await screen.findByRole("heading", { name: "Your password was changed" });
  await userEvent.click(screen.getByRole("link", { name: "Back to sign in" }));
  await screen.findByRole("heading", { name: "Sign in" });
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe(email);
});
