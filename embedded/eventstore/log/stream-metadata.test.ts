import { describe, expect, test } from "@jest/globals";
import { DELETED } from "./append-decision.ts";
import { isSoftDeleted, parseRetention, softDeleteMetadata, undeleteMetadata } from "./stream-metadata.ts";

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

describe("stream metadata", () => {
  test("stream metadata limits by age, count and first revision", () => {
    expect(parseRetention(bytes({ $maxAge: 3600, $maxCount: 5, $tb: 2, other: "x" }))).toEqual({
      maxAge: 3600,
      maxCount: 5,
      truncateBefore: 2,
    });
  });

  test.each([[{}], [{ $maxAge: 0, $maxCount: -1 }], [{ $maxAge: "1" }], [[1]], ["text"], [null]])(
    "%j limits nothing",
    (value) => {
      expect(parseRetention(bytes(value))).toEqual({});
    },
  );

  test("stream metadata that can't be read limits nothing", () => {
    expect(parseRetention(Buffer.from("{"))).toEqual({});
  });

  test("the metadata of a soft delete is recognised, and undone without other changes", () => {
    expect(isSoftDeleted(parseRetention(softDeleteMetadata()))).toBe(true);
    expect(parseRetention(softDeleteMetadata()).truncateBefore).toBe(DELETED);
    const undone = undeleteMetadata(bytes({ $tb: 1e19, $maxAge: 60 }), 7);
    expect(JSON.parse(undone.toString())).toEqual({ $tb: 7, $maxAge: 60 });
    expect(isSoftDeleted(parseRetention(undone))).toBe(false);
  });
});
