import { expect, test } from "@jest/globals";
import { type AppendFacts, DELETED, decideAppend, type ExpectedRevision } from "./append-decision.ts";

/** A stream with the given event ids at revisions 0, 1, … */
function facts(
  expected: ExpectedRevision,
  eventIds: string[],
  stored: string[],
  more: Partial<AppendFacts> = {},
): AppendFacts {
  const at = (id: string) => stored.indexOf(id);
  return {
    expected,
    eventIds,
    last: stored.length - 1,
    softDeleted: false,
    revisionOf: (id) => (at(id) < 0 ? undefined : at(id)),
    idAt: (revision) => stored[revision],
    ...more,
  };
}

const appended = { kind: "append", undelete: false };
const revived = { kind: "append", undelete: true };
const conflict = { kind: "conflict" };
const deleted = { kind: "deleted" };
const repeat = (revision: number) => ({ kind: "repeat", revision });

const softDeleted = { softDeleted: true };
test.each<[string, AppendFacts, object]>([
  ["an append to a stream that is new, expecting none", facts("no_stream", ["a"], []), appended],
  ["an append to a stream that is new, expecting anything", facts("any", ["a"], []), appended],
  ["an append to a stream that is new, expecting a revision", facts(0, ["a"], []), conflict],
  ["an append to a stream that exists, expecting none", facts("no_stream", ["b"], ["a"]), conflict],
  ["an append to a stream at the right revision", facts(1, ["c"], ["a", "b"]), appended],
  ["an append to a stream at an older revision", facts(0, ["c"], ["a", "b"]), conflict],
  ["an append to a stream at a newer revision", facts(2, ["c"], ["a", "b"]), conflict],
  ["a repeat of the same ids at no stream is known", facts("no_stream", ["a"], ["a"]), repeat(0)],
  [
    "a repeat of the same ids at its revision is known, later events or not",
    facts(0, ["b", "c"], ["a", "b", "c", "d"]),
    repeat(2),
  ],
  [
    "a repeat of the same ids expecting anything is known",
    facts("any", ["a", "b"], ["a", "b", "c"]),
    repeat(1),
  ],
  [
    "a repeat of the same ids with one more event is a conflict",
    facts("no_stream", ["a", "b"], ["a"]),
    conflict,
  ],
  ["a repeat of the same ids with one other event is a conflict", facts("any", ["a", "x"], ["a"]), conflict],
  [
    "a repeat of the same ids in another order is a conflict",
    facts("no_stream", ["b", "a"], ["a", "b"]),
    conflict,
  ],
  ["a repeat of the same ids at another revision is a conflict", facts(0, ["a"], ["a", "b"]), conflict],
  [
    "a repeat of the same ids at its revision is known when the event itself is gone from the disk",
    facts("no_stream", ["a"], ["a", "b"], { idAt: () => undefined }),
    repeat(0),
  ],
  [
    "a repeat of the same ids expecting anything is an append when the ids are forgotten",
    facts("any", ["a"], ["a"], { revisionOf: () => undefined }),
    appended,
  ],
  [
    "a repeat of the same ids at its revision is known when the ids are forgotten",
    facts("no_stream", ["a"], ["a", "b"], { revisionOf: () => undefined }),
    repeat(0),
  ],
  ["a repeat of the same ids at the stream's end is an append", facts(0, ["a"], ["a"]), appended],
  ["an append of nothing at the right revision changes nothing", facts(0, [], ["a"]), appended],
  ["an append of nothing at an older revision is a conflict", facts("no_stream", [], ["a"]), conflict],
  ["an append of nothing expecting anything changes nothing", facts("any", [], ["a"]), appended],
  [
    "an append after a soft delete may expect no stream",
    facts("no_stream", ["b"], ["a"], softDeleted),
    revived,
  ],
  ["an append after a soft delete may expect anything", facts("any", ["b"], ["a"], softDeleted), revived],
  [
    "an append after a soft delete may expect the last revision",
    facts(0, ["b"], ["a"], softDeleted),
    revived,
  ],
  [
    "an append after a soft delete may not expect another revision",
    facts(3, ["b"], ["a"], softDeleted),
    conflict,
  ],
])("%s", (_what, given, expected) => {
  expect(decideAppend(given)).toEqual(expected);
});

test.each<ExpectedRevision>(["any", "no_stream", 0])(
  "nothing can be appended after a tombstone, expecting %s",
  (expected) => {
    expect(decideAppend(facts(expected, ["b"], ["a"], { last: DELETED }))).toEqual(deleted);
  },
);
