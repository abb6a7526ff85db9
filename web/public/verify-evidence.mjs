#!/usr/bin/env node
// Verifies an evidence file of the product without the product and without a network:
//   node verify-evidence.mjs evidence.json [--key TEXT|FILE] [--checkpoint FILE]
// It needs Node.js 18 or later and nothing else. docs/auditing.md describes the file and each step.
// Exit codes: 0 verified; 1 refused; 2 wrong words, or a key that can't be used.
import { createHash, createPublicKey, verify } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";

const format = "ornament-evidence/1";
const usage = "Use: node verify-evidence.mjs FILE [--key TEXT|FILE] [--checkpoint FILE]";

class Refused extends Error {}
const must = (holds, reason) => {
  if (!holds) throw new Refused(reason);
};
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();

/** The bytes of a base64 text, of which only the usual spelling is accepted. */
function bytesOf(text, what) {
  const bytes = Buffer.from(String(text), "base64");
  must(typeof text === "string" && bytes.toString("base64") === text, `${what} is not base64`);
  return bytes;
}

/** The key of a text in the form of C2SP's signed notes: {name}+{hash}+{Ed25519 key}. */
function keyOf(text, what) {
  const [, name = "", hash = "", encoded = ""] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const bytes = bytesOf(encoded, what);
  const id = sha256(`${name}\n`, bytes).subarray(0, 4);
  must(bytes.length === 33 && bytes[0] === 1 && id.toString("hex") === hash, `${what} is no public key`);
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), bytes.subarray(1)]);
  return { text, name, id, key: createPublicKey({ key: der, format: "der", type: "spki" }) };
}

/** The given key: its text, or a file with it. The API's answer in JSON has the text in quotation marks. */
function givenKeyOf(textOrFile) {
  try {
    const text = existsSync(textOrFile) ? readFileSync(textOrFile, "utf8") : textOrFile;
    return keyOf(text.trim().replace(/^\{\s*"key"\s*:\s*"|"\s*\}$/g, ""), "the given key").text;
  } catch {
    return undefined;
  }
}

/** The lines of a note that the key has signed. A note has one signature here. */
function openNote(note, { name, id, key }, what) {
  const [, text = "", signer, encoded] = /^([\s\S]*\n)\n— (\S+) (\S+)\n$/.exec(String(note)) ?? [];
  must(signer === name, `${what} is not signed by ${name}`);
  const signature = bytesOf(encoded, `the signature of ${what}`);
  const isOurs = signature.subarray(0, 4).equals(id);
  must(
    isOurs && verify(null, Buffer.from(text), key, signature.subarray(4)),
    `the signature of ${what} is wrong`,
  );
  return text.split("\n");
}

/** The checkpoint of a signed note: origin, number of events, root and time. */
function openCheckpoint(note, key, what) {
  const [origin, size, root, time] = openNote(note, key, what);
  must(origin === key.name && /^[1-9]\d{0,14}$/.test(size), `${what} is of another log than its key`);
  return { size: Number(size), root: bytesOf(root, `the root of ${what}`), at: new Date(time), time };
}

/** The root of the tree to which a leaf's hash leads, as in RFC 9162, section 2.1.3.2. */
function rootOf(hash, index, size, proof) {
  let place = index;
  let last = size - 1;
  let root = hash;
  for (const step of proof) {
    const node = bytesOf(step, "an inclusion proof");
    if (last === 0) return undefined;
    if (place % 2 === 1 || place === last) {
      root = sha256(Buffer.of(1), node, root);
      for (; place % 2 === 0 && place > 0; place /= 2) last = Math.floor(last / 2);
    } else root = sha256(Buffer.of(1), root, node);
    place = Math.floor(place / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? root : undefined;
}

/** The hash of a leaf, as in RFC 6962: its bytes are a JSON array of the stored event. */
function leafHash(leaf, name) {
  if (leaf.withheld !== undefined) return bytesOf(leaf.withheld, `the hash of ${name}`);
  const { stream, revision, id, type, created, data, metadata } = leaf;
  return sha256(Buffer.of(0), JSON.stringify([stream, revision, id, type, created, data, metadata]));
}

/** The event in words says what the stored event says. Stored bytes that are withheld can't be compared. */
function isSame({ id, stream, revision, type, createdAt }, leaf) {
  if (leaf.withheld !== undefined) return true;
  const stored = [leaf.id, leaf.stream, leaf.revision, leaf.type, new Date(leaf.created).toISOString()];
  return JSON.stringify(stored) === JSON.stringify([id, stream, String(revision), type, createdAt]);
}

/** The content of a file whose every byte is signed: the last line is the note of the hash of all before it. */
function openFile(bytes, givenKey) {
  const end = bytes.lastIndexOf("\n", bytes.length - 2) + 1;
  const evidence = JSON.parse(bytes.toString("utf8"));
  const { signature } = evidence;
  const line = Buffer.from(`"signature":${JSON.stringify(signature)}}\n`);
  must(line.equals(bytes.subarray(end)), "its last line is not a signature");
  const key = keyOf(givenKey ?? String(evidence.key), givenKey === undefined ? "the key" : "the given key");
  must(
    givenKey === undefined || evidence.key === givenKey,
    "it was made with another key than the given one",
  );
  const [kind, origin, hash] = openNote(signature, key, "the file");
  must(kind === format && evidence.format === format, `its format is not ${format}`);
  must(
    origin === key.name && hash === sha256(bytes.subarray(0, end)).toString("base64"),
    "a byte was changed",
  );
  return { evidence, key };
}

/** Checks that each event is in the tree of the file's checkpoint. */
function checkEvents({ events }, { size, root }) {
  must(Array.isArray(events) && events.length > 0, "it has no event");
  let before = -1;
  for (const { entry, leaf } of events) {
    const name = `event ${entry.id}`;
    must(Number.isInteger(leaf.index) && leaf.index > before && leaf.index < size, `${name} has no place`);
    must(
      rootOf(leafHash(leaf, name), leaf.index, size, leaf.proof)?.equals(root),
      `${name} is not in the log`,
    );
    must(isSame(entry, leaf), `${name} in words is not the stored event`);
    before = leaf.index;
  }
}

/** Compares a kept checkpoint, a note or the headers of an export, with that of the file. */
function compareKept(path, key, checkpoint) {
  const text = readFileSync(path, "utf8").replaceAll("\\n", "\n").replaceAll("\\u2014", "—");
  const note = /[^\s",:;]+\n\d+\n[A-Za-z0-9+/]{43}=\n(?:[^\n]+\n)*\n— \S+ [A-Za-z0-9+/=]+\n/g;
  const found = text.match(note)?.at(-1);
  must(found !== undefined, `${path} has no checkpoint`);
  const kept = openCheckpoint(found, key, "the kept checkpoint");
  const isOlder = kept.at <= checkpoint.at;
  const isPossible = isOlder ? kept.size <= checkpoint.size : kept.size >= checkpoint.size;
  must(isPossible, "the log had more events at an earlier time: events were removed");
  const isEqual = kept.size !== checkpoint.size || kept.root.equals(checkpoint.root);
  must(isEqual, "the kept checkpoint has the same number of events and another root: an event was changed");
  const same = kept.size === checkpoint.size ? ", and the log is the same" : "";
  return `The kept checkpoint of ${kept.time} (${kept.size} events) has the same key and log${same}.`;
}

/** A terminal would carry out control characters in a comment or a name. */
const plain = (text) => String(text ?? "").replace(/[\p{C}\p{Zl}\p{Zp}]/gu, " ");

function lineOf({ entry, leaf }) {
  const { createdAt, type, actor, forged } = entry;
  const { action = type, value = "", changes = [] } = entry.entry ?? {};
  const who = [actor.role, actor.name, actor.email].filter((text) => text && text !== "system").join(", ");
  const changed = changes.map(({ what, from, to }) => `${what}: ${from ?? "(none)"} -> ${to}`);
  const notes = [
    ...(forged ? ["NOT WRITTEN BY THE PRODUCT"] : []),
    ...(leaf.withheld === undefined ? [] : ["stored bytes withheld"]),
  ];
  const facts = [...new Set([...changed, value])].filter((text) => text !== "");
  const place = [`leaf ${leaf.index}`, ...notes].join(", ");
  return `${createdAt}  ${action}\n    by ${who}\n${facts.map((fact) => `    ${plain(fact)}\n`).join("")}    [${place}]`
    .split("\n")
    .map(plain)
    .join("\n");
}

function run({ file, key: givenKey, checkpoint: kept }) {
  const { evidence, key } = openFile(readFileSync(file), givenKey);
  const checkpoint = openCheckpoint(evidence.checkpoint, key, "the checkpoint");
  checkEvents(evidence, checkpoint);
  const compared = kept === undefined ? [] : [compareKept(kept, key, checkpoint)];
  const { subject, events, madeAt, build, personalData } = evidence;
  const withheld = events.filter(({ leaf }) => leaf.withheld !== undefined).length;
  const lines = [
    `Evidence about ${subject}, made ${madeAt} by build ${build}${personalData ? "" : ", without personal data"}`,
    "",
    ...events.map(lineOf),
    "",
    `VERIFIED: ${events.length} of the ${checkpoint.size} events of the log ${key.name}, as of ${checkpoint.time}.`,
    ...(withheld > 0
      ? [
          `${withheld} of them hold bytes that no export has: their place in the log is proven, their words are signed.`,
        ]
      : []),
    ...compared,
    ...(givenKey === undefined
      ? [`The key comes from the file itself: compare it with the key you kept. It is ${key.text}`]
      : ["The key is the given one."]),
  ];
  console.log(lines.map((line) => line.split("\n").map(plain).join("\n")).join("\n"));
}

/** The words of the command; undefined for wrong ones. */
function wordsOf([...words]) {
  const found = {};
  while (words.length > 0) {
    const word = words.shift();
    const name = word === "--key" || word === "--checkpoint" ? word.slice(2) : "file";
    const value = name === "file" ? word : words.shift();
    if (!value || value.startsWith("--") || found[name] !== undefined) return undefined;
    found[name] = value;
  }
  return found.file === undefined ? undefined : found;
}

const words = wordsOf(process.argv.slice(2));
const key = words?.key && givenKeyOf(words.key);
if (!words) {
  console.error(usage);
  process.exitCode = 2;
} else if (words.key && !key) {
  console.error(
    `The key can't be used: ${plain(words.key)} is neither a public key of a log nor a file with one`,
  );
  process.exitCode = 2;
} else {
  try {
    run({ ...words, key });
  } catch (error) {
    const reason = error instanceof Refused ? error.message : error.code ? error.message : "it is damaged";
    console.error(`REFUSED: ${plain(words.file)}: ${plain(reason)}`);
    process.exitCode = 1;
  }
}
