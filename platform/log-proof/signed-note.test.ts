import { expect, test } from "@jest/globals";
import { decodeKey, encodeKey, noteSigner, openNote, signerOf } from "./signed-note.ts";

/** The example of https://pkg.go.dev/golang.org/x/mod/sumdb/note, the form that C2SP's notes have. */
const secret = "AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
const key = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const text =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const note = `${text}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;

const signer = noteSigner("PeterNeumann", Buffer.from(secret, "base64").subarray(1));
const known = decodeKey(key);
if (!known) throw new Error("The key of the example can't be read");

test("a note and its key are those of the reference implementation", () => {
  expect(signer.sign(text)).toBe(note);
  expect(encodeKey(signer.key)).toBe(key);
  expect(signerOf(note)).toBe("PeterNeumann");
});

test("a signed note gives its text to its key only", () => {
  expect(openNote(note, known)).toBe(text);
  expect(openNote(note, noteSigner("PeterNeumann", Buffer.alloc(32, 1)).key)).toBeUndefined();
  expect(openNote(note, { ...known, name: "Other" })).toBeUndefined();
});

test("a signed note with one changed character gives no text", () => {
  for (let at = 0; at < note.length - 1; at += 1) {
    const changed = note.slice(0, at) + (note[at] === "X" ? "Y" : "X") + note.slice(at + 1);
    expect(openNote(changed, known)).toBeUndefined();
  }
});

test("a note with signatures of others is opened by the signature of the key", () => {
  const other = "— witness.example/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcr";
  expect(openNote(note.replace("\n\n", `\n\n${other}\n`), known)).toBe(text);
  expect(openNote(`${text}\n${other}\n`, known)).toBeUndefined();
});

test("a key with another hash, length or form is refused", () => {
  for (const wrong of [
    "",
    "a",
    key.replace("c74f", "c74e"),
    key.slice(0, -4),
    `x${key}`,
    key.replace("+A", "+B"),
  ])
    expect(decodeKey(wrong)).toBeUndefined();
  expect(decodeKey(`${key}\n`)).toEqual(known);
  expect(decodeKey(JSON.stringify({ key }))).toEqual(known);
});
