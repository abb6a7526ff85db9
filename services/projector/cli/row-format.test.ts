import { expect, test } from "@jest/globals";
import { rowFormat } from "./row-format.ts";

const columns = [
  { name: "id", title: "Id" },
  { name: "name", title: "Name of the PIN" },
  { name: "comment", title: "Commentary" },
];
const row = { comment: '=1+1, "lost"\nat school', name: "AB12-CD3", id: 7, secret: "not shown" };

test("NDJSON has a line for each row with the names of the columns, in their order, and the exact text", async () => {
  const { head, text } = rowFormat("ndjson", columns);
  expect(await head()).toBe("");
  expect(await text([row])).toBe('{"id":7,"name":"AB12-CD3","comment":"=1+1, \\"lost\\"\\nat school"}\n');
});

test("NDJSON has null for a value that is not known", async () => {
  expect(await rowFormat("ndjson", columns).text([{ id: 7, name: null }])).toBe(
    '{"id":7,"name":null,"comment":null}\n',
  );
});

test("CSV has a header of titles after its BOM, and cells that are safe in a spreadsheet", async () => {
  const { head, text } = rowFormat("csv", columns);
  expect(await head()).toBe("\ufeffId,Name of the PIN,Commentary\r\n");
  expect(await text([row])).toBe('7,AB12-CD3,"\'=1+1 / ""lost""\nat school"\r\n');
  expect(await text([{ id: "x", name: null, comment: "" }])).toBe("x,,\r\n");
});
