import { describe, expect, test } from "@jest/globals";
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

describe("an append to a stream", () => {
  const cases: [string, AppendFacts, object][] = [
    ["that is new, expecting none", facts("no_stream", ["a"], []), appended],
    ["that is new, expecting anything", facts("any", ["a"], []), appended],
    ["that is new, expecting a revision", facts(0, ["a"], []), conflict],
    ["that exists, expecting none", facts("no_stream", ["b"], ["a"]), conflict],
    ["at the right revision", facts(1, ["c"], ["a", "b"]), appended],
    ["at an older revision", facts(0, ["c"], ["a", "b"]), conflict],
    ["at a newer revision", facts(2, ["c"], ["a", "b"]), conflict],
  ];
  test.each(cases)("an append to a stream %s", (_, given, expected) => {
    expect(decideAppend(given)).toEqual(expected);
  });
});

describe("a repeat of the same ids", () => {
  const cases: [string, AppendFacts, object][] = [
    ["at no stream is known", facts("no_stream", ["a"], ["a"]), repeat(0)],
    ["at its revision is known, later events or not", facts(0, ["b", "c"], ["a", "b", "c", "d"]), repeat(2)],
    ["expecting anything is known", facts("any", ["a", "b"], ["a", "b", "c"]), repeat(1)],
    ["with one more event is a conflict", facts("no_stream", ["a", "b"], ["a"]), conflict],
    ["with one other event is a conflict", facts("any", ["a", "x"], ["a"]), conflict],
    ["in another order is a conflict", facts("no_stream", ["b", "a"], ["a", "b"]), conflict],
    ["at another revision is a conflict", facts(0, ["a"], ["a", "b"]), conflict],
    [
      "at its revision is known when the event itself is gone from the disk",
      facts("no_stream", ["a"], ["a", "b"], { idAt: () => undefined }),
      repeat(0),
    ],
    [
      "expecting anything is an append when the ids are forgotten",
      facts("any", ["a"], ["a"], { revisionOf: () => undefined }),
      appended,
    ],
    [
      "at its revision is known when the ids are forgotten",
      facts("no_stream", ["a"], ["a", "b"], { revisionOf: () => undefined }),
      repeat(0),
    ],
    ["at the stream's end is an append", facts(0, ["a"], ["a"]), appended],
  ];
  test.each(cases)("a repeat of the same ids %s", (_, given, expected) => {
    expect(decideAppend(given)).toEqual(expected);
  });
});

describe("an append of nothing", () => {
  const cases: [string, AppendFacts, object][] = [
    ["at the right revision changes nothing", facts(0, [], ["a"]), appended],
    ["at an older revision is a conflict", facts("no_stream", [], ["a"]), conflict],
    ["expecting anything changes nothing", facts("any", [], ["a"]), appended],
  ];
  test.each(cases)("an append of nothing %s", (_, given, expected) => {
    expect(decideAppend(given)).toEqual(expected);
  });
});

describe("an append after a soft delete", () => {
  const softDeleted = { softDeleted: true };
  const cases: [string, AppendFacts, object][] = [
    ["may expect no stream", facts("no_stream", ["b"], ["a"], softDeleted), revived],
    ["may expect anything", facts("any", ["b"], ["a"], softDeleted), revived],
    ["may expect the last revision", facts(0, ["b"], ["a"], softDeleted), revived],
    ["may not expect another revision", facts(3, ["b"], ["a"], softDeleted), conflict],
  ];
  test.each(cases)("an append after a soft delete %s", (_, given, expected) => {
    expect(decideAppend(given)).toEqual(expected);
  });
});

test.each<ExpectedRevision>(["any", "no_stream", 0])(
  "nothing can be appended after a tombstone, expecting %s",
  (expected) => {
    expect(decideAppend(facts(expected, ["b"], ["a"], { last: DELETED }))).toEqual(deleted);
  },
);
