import { type Doc, docOf, isDoc, type Value } from "../bson/value.ts";
import { isOperatorDoc } from "./filter.ts";
import { readPattern } from "./literal-pattern.ts";

/** A filter as texts that a field must include, and the rest of the filter. */
export interface TextParts {
  readonly field: string;
  readonly parts: readonly string[];
  readonly rest: Doc;
}

type Condition = readonly [key: string, value: Value];

/** Takes the texts out of the filter that the first field with such a condition must include. Undefined where there are none. */
export function textPartsOf(filter: Doc): TextParts | undefined {
  const conditions = flattened(filter);
  const parts = conditions.map(partOf);
  const field = conditions.find((_, i) => parts[i] !== undefined)?.[0];
  if (field === undefined) return undefined;
  const isPart = ([key]: Condition, i: number) => key === field && parts[i] !== undefined;
  const rest = conditions.filter((condition, i) => !isPart(condition, i));
  return {
    field,
    parts: parts.filter((part, i) => part !== undefined && conditions[i]?.[0] === field) as string[],
    rest: rest.length === 0 ? docOf([]) : docOf([["$and", rest.map((condition) => docOf([condition]))]]),
  };
}

const flattened = (filter: Doc): Condition[] =>
  Object.entries(filter).flatMap(([key, value]) =>
    key === "$and" && Array.isArray(value) ? value.filter(isDoc).flatMap(flattened) : [[key, value] as const],
  );

/** The text of a condition that is a search for it and nothing else. Texts are searched line by line. */
function partOf([key, value]: Condition): string | undefined {
  if (key.startsWith("$") || !isOperatorDoc(value)) return undefined;
  const { $regex, $options, ...others } = value;
  if ($regex === undefined || Object.keys(others).length > 0) return undefined;
  const { text } = readPattern($regex, $options);
  return text === "" || text?.includes("\n") ? undefined : text;
}
