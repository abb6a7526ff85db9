/** @jest-environment jsdom */
import { expect, test } from "@jest/globals";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { PinField } from "./pin-field.tsx";

function Example({ error }: { error?: string }) {
  const [pin, setPin] = useState("");
  return <PinField label="PIN" value={pin} onChange={setPin} error={error} />;
}

const input = () => screen.getByRole<HTMLInputElement>("textbox", { name: "PIN" });

test("a PIN that is typed in lower case is shown in upper case with its hyphen", async () => {
  render(<Example />);
  await userEvent.type(input(), "abcd123");
  expect(input().value).toBe("ABCD-123");
});

test("a pasted PIN is shown as XXXX-XXX", async () => {
  render(<Example />);
  await userEvent.click(input());
  await userEvent.paste(" abcd 123\n");
  expect(input().value).toBe("ABCD-123");
});

test.each(["PIN: abcd-123", "Pin abcd 123", "#ABCD\u2011123", "PIN:\nabcd-123\n", "Your PIN is abcd-123."])(
  "pasting %j fills in only the PIN, whatever the field held before",
  async (text) => {
    render(<Example />);
    await userEvent.type(input(), "xy");
    await userEvent.paste(text);
    expect(input().value).toBe("ABCD-123");
    expect(input().selectionStart).toBe(8);
  },
);

test("a text that the keyboard inserts as a whole fills in only the PIN", () => {
  render(<Example />);
  fireEvent.change(input(), { target: { value: "Your PIN is abcd-123." } });
  expect(input().value).toBe("ABCD-123");
});

test("a typed PIN that begins with the letters PIN stays as it is", async () => {
  render(<Example />);
  await userEvent.type(input(), "pin1234");
  expect(input().value).toBe("PIN1-234");
});

test("a paste without a PIN in it adds its characters", async () => {
  render(<Example />);
  await userEvent.type(input(), "ab");
  await userEvent.paste("cd1");
  expect(input().value).toBe("ABCD-1");
});

test("a PIN corrected in the middle keeps the caret there", async () => {
  render(<Example />);
  await userEvent.type(input(), "abcd123");
  input().setSelectionRange(1, 2);
  await userEvent.keyboard("x");
  expect(input().value).toBe("AXCD-123");
  expect(input().selectionStart).toBe(2);
});

test("deleting past the hyphen removes the character before it", async () => {
  render(<Example />);
  await userEvent.type(input(), "abcd1{Backspace}{Backspace}");
  expect(input().value).toBe("ABC");
});

test("an error is read with the PIN field", () => {
  render(<Example error="Required" />);
  expect(input().getAttribute("aria-invalid")).toBe("true");
  const [id = ""] = input().getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(document.getElementById(id)?.textContent).toContain("Required");
});

test("marked characters of a PIN are shown again under the input, where screen readers skip them", () => {
  const { container } = render(
    <PinField label="PIN" value="ABC0-1I7" onChange={() => undefined} marked={[3, 6]} />,
  );
  const marks = [...container.querySelectorAll(".o-pin-mark")];
  expect(marks.map(({ textContent }) => textContent)).toEqual(["0", "I"]);
  expect(marks[0]?.closest("[aria-hidden=true]")?.textContent).toBe("ABC0-1I7");
  expect(input().value).toBe("ABC0-1I7");
});

test("the help below a PIN field is announced when it appears, and read with the field", () => {
  const field = (help?: string) => (
    <PinField label="PIN" value="ABC0-127" onChange={() => undefined} help={help} />
  );
  const { rerender, container } = render(field());
  const region = container.querySelector(".o-pin-help");
  expect(region?.getAttribute("aria-live")).toBe("polite");
  expect(input().getAttribute("aria-describedby")).toBeNull();
  rerender(field("Check the 4th character"));
  expect(region?.textContent).toBe("Check the 4th character");
  expect(input().getAttribute("aria-describedby")).toBe(region?.id);
});
