import { expect, test } from "@jest/globals";
import { serverKey } from "../tokens/keyed-hash.ts";
import {
  checkpointSigner,
  checkpointsIn,
  inOneLine,
  openCheckpoint,
  originOf,
  parseCheckpoint,
  signedCheckpoint,
} from "./checkpoint.ts";

const signer = checkpointSigner(
  serverKey(Buffer.alloc(32, 7)),
  originOf("0f5d2c1a-0000-4000-8000-000000000001"),
);
const at = new Date("2026-11-27T10:42:00.000Z");
const checkpoint = { size: 20_852_163, root: Buffer.alloc(32, 9), at };
const note = signedCheckpoint(signer, checkpoint);

test("a signed checkpoint has the lines of C2SP's form and the time", () => {
  expect(note.split("\n").slice(0, 5)).toEqual([
    "ornament-log-0f5d2c1a",
    "20852163",
    "CQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQk=",
    "2026-11-27T10:42:00.000Z",
    "",
  ]);
  expect(openCheckpoint(note, signer.key)).toEqual({ origin: "ornament-log-0f5d2c1a", ...checkpoint });
});

test("a checkpoint of another key is not opened", () => {
  const other = checkpointSigner(serverKey(Buffer.alloc(32, 8)), signer.key.name);
  expect(openCheckpoint(note, other.key)).toBeUndefined();
});

test("the example of C2SP's description is read", () => {
  const example = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";
  expect(parseCheckpoint(example)).toMatchObject({ origin: "example.com/behind-the-sofa", size: 20_852_163 });
  for (const wrong of ["", "\n1\n", example.replace("208", "0208"), example.replace("Cs", "C")])
    expect(parseCheckpoint(wrong)).toBeUndefined();
});

test("a signed checkpoint may have the number of erased persons", () => {
  const counted = signedCheckpoint(signer, { ...checkpoint, erased: 12 });
  expect(counted.split("\n")[4]).toBe("erased 12");
  expect(openCheckpoint(counted, signer.key)).toMatchObject({ size: 20_852_163, erased: 12 });
});

test("a checkpoint that was cut off anywhere hides none of its neighbours, also on the same line", () => {
  const next = signedCheckpoint(signer, { ...checkpoint, size: 20_852_164, erased: 3 });
  for (let cut = 0; cut < note.length - 1; cut += 1)
    expect(checkpointsIn(`${note}\n${note.slice(0, cut)}${next}\n`)).toEqual([note, next]);
});

test("checkpoints are found in a file of checkpoints, in the headers of exports, and in the last line of older exports", () => {
  const second = signedCheckpoint(signer, { ...checkpoint, size: 20_852_164 });
  expect(checkpointsIn(`${note}\n${second}`)).toEqual([note, second]);
  expect(inOneLine(note)).toMatch(/^[\x20-\x7e]+$/);
  const headers = `HTTP/1.1 200 OK\r\nx-log-checkpoint: ${inOneLine(note)}\r\nx-stale: true\r\n`;
  expect(checkpointsIn(headers)).toEqual([note]);
  expect(checkpointsIn(`a@b.de,Admin\r\nLog checkpoint,${note.replaceAll("\n", "\\n")}\r\n`)).toEqual([note]);
  expect(checkpointsIn(`{"id":"1"}\n${JSON.stringify({ checkpoint: note })}\n`)).toEqual([note]);
  expect(checkpointsIn("a,b\n1,2\n")).toEqual([]);
});
