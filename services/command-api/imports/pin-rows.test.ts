import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { listOf } from "@ornament/testing/event-log/list-of";
import { testFolder } from "@ornament/testing/files/test-folder";
import { formatOf } from "./file-format.ts";
import { readPinRows } from "./pin-rows.ts";

const folder = testFolder();

let files = 0;
async function rowsOf(content: string | Buffer) {
  files += 1;
  const path = join(folder, `${files}.csv`);
  await writeFile(path, content);
  return (await listOf(readPinRows(path, await formatOf(path), "pins.csv"))).flat();
}
const pin = (line: number, code: string, batchName = "pins.csv") => ({ line, code, batchName });
const bad = (line: number, text: string, problem: string) => ({
  line,
  text,
  reason: `not a PIN (XXXX-XXX): ${problem}`,
});

describe("columns of a list of PINs", () => {
  test("the header of a CSV names the columns pin and batch in any order, in upper or lower case", async () => {
    expect(await rowsOf("Id,Batch, PIN \n1,Gold,ABCD-123\n2,,efgh-456\n")).toEqual([
      pin(2, "ABCD123", "Gold"),
      pin(3, "EFGH456"),
    ]);
  });
  test("a CSV header with __proto__ or constructor changes no object", async () => {
    expect(await rowsOf("pin,__proto__,constructor\nABCD-123,role,admin\n")).toEqual([pin(2, "ABCD123")]);
    expect(({} as Record<string, unknown>).role).toBeUndefined();
  });
});

describe("rows of a list of PINs", () => {
  test("bad rows of a CSV are given with their lines, and the rows after them are read", async () => {
    expect(await rowsOf('pin\nABCD-12\n"AB"CD-123\n\n,,\n"EFGH-456"\n')).toEqual([
      bad(2, "ABCD-12", "6 letters or digits instead of 7"),
      bad(3, '"AB"CD-123', "a quotation mark is in a wrong place, or the row is too long"),
      pin(6, "EFGH456"),
    ]);
  });
  test("line breaks inside quotes of a CSV are counted as lines", async () => {
    expect(await rowsOf('pin,note\nABCD-123,"a\r\nb"\nEFGH-456,"say ""hi"""\n')).toEqual([
      pin(2, "ABCD123"),
      pin(4, "EFGH456"),
    ]);
  });
  test("a batch name in a CSV is put on one line and shortened to 100 characters", async () => {
    const [row] = await rowsOf(`pin,batch\nABCD-123,"a\nb${"c".repeat(200)}"\n`);
    expect(row).toEqual(pin(2, "ABCD123", `a b${"c".repeat(97)}`));
  });
  test("the rows of a CSV are whole when the file is read in several pieces", async () => {
    const codes = Array.from({ length: 30_000 }, (_, index) =>
      (10_000_000 + index).toString(36).padStart(7, "0").toUpperCase(),
    );
    const rows = await rowsOf(codes.join("\r\n"));
    expect(rows).toEqual(codes.map((code, index) => pin(index + 1, code)));
  });
});

test.each([
  ["ABCD-1234", "8 letters or digits instead of 7"],
  ["X", "1 letter or digit instead of 7"],
  ["12345", "5 letters or digits instead of 7; maybe zeros at the beginning are missing"],
  ["ABC-D123", "the hyphen or space is in a wrong place"],
  ["ABCD_123", "it has other characters than A–Z and 0–9"],
  ["ÄBCD-123", "it has other characters than A–Z and 0–9"],
  [",x", "the cell is empty"],
])("the row %s of a list of PINs is refused because of this: %s", async (row, problem) => {
  const [, refused] = await rowsOf(`ABCD-123\n${row}\n`);
  expect(refused).toMatchObject({ line: 2, reason: `not a PIN (XXXX-XXX): ${problem}` });
});

test.each([
  ["Excel's text of a number", '"=""0012345"""'],
  ["Excel's text of a number without quotes around it", '="0012345"'],
  ["an apostrophe before it", "'0012345"],
  ["spaces without width and a byte order mark", "\u200B0012\u200C345\uFEFF"],
  ["a soft hyphen", "0012\u00AD345"],
  ["direction marks", "\u200E0012-345\u200F"],
  ["a no-break space", "\u00A00012\u00A0345"],
  ["an en dash", "0012–345"],
  ["a no-break hyphen", "0012‑345"],
  ["a minus sign", "0012−345"],
  ["spaces around the hyphen", "0012 - 345"],
  ["full-width characters", "００１２－３４５"],
  ["curly quotation marks", "“0012-345”"],
  ["a full stop", "0012-345."],
])("a PIN with %s is read in a cell", async (_name, cell) => {
  expect(await rowsOf(`Note,PIN\nx,${cell}\ny,ABCD-123\n`)).toEqual([pin(2, "0012345"), pin(3, "ABCD123")]);
});

describe("a bad cell of a list of PINs costs no PIN", () => {
  const both = [pin(2, "ABCD123"), pin(3, "EFGH456")];
  test.each([
    ["an inch mark", 'Size,PIN\n12",ABCD-123\n12" tree,EFGH-456\n'],
    ["an inch mark at the end", 'PIN,Size\nABCD-123,12"\nEFGH-456,"12" tree"\n'],
    ["an open quotation mark", 'Note,PIN\n"Santa,ABCD-123\nx,EFGH-456\n'],
    ["an open quotation mark in each row", 'PIN,Note\nABCD-123,"x\nEFGH-456,"y\n'],
    ["quotation marks that are closed in another row", 'PIN,Note\nABCD-123,"x\nEFGH-456,y"\n'],
    ["a quotation mark within quotes", 'Note,PIN\n"a "b" c",ABCD-123\nx,EFGH-456\n'],
    ["4,096 characters", `PIN,Note\nABCD-123,${"x".repeat(5_000)}\nEFGH-456,y\n`],
  ])("another cell with %s costs no PIN", async (_name, text) => {
    expect(await rowsOf(text)).toEqual(both);
  });
  test("an open quotation mark in a line without a PIN refuses the file with the line", async () => {
    await expect(rowsOf('PIN,Note\nABCD-123,x\n"EFGH,y\n')).rejects.toThrow(/line 3: a quotation mark/);
  });
  test("a note of several lines is one row, with the batch after it", async () => {
    expect(await rowsOf('PIN,Note,Batch\nABCD-123,"a, b\n\n12"" c",Gold\nEFGH-456,"x",\n')).toEqual([
      pin(2, "ABCD123", "Gold"),
      pin(5, "EFGH456"),
    ]);
  });
});

test("the refused rows of an import, corrected or not, are a list of PINs", async () => {
  const list =
    'Line,Text,Reason\r\n2,ABCD-123,exists already\r\n3,EFGH-45,"not a PIN: ""6"""\r\n4,\'=X,not a PIN\r\n';
  expect(await rowsOf(list)).toMatchObject([pin(2, "ABCD123"), { line: 3, text: "EFGH-45" }, { line: 4 }]);
});
