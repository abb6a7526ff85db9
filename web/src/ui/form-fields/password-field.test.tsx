import { expect, test } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { PasswordField } from "./password-field.tsx";

function NewPassword() {
  const [password, setPassword] = useState("");
  return (
    <PasswordField
      label="Password"
      autoComplete="new-password"
      value={password}
      onChange={setPassword}
      checklist
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

test("the checklist of a new password shows from the first key on, marks what is met, and is read with the field", async () => {
  render(<NewPassword />);
  expect(screen.queryByRole("list")).toBeNull();
  expect(screen.queryByText("!")).toBeNull();
  expect(input().getAttribute("aria-describedby")).toBeNull();
  await userEvent.type(input(), "abcdefg1");
  expect(checklist()).toEqual([
    "✓At least 8 characters – done",
    "An upper-case letter – still missing",
    "✓A lower-case letter – done",
    "✓A number – done",
  ]);
  expect(input().getAttribute("aria-describedby")).toBe(screen.getByRole("list").id);
});
