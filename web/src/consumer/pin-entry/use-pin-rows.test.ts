import { expect, test } from "@jest/globals";
import { memoryStore } from "../../app/browser-storage/safe-storage.ts";
import { keepRows, keptRows } from "./use-pin-rows.ts";

const row = (id: number, pin: string, name = "") => ({ id, pin, name });

test("an emptied PIN form is not kept", () => {
  const session = memoryStore();
  keepRows(session, "pins.7.first", [row(1, "ABCD-123")]);
  keepRows(session, "pins.7.first", [row(1, ""), row(2, "")]);
  expect(session.keys()).toEqual([]);
});

test.each(["[]", "7", "{", '"ABCD-123"', "null"])(
  "stored text that is not a list of rows (%s) gives one empty row",
  (text) => {
    const session = memoryStore();
    session.set("typed.pins.7.first", text);
    expect(keptRows(session, "pins.7.first")).toEqual([row(1, "")]);
  },
);
