import { BSONRegExp } from "bson";
import { badValue, CommandError } from "../errors.ts";

const invalid = (why: string) => new CommandError(51091, `Regular expression is invalid: ${why}`);

/**
 * A JavaScript regular expression that matches as the server's PCRE does. What JavaScript would silently read in another way
 * (\A, \h, \Q…, POSIX classes) is refused.
 */
export function compileRegex(pattern: string, options: string): RegExp {
  const flags = new Set<string>();
  for (const option of options) {
    if (option === "x") throw badValue("the regular expression option x is not supported");
    if (!"imsu".includes(option)) throw badValue(`invalid flag in regex options: ${option}`);
    if (option !== "u") flags.add(option);
  }
  const source = translate(pattern, flags.has("m"));
  const wanted = [...flags].join("");
  try {
    return new RegExp(source, `${wanted}u`);
  } catch {
    // PCRE allows escapes of any punctuation, JavaScript only without the flag u.
  }
  try {
    return new RegExp(source, wanted);
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : "syntax");
  }
}

const spaces = " \\t\\n\\v\\f\\r";

function translate(pattern: string, multiline: boolean): string {
  let out = "";
  let inClass = false;
  for (let i = 0; i < pattern.length; i++) {
    const char = pattern[i] as string;
    if (char === "\\") {
      out += translateEscape(pattern[++i], inClass);
    } else if (inClass) {
      if (char === "[" && /^\[[:.=]/.test(pattern.slice(i, i + 2)))
        throw invalid("POSIX classes are not supported");
      if (char === "]") inClass = false;
      out += char === "[" ? "\\[" : char;
    } else {
      if (char === "[") {
        inClass = true;
        const start = /^\[\^?\]/.exec(pattern.slice(i, i + 3))?.[0];
        if (start) throw invalid("a class can't begin with ]");
      }
      // Without the option m, PCRE's $ matches before a last line break, too.
      out += char === "$" && !multiline ? "(?=\\n?(?![^]))" : char;
    }
  }
  return out;
}

function translateEscape(next: string | undefined, inClass: boolean): string {
  if (next === undefined) throw invalid("\\ at end of pattern");
  if (next === "s") return inClass ? spaces : `[${spaces}]`;
  if (next === "S") {
    if (inClass) throw invalid("\\S within a class is not supported");
    return `[^${spaces}]`;
  }
  const understood = inClass ? "dDwWbnrtfx" : "dDwWbBnrtfx";
  if (/[A-Za-z]/.test(next) && !understood.includes(next)) throw invalid(`\\${next} is not supported`);
  return `\\${next}`;
}

/** Compiles a BSON regular expression value. */
export function compileRegexValue(value: BSONRegExp): RegExp {
  return compileRegex(value.pattern, value.options);
}

/** The literal text every match begins with, when the pattern is anchored, case-sensitive and begins with plain characters. */
export function literalPrefix(pattern: string, options: string): string {
  if (options !== "" || !pattern.startsWith("^") || pattern.includes("|")) return "";
  const literal = /^[^\\^$.|?*+()[\]{}]*/.exec(pattern.slice(1))?.[0] ?? "";
  const next = pattern[1 + literal.length];
  const optional = next !== undefined && "?*{".includes(next);
  return optional ? [...literal].slice(0, -1).join("") : literal;
}

export const isRegex = (value: unknown): value is BSONRegExp => value instanceof BSONRegExp;
