import { expect, test } from "@jest/globals";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { CodeField, codeInText } from "./code-field.tsx";

function Example() {
  const [code, setCode] = useState("");
  return <CodeField label="Code" length={6} value={code} onChange={setCode} />;
}
const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Code" });
const cells = () => [...document.querySelectorAll(".o-code-cell")].map(({ textContent }) => textContent);

test("the digits of a code are shown in cells, and other characters are not taken", async () => {
  render(<Example />);
  await userEvent.type(field(), "12a3-4");
  expect(field().value).toBe("1234");
  expect(cells()).toEqual(["1", "2", "3", "4", "", ""]);
  await userEvent.type(field(), "5678");
  expect(field().value).toBe("123456");
});

test("backspace removes the last digit of a code, wherever the caret was put", async () => {
  render(<Example />);
  await userEvent.type(field(), "123");
  field().setSelectionRange(1, 1);
  await userEvent.keyboard("{Backspace}");
  expect(field().value).toBe("12");
});

test("a pasted text replaces the code, with the code that is in it", async () => {
  render(<Example />);
  await userEvent.type(field(), "99");
  await userEvent.paste("Your code is 123 456.");
  expect(field().value).toBe("123456");
});

test.each([
  ["123456", "123456"],
  [" 123 456 ", "123456"],
  ["Your code of 2026 is 123456.", "123456"],
  ["12-34-56", "123456"],
  ["1234567", "123456"],
  ["12", "12"],
  ["no code", ""],
])("the code in %j is %j", (text, code) => expect(codeInText(text, 6)).toBe(code));
