import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { serverKey } from "../tokens/keyed-hash.ts";
import { ErasedRegister } from "./erased-register.ts";

const key = serverKey(Buffer.alloc(32, 7));
const at = "2026-11-27T10:00:00.000Z";
const personsOf = (...ids: number[]) => ids.map((id) => ({ personId: `consumer${id}`, at }));

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "register-"));
  file = join(folder, "erased.txt");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (withKey = key) => new ErasedRegister(file, withKey);
const lines = () => readFileSync(file, "utf8").split("\n").slice(0, -1);
const write = (...written: (string | undefined)[]) =>
  writeFileSync(file, written.map((line) => `${line}\n`).join(""));

test("a register continues after each opening, and has each person once", async () => {
  expect(read()).toMatchObject({ persons: [], isRight: true });
  await read().add([]);
  await read().add(personsOf(1, 2));
  await read().add(personsOf(2, 3));
  expect(read()).toMatchObject({ isRight: true, persons: personsOf(1, 2, 3) });
});

test("a line that was added, changed, moved or taken out of the middle is noticed, and so is another key", async () => {
  await read().add(personsOf(1, 2, 3));
  const [one = "", two = "", three = ""] = lines();
  const changed = [
    [one, two, three, `admin1 ${at} ${"A".repeat(22)}`],
    [one, two, three, `admin1 ${at}`],
    [one, two.replace("consumer2", "consumer5"), three],
    [one, two.replace("2026", "2025"), three],
    [one, two.split(" ").slice(0, 2).join(" "), three],
    [two, one, three],
    [one, three],
    [two, three],
    ["no register at all"],
  ];
  for (const written of changed) {
    write(...written);
    expect(read().isRight).toBe(false);
  }
  write(one, two, three);
  expect(read().isRight).toBe(true);
  expect(read(serverKey(Buffer.alloc(32, 8))).isRight).toBe(false);
});

test("a register of a former version has persons and no MAC", () => {
  write(`consumer1 ${at}`, `admin2 ${at}`);
  expect(read()).toMatchObject({
    isRight: false,
    persons: [
      { personId: "consumer1", at },
      { personId: "admin2", at },
    ],
  });
});

test("a line that a full disk cut off doesn't count, and the next person follows the last whole line", async () => {
  await read().add(personsOf(1, 2));
  const [one = "", two = ""] = lines();
  for (const cut of [5, 15, two.length]) {
    writeFileSync(file, `${one}\n${two.slice(0, cut)}`);
    expect(read()).toMatchObject({ isRight: true, persons: personsOf(1) });
    await read().add(personsOf(3));
    expect(read()).toMatchObject({ isRight: true, persons: personsOf(1, 3) });
  }
});
