import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { listOf } from "@ornament/testing/event-log/list-of";
import { testFolder } from "@ornament/testing/files/test-folder";
import { formatOf } from "./file-format.ts";
import { readPinRows } from "./pin-rows.ts";

const folder = testFolder();

let files = 0;
async function read(content: string | Uint8Array, column?: number) {
  files += 1;
  const path = join(folder, `${files}.csv`);
  await writeFile(path, content);
  const format = await formatOf(path, column);
  const pages = await listOf(readPinRows(path, format, "file"));
  return { ...format, header: format.columns.header, rows: pages.flat() };
}
const gold = (line: number, code: string) => ({ line, code, batchName: "Gold" });

function utf16be(text: string): Buffer {
  return Buffer.from(text, "utf16le").swap16();
}

describe("the separator of a list of PINs", () => {
  test.each([
    ["comma", ","],
    ["semicolon", ";"],
    ["tab", "\t"],
    ["pipe", "|"],
  ])("%s is found with a header, without one, and with quotes", async (_name, separator) => {
    const line = (...cells: string[]) => cells.join(separator);
    const withHeader = `${line("Note", "PIN", "Batch")}\n${line("a, b", "ABCD-123", "Gold")}\n`;
    const named = separator === "," ? withHeader.replace("a, b", "a") : withHeader;
    expect(await read(named)).toMatchObject({ separator, header: "PIN", rows: [gold(2, "ABCD123")] });
    expect(await read(`${line("ABCD-123", "x")}\n`)).toMatchObject({
      separator,
      header: null,
      rows: [{ code: "ABCD123" }],
    });
    const quoted = `${line('"PIN"', '"Batch"')}\r\n${line('"ABCD-123"', '"Gold"')}\r\n`;
    expect(await read(quoted)).toMatchObject({ separator, rows: [gold(2, "ABCD123")] });
  });
  test("a header whose titles read like a PIN together doesn't hide the separator", async () => {
    expect(await read("Note\tPIN\na, b\tABCD-123")).toMatchObject({ separator: "\t", rows: [{ line: 2 }] });
  });
  test("a header without rows shows the separator of a list of PINs", async () => {
    expect(await read("Id;PIN\n")).toMatchObject({ separator: ";", header: "PIN", rows: [] });
  });
  test("a list of PINs with one column has the separator comma", async () => {
    expect(await read("ABCD-123\nEFGH-456\n")).toMatchObject({ separator: ",", header: null });
  });
  test("a cell of several lines shows the separator where the PINs don't", async () => {
    const rows = [{ line: 1, code: "ABCD123" }, { line: 2 }];
    expect(await read('ABCD-123\t\nABCD-12\t"two\nlines"')).toMatchObject({ separator: "\t", rows });
  });
  test.each(["sep=;\r\n", "SEP=;\n", '"sep=;"\r'])(
    "the line %j names the separator and is no row",
    async (first) => {
      const { separator, rows } = await read(`${first}PIN;Batch\nABCD-123;Gold\n`);
      expect(separator).toBe(";");
      expect(rows).toEqual([gold(3, "ABCD123")]);
    },
  );
  test("the line sep= wins over the contents of the file", async () => {
    expect(await read("sep=;\nABCD-123,x\n")).toMatchObject({
      separator: ";",
      rows: [{ line: 2, text: "ABCD-123,x" }],
    });
  });
  test("an open quotation mark under a wrong separator does not hide the right one", async () => {
    const { rows } = await read('PIN;Note\nABCD-123;"x,"\nEFGH-456;"a;,""b"\n');
    expect(rows).toMatchObject([{ code: "ABCD123" }, { code: "EFGH456" }]);
  });
});

describe("the header of a list of PINs", () => {
  test.each([
    "PIN",
    " pin ",
    "Pin code",
    "PIN_CODE",
    "PinCode",
    "Pin-Code",
    "PIN No.",
    "Ornament PIN",
    "Ornament PIN code",
    "Code",
    "Serial",
    "SERIAL NUMBER",
  ])("the title %j names the column of the PINs", async (title) => {
    const { header, rows } = await read(`Id,${title},PIN batch\n1,ABCD-123,Gold\n`);
    expect(header).toBe(title.trim());
    expect(rows).toEqual([gold(2, "ABCD123")]);
  });
  test("the title PIN wins over Serial and Code", async () => {
    const { rows } = await read("Serial,Code,PIN\n1,2,ABCD-123\n");
    expect(rows).toMatchObject([{ code: "ABCD123" }]);
  });
  test("the PIN PINC-ODE is no header", async () => {
    expect(await read("PINC-ODE\n")).toMatchObject({ header: null, rows: [{ code: "PINCODE" }] });
  });
});

describe("the column of a list of PINs", () => {
  const gift = "Order,Gift Card Code,Sold\nORD-1,ABCD-123,x\n";
  test.each([
    ["PIN #", "Id,PIN #\n1,ABCD-123\n"],
    ["Gift Card Code", gift],
    ["Gift PIN", "Name,Gift PIN\nCharles,ABCD-123\n"],
    ["PIN", "Winter 2026\n\nOur list of PINs,,\nId,Batch,PIN\n1,x,ABCD-123\n"],
    ["PIN", "PIN,Order\nABCD-123,ORD1234\n12345,ORD1235\n,ORD1236\n"],
    ["Card", "Code,Card\nx,ABCD-123\n"],
  ])("the column of the PINs with the title %j is found", async (header, text) => {
    const { rows, columns } = await read(text);
    expect([columns.header, columns.isGuess]).toEqual([header, false]);
    expect(rows[0]).toMatchObject({ code: "ABCD123" });
  });
  test("without a title the column that has the PINs is read", async () => {
    expect(await read("1,ABCD-123\n2,EFGH-456\n")).toMatchObject({
      columns: { pin: 1, isGuess: false },
      rows: [{ code: "ABCD123" }, { code: "EFGH456" }],
    });
  });
  test.each([
    ["two columns have PINs", "Old,New\nABCD-123,EFGH-456\nKLMN-123,KLMN-456\n"],
    ["no column has PINs", "Name,City\nAnn,Austin\n"],
    ["few cells are PINs", "x,ABCD-123\ny,z\ny,z\n"],
  ])("the column of the PINs is a guess where %s, and a person can choose it", async (_name, text) => {
    const { columns } = await read(text);
    expect([columns.isGuess, columns.offered.length]).toEqual([true, 2]);
    const chosen = await read(text, 1);
    expect(chosen.columns).toMatchObject({ pin: 1, isGuess: false });
  });
  test("the columns that are offered have their titles and first cells", async () => {
    expect((await read(`List\n${gift}`)).columns.offered).toEqual([
      { title: "Order", cells: ["ORD-1"] },
      { title: "Gift Card Code", cells: ["ABCD-123"] },
      { title: "Sold", cells: ["x"] },
    ]);
  });
});

describe("the encoding of a list of PINs", () => {
  const text = "\uFEFFPIN;Batch\r\nABCD-123;Größe ❄\r\n";
  test.each([
    ["utf-8", Buffer.from(text)],
    ["utf-16le", Buffer.from(text, "utf16le")],
    ["utf-16be", utf16be(text)],
  ])("a file in %s with a byte order mark is read", async (encoding, bytes) => {
    const { rows, ...format } = await read(bytes);
    expect(format).toMatchObject({ encoding, separator: ";" });
    expect(rows).toEqual([{ line: 2, code: "ABCD123", batchName: "Größe ❄" }]);
  });
  test("bytes that are not UTF-8 are read as Windows-1252", async () => {
    expect(await read(Buffer.from("PIN,Batch\nABCD-123,Größe\n", "latin1"))).toMatchObject({
      encoding: "windows-1252",
      rows: [{ code: "ABCD123", batchName: "Größe" }],
    });
  });
  test.each([
    ["UTF-16 without a byte order mark", Buffer.from("PIN\n", "utf16le"), "import_not_csv"],
    ["UTF-16 that ends within a character", Buffer.from([0xff, 0xfe, 0x41]), "import_not_csv"],
    ["UTF-16 with the character NUL", Buffer.from("\uFEFFPIN\0", "utf16le"), "import_not_csv"],
    ["a ZIP file", Buffer.from("PK\x03\x04rest"), "import_workbook"],
    ["an old workbook", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), "import_workbook"],
  ])("%s is refused", async (_name, bytes, code) => {
    await expect(read(bytes)).rejects.toMatchObject({ code });
  });
});
