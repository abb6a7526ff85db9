import { badValue, notImplemented } from "../protocol/errors.ts";

const literal = /^(?:[^\\^$.|?*+()[\]{}]|\\[\\^$.|?*+()[\]{}]|\\x00)*$/;

/** A text to search for: literally, or with an expression that ignores case. */
export interface Pattern {
  readonly text: string;
  readonly ignoringCase?: RegExp;
}

/**
 * Reads `$regex` and `$options`. Only patterns that match a text literally are supported, with every special
 * character escaped: they mean the same here and in the real server's PCRE.
 */
export function readPattern(pattern: unknown, options: unknown = ""): Pattern {
  if (typeof pattern !== "string") throw badValue("$regex has to be a string");
  if (typeof options !== "string") throw badValue("$options has to be a string");
  const unknown = [...options].find((option) => !"imsux".includes(option));
  if (unknown !== undefined) throw badValue(`invalid flag in regex options: ${unknown}`);
  if (pattern.includes("\0")) throw badValue("Regular expression cannot contain an embedded null byte");
  if (options !== "" && options !== "i") throw notImplemented("other regex options than i");
  if (!literal.test(pattern)) throw notImplemented("patterns other than an escaped text");
  const text = pattern.replace(/\\(x00|.)/gu, (_, escaped: string) => (escaped === "x00" ? "\0" : escaped));
  return options === "" ? { text } : { text, ignoringCase: new RegExp(pattern, "iu") };
}
