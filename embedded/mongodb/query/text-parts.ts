import { type Doc, docOf, isDoc, type Value } from "../bson/value.ts";
import { isOperatorDoc } from "./filter.ts";
import { readPattern } from "./literal-pattern.ts";

/** Texts that a field must include, each in one of its lines, and the rest of the filter. */
export interface TextParts {
  readonly field: string;
  readonly parts: readonly string[];
  readonly rest: Doc;
}

type Condition = readonly [key: string, value: Value];

/** Takes the texts out of the filter that the first field with such a condition must include. Undefined where there are none. */
export function textPartsOf(filter: Doc): TextParts | undefined {
  const conditions = flattened(filter);
  const split = conditions.map(splitCondition);
  const field = conditions.find((_, i) => split[i])?.[0];
  if (field === undefined) return undefined;
  const parts: string[] = [];
  const rest: Condition[] = [];
  for (const [i, condition] of conditions.entries()) {
    const found = condition[0] === field ? split[i] : undefined;
    if (found) parts.push(found.part);
    if (!found || found.rest) rest.push(found?.rest ?? condition);
  }
  return {
    field,
    parts,
    rest: rest.length === 0 ? docOf([]) : docOf([["$and", rest.map((condition) => docOf([condition]))]]),
  };
}

const flattened = (filter: Doc): Condition[] =>
  Object.entries(filter).flatMap(([key, value]) =>
    key === "$and" && Array.isArray(value) ? value.filter(isDoc).flatMap(flattened) : [[key, value] as const],
  );

/** The longest line of the text that a condition searches for, and what remains to be tested in the documents that have it. */
function splitCondition(condition: Condition): { part: string; rest: Condition | undefined } | undefined {
  const [key, value] = condition;
  if (key.startsWith("$") || !isOperatorDoc(value) || value.$regex === undefined) return undefined;
  const { $regex, $options, ...others } = value;
  const { text } = readPattern($regex, $options);
  const part = text?.split("\n").reduce((longest, line) => (line.length > longest.length ? line : longest));
  if (!part) return undefined;
  if (part !== text) return { part, rest: condition };
  return { part, rest: Object.keys(others).length === 0 ? undefined : [key, docOf(Object.entries(others))] };
}
