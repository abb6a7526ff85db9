import { expect, test } from "@jest/globals";
import { MessageReader } from "./message-reader.ts";
import { MessageWriter } from "./message-writer.ts";

function readerOf(writer: MessageWriter): MessageReader {
  const reader = new MessageReader(writer.finish());
  reader.next();
  return reader;
}

test.each([
  0n,
  1n,
  127n,
  128n,
  300n,
  2n ** 31n,
  2n ** 32n + 1n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 63n - 1n,
  2n ** 64n - 1n,
])("the number %s is written and read exactly", (number) => {
  const writer = new MessageWriter();
  writer.number(3, number);
  const reader = readerOf(writer);
  expect([reader.field, reader.bigint(), reader.next()]).toEqual([3, number, false]);
});

test.each([0, 127, 128, 2 ** 31, 2 ** 40 + 1, Number.MAX_SAFE_INTEGER])(
  "the number %d is written and read as a number",
  (number) => {
    const writer = new MessageWriter();
    writer.number(1, number);
    expect(readerOf(writer).number()).toBe(number);
  },
);

test("texts, bytes and messages in messages are written", () => {
  const writer = new MessageWriter();
  writer.text(2, "Bäume 🎄");
  const inner = writer.length;
  writer.bytes(3, Buffer.of(1, 2, 3));
  writer.number(1, 7);
  writer.message(1, inner);
  const reader = readerOf(writer);
  const message = reader.message();
  message.next();
  const number = message.number();
  message.next();
  expect([reader.field, message.field, number, message.bytes()]).toEqual([1, 3, 7, Buffer.of(1, 2, 3)]);
  reader.next();
  expect([reader.field, reader.text(), reader.next()]).toEqual([2, "Bäume 🎄", false]);
});

test("a message stays as it was written while many others are written, of all sizes", () => {
  const writer = new MessageWriter();
  const texts = Array.from({ length: 300 }, (_, index) => String(index).repeat(1 + ((index * 97) % 9_000)));
  const readers = texts.map((text) => {
    writer.text(1, text);
    return readerOf(writer);
  });
  expect(readers.map((reader) => reader.text())).toEqual(texts);
});
