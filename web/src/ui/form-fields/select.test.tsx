/** @jest-environment jsdom */
import { expect, test } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { Select } from "./select.tsx";

const roles = [
  { value: "ADMIN", label: "IT Admin" },
  { value: "MEMBER", label: "Customer support" },
] as const;
type Role = (typeof roles)[number]["value"];

function Example(props: { error?: string; hint?: string }) {
  const [role, setRole] = useState<Role | "">("");
  return (
    <>
      <Select {...props} label="Role" placeholder="Choose" options={roles} value={role} onChange={setRole} />
      <p>Chosen: {role}</p>
    </>
  );
}

const select = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Role" });

test("a select shows its placeholder, which can't be chosen", () => {
  render(<Example />);
  const [placeholder] = select().options;
  expect(placeholder).toMatchObject({ textContent: "Choose", selected: true, disabled: true, hidden: true });
});

test("choosing an option of a select gives its value", async () => {
  render(<Example />);
  await userEvent.selectOptions(select(), "Customer support");
  expect(screen.getByText("Chosen: MEMBER")).toBeDefined();
});

test("the error of a select is read before its hint", () => {
  render(<Example error="Required" hint="What the person may do" />);
  const described = select().getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
    expect.stringContaining("Required"),
    "What the person may do",
  ]);
});
