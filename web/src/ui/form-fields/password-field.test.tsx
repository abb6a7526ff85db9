/** @jest-environment jsdom */
import { expect, test } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { newPasswordProblems, newPasswordRule } from "./new-password-rule.ts";
import { PasswordField } from "./password-field.tsx";

function NewPassword() {
  const [password, setPassword] = useState("");
  return (
    <PasswordField
      label="Password"
      autoComplete="new-password"
      value={password}
      onChange={setPassword}
      rule={newPasswordRule}
      problems={newPasswordProblems(password)}
    />
  );
}

const input = () => screen.getByLabelText<HTMLInputElement>("Password");
const toggle = () => screen.getByRole("button", { name: /^(Show|Hide) password$/ });
const checklist = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

test("a password is hidden until Show is pressed, and hidden again by Hide, whose name begins with its text", async () => {
  render(<NewPassword />);
  expect(input().type).toBe("password");
  await userEvent.click(toggle());
  expect(input().type).toBe("text");
  expect([toggle().textContent, toggle().getAttribute("aria-label")]).toEqual(["Hide", "Hide password"]);
  await userEvent.click(toggle());
  expect(input().type).toBe("password");
});

test("the checklist of a new password shows from the first key on, and not for an empty field", async () => {
  render(<NewPassword />);
  expect(screen.queryByRole("list")).toBeNull();
  expect(input().getAttribute("aria-describedby")).toBeNull();
  await userEvent.type(input(), "-");
  expect(checklist()).toEqual([
    "At least 8 characters – still missing",
    "An upper-case letter – still missing",
    "A lower-case letter – still missing",
    "A number – still missing",
  ]);
  await userEvent.clear(input());
  expect(screen.queryByRole("list")).toBeNull();
});

test("the checklist marks the parts that a new password meets", async () => {
  render(<NewPassword />);
  await userEvent.type(input(), "abcdefg1");
  expect(checklist()).toEqual([
    "✓At least 8 characters – done",
    "An upper-case letter – still missing",
    "✓A lower-case letter – done",
    "✓A number – done",
  ]);
});

test("the checklist is read with the password field", async () => {
  render(<NewPassword />);
  await userEvent.type(input(), "a");
  const described = input().getAttribute("aria-describedby");
  expect(described).toBe(screen.getByRole("list").id);
});
