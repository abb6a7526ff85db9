import { BSONRegExp, Double, ObjectId } from "bson";
import { compareStrings } from "../bson/compare.ts";
import { asNumber, isNumber, typeOf, type Value } from "../bson/value.ts";
import { CommandError } from "../errors.ts";
import { compileRegex, compileRegexValue } from "../query/regex.ts";
import { argumentsOf, namedArguments, oneArgument, twoArguments } from "./arguments.ts";
import type { CompileExpressionOperator } from "./expression-operator.ts";

const compileConcat: CompileExpressionOperator = (argument, compile) => {
  const parts = argumentsOf("$concat", argument, compile, 0, Number.POSITIVE_INFINITY);
  return (environment) => {
    let text = "";
    for (const part of parts) {
      const value = part(environment);
      if (value === undefined || value === null) return null;
      if (typeof value !== "string") {
        throw new CommandError(16702, `$concat only supports strings, not ${typeOf(value).alias}`);
      }
      text += value;
    }
    return text;
  };
};

/** Text of a value for the operators that take numbers and dates as strings; null is "". */
function coerced(value: Value | undefined, operator: string): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (value instanceof Date || isNumber(value)) return textOf(value);
  throw new CommandError(
    16007,
    `can't convert from BSON type ${typeOf(value).alias} to String (${operator})`,
  );
}

function mapped(name: string, change: (text: string) => string): [string, CompileExpressionOperator] {
  return [
    name,
    (argument, compile) => {
      const part = oneArgument(name, argument, compile);
      return (environment) => change(coerced(part(environment), name));
    },
  ];
}

/** The server changes the case of ASCII letters only. */
const asciiLower = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
const asciiUpper = (text: string) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());

function textOf(value: Value): string {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof ObjectId) return value.toHexString();
  if (isNumber(value)) return value instanceof Double ? String(value.value) : String(value);
  return String(value);
}

const compileToString: CompileExpressionOperator = (argument, compile) => {
  const part = oneArgument("$toString", argument, compile);
  return (environment) => {
    const value = part(environment);
    if (value === undefined || value === null) return null;
    const supported =
      typeof value === "string" || typeof value === "boolean" || isNumber(value) || value instanceof Date;
    if (!supported && !(value instanceof ObjectId)) {
      throw new CommandError(
        241,
        `Unsupported conversion from ${typeOf(value).alias} to string in $convert with no onError value`,
      );
    }
    return textOf(value);
  };
};

const compileRegexMatch: CompileExpressionOperator = (argument, compile) => {
  const named = namedArguments("$regexMatch", argument, ["input", "regex"], ["options"]);
  const input = compile(named.input as Value);
  const pattern = compile(named.regex as Value);
  const options = named.options === undefined ? undefined : compile(named.options);
  let known:
    | { readonly pattern: Value; readonly flags: Value | undefined; readonly regex: RegExp }
    | undefined;
  return (environment) => {
    const text = input(environment);
    const wanted = pattern(environment);
    if (text === undefined || text === null || wanted === undefined || wanted === null) return false;
    if (typeof text !== "string")
      throw new CommandError(51104, "$regexMatch needs 'input' to be of type string");
    const flags = options?.(environment);
    if (known?.pattern !== wanted || known.flags !== flags) {
      known = { pattern: wanted, flags, regex: regexOf(wanted, flags) };
    }
    return known.regex.test(text);
  };
};

function regexOf(pattern: Value, options: Value | undefined): RegExp {
  if (pattern instanceof BSONRegExp) return compileRegexValue(pattern);
  if (typeof pattern !== "string") {
    throw new CommandError(51105, "$regexMatch needs 'regex' to be of type string or regex");
  }
  return compileRegex(pattern, typeof options === "string" ? options : "");
}

const compileStrLen: CompileExpressionOperator = (argument, compile) => {
  const part = oneArgument("$strLenCP", argument, compile);
  return (environment) => {
    const value = part(environment);
    if (typeof value === "string") return [...value].length;
    throw new CommandError(34471, `$strLenCP requires a string argument, found: ${typeOf(value).alias}`);
  };
};

const compileSubstr: CompileExpressionOperator = (argument, compile) => {
  const [source, from, count] = argumentsOf("$substrCP", argument, compile, 3);
  return (environment) => {
    const [start, length] = [from, count].map((part) => {
      const value = part?.(environment);
      if (isNumber(value) && asNumber(value) >= 0) return Math.trunc(asNumber(value));
      throw new CommandError(34450, "$substrCP: starting index and length must be non-negative integers");
    }) as [number, number];
    return [...coerced(source?.(environment), "$substrCP")].slice(start, start + length).join("");
  };
};

const compileCaseCompare: CompileExpressionOperator = (argument, compile) => {
  const [left, right] = twoArguments("$strcasecmp", argument, compile);
  return (environment) => {
    const [a, b] = [left, right].map((part) => asciiUpper(coerced(part(environment), "$strcasecmp")));
    return Math.sign(compareStrings(a ?? "", b ?? ""));
  };
};

const compileType: CompileExpressionOperator = (argument, compile) => {
  const part = oneArgument("$type", argument, compile);
  return (environment) => typeOf(part(environment)).alias;
};

export const stringOperators: readonly [string, CompileExpressionOperator][] = [
  ["$concat", compileConcat],
  mapped("$toLower", asciiLower),
  mapped("$toUpper", asciiUpper),
  ["$toString", compileToString],
  ["$regexMatch", compileRegexMatch],
  ["$strLenCP", compileStrLen],
  ["$substrCP", compileSubstr],
  ["$strcasecmp", compileCaseCompare],
  ["$type", compileType],
];
