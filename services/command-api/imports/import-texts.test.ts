import { expect, test } from "@jest/globals";
import { importErrors, importMessage, previewMessage } from "./import-texts.ts";

test.each([
  [{ rows: 999, added: 996, duplicates: 1, bad: 2 }, "996 PINs added, 1 duplicate, 2 bad rows"],
  [{ rows: 23_130, added: 23_130, duplicates: 0, bad: 0 }, "23,130 PINs added, 0 duplicates, 0 bad rows"],
  [{ rows: 4, added: 1, duplicates: 2, bad: 1 }, "1 PIN added, 2 duplicates, 1 bad row"],
])("the message of an import with %j is: %s", (counts, message) => {
  expect(importMessage(counts)).toBe(message);
});

test.each([
  [{ rows: 0, added: 0, duplicates: 0, bad: 0 }, "The file has no rows with PINs."],
  [{ rows: 3, added: 0, duplicates: 0, bad: 3 }, "No row of the file has a valid PIN (XXXX-XXX)."],
  [{ rows: 3, added: 0, duplicates: 3, bad: 0 }, "Every PIN of the file exists already"],
  [{ rows: 3, added: 0, duplicates: 2, bad: 1 }, "Every valid PIN of the file exists already"],
])("the message of an import that adds nothing, with %j, gives the reason: %s", (counts, reason) => {
  expect(importMessage(counts)).toContain(`0 PINs added, `);
  expect(importMessage(counts)).toContain(reason);
});

test("the message of a preview counts each verdict", () => {
  expect(previewMessage({ added: 4_990, exists: 1, repeated: 2, bad: 7 })).toBe(
    "4,990 new PINs, 1 exists already, 2 twice in the file, 7 not a PIN",
  );
  expect(previewMessage({ added: 0, exists: 0, repeated: 0, bad: 1 })).toContain(
    "No row of the file has a valid PIN",
  );
});

test("the errors of an import describe each refused row with its line, bad rows first", () => {
  expect(
    importErrors([
      { line: 2, text: "ABCD-123", reason: "exists already" },
      { line: 7, text: "X", reason: "not a PIN (XXXX-XXX): too short" },
      { line: 9, text: "", reason: "not a PIN (XXXX-XXX)" },
    ]),
  ).toEqual([
    "Line 7: “X” – not a PIN (XXXX-XXX): too short",
    "Line 9: empty – not a PIN (XXXX-XXX)",
    "Line 2: “ABCD-123” – exists already",
  ]);
});
