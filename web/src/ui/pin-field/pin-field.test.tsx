import { expect, test } from "@jest/globals";
import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { PinField } from "./pin-field.tsx";
import { caretAfterFormat, formatPinEntry, insertedText, pinInText } from "./pin-format.ts";

test.each([
  ["abcd-123", "ABCD-123"],
  ["ABCD123", "ABCD-123"],
  ["abcd 123", "ABCD-123"],
  ["  abcd–123\n", "ABCD-123"],
  ["abcd", "ABCD"],
  ["abcd-", "ABCD"],
  ["abcd1", "ABCD-1"],
  ["abcd1234567", "ABCD-123"],
  ["", ""],
])("a PIN entered as %j is shown as %j", (raw, shown) => expect(formatPinEntry(raw)).toBe(shown));

test.each([
  ["passes the hyphen when the fifth character is typed", "ABCD1", 5, 6],
  ["stays where the PIN was corrected", "AXCD-123", 2, 2],
  ["stays where the PIN was corrected after the hyphen", "ABCD-923", 6, 6],
  ["stays within the PIN", "ABCD-1239", 9, 8],
])("the caret in a PIN %s", (_how, typed, before, after) =>
  expect(caretAfterFormat(typed, before)).toBe(after),
);

test.each([
  ["PIN: abcd-123", "ABCD-123"],
  ["Pin abcd 123", "ABCD-123"],
  ["#ABCD\u2011123", "ABCD-123"],
  ["abcd \u2013 123", "ABCD-123"],
  ["ABCD\n123", "ABCD-123"],
  ["Your PIN is abcd-123.", "ABCD-123"],
  ["Your pin is abcd 123", "ABCD-123"],
  ["Your pin: ABCDEFG", "ABCD-EFG"],
  ["Message for you: wxyz789, thanks", "WXYZ-789"],
  ["PIN1234", "PIN1-234"],
  ["ABCD-123", "ABCD-123"],
])("the PIN in %j is %s", (text, pin) => expect(pinInText(text)).toBe(pin));

test.each(["", "abcd", "abcd-1234", "ABCD1234567", "https://test.com/"])("%j has no PIN in it", (text) =>
  expect(pinInText(text)).toBeUndefined(),
);

test.each([
  ["", "ABCD-123", "ABCD-123"],
  ["ABCD", "ABCD1", "1"],
  ["AB", "AABB", "AB"],
  ["ABCD-123", "ABCD-13", ""],
  ["ABCD-123", "XY", "XY"],
])("from %j to %j the inserted text is %j", (before, after, inserted) =>
  expect(insertedText(before, after)).toBe(inserted),
);

function Example(texts: { error?: string; hint?: string }) {
  const [pin, setPin] = useState("");
  return <PinField label="PIN" value={pin} onChange={setPin} {...texts} />;
}

const input = () => screen.getByRole<HTMLInputElement>("textbox", { name: "PIN" });

test("a pasted text fills in only its PIN, whatever the field held before", async () => {
  render(<Example />);
  await userEvent.type(input(), "xy");
  await userEvent.paste("PIN:\nabcd-123\n");
  expect(input().value).toBe("ABCD-123");
  expect(input().selectionStart).toBe(8);
});

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

test("the error of a field is read with it, before its hint", () => {
  render(<Example error="Required" hint="On the tag" />);
  expect(input().getAttribute("aria-invalid")).toBe("true");
  const ids = input().getAttribute("aria-describedby")?.split(" ") ?? [];
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual(["!Required", "On the tag"]);
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
