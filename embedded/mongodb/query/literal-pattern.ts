import type { Value } from "../bson/value.ts";
import { badValue, notImplemented } from "../protocol/errors.ts";

const literal = /^(?:[^\\^$.|?*+()[\]{}]|\\[\\^$.|?*+()[\]{}]|\\x00)*$/;

/**
 * The regular expression of `$regex` and `$options`. Only patterns that match a text literally are supported, with every special
 * character escaped: they mean the same in JavaScript and in the real server's PCRE.
 */
export function literalPattern(pattern: Value, options: Value = ""): RegExp {
  if (typeof pattern !== "string") throw badValue("$regex has to be a string");
  if (typeof options !== "string") throw badValue("$options has to be a string");
  const unknown = [...options].find((option) => !"imsux".includes(option));
  if (unknown !== undefined) throw badValue(`invalid flag in regex options: ${unknown}`);
  if (pattern.includes("\0")) throw badValue("Regular expression cannot contain an embedded null byte");
  if (options !== "" && options !== "i") throw notImplemented("other regex options than i");
  if (!literal.test(pattern)) throw notImplemented("patterns other than an escaped text");
  return new RegExp(pattern, `${options}u`);
}
