import { type Doc, docOf, isDoc, type Value } from "../bson/value.ts";
import type { SearchedField } from "../store/text-column.ts";
import { isOperatorDoc } from "./filter.ts";
import { readPattern } from "./literal-pattern.ts";

/** Texts that a field must include, each in one of its lines. */
export interface TextParts extends SearchedField {
  readonly parts: readonly string[];
}

/** The texts that a filter looks for, and the rest of it. */
export interface SoughtTexts {
  readonly texts: readonly TextParts[];
  readonly rest: Doc;
}

type Condition = readonly [key: string, value: Value];

/** Takes the texts out of the filter that fields must include. Undefined where there are none. */
export function textPartsOf(filter: Doc): SoughtTexts | undefined {
  const texts = new Map<string, TextParts & { parts: string[] }>();
  const rest: Condition[] = [];
  for (const condition of flattened(filter)) {
    const found = splitCondition(condition);
    if (found) {
      const { ignoresCase, part } = found;
      const name = `${ignoresCase} ${condition[0]}`;
      const known = texts.get(name) ?? { field: condition[0], ignoresCase, parts: [] };
      known.parts.push(part);
      texts.set(name, known);
    }
    if (!found || found.rest) rest.push(found?.rest ?? condition);
  }
  if (texts.size === 0) return undefined;
  return {
    texts: [...texts.values()],
    rest: rest.length === 0 ? docOf([]) : docOf([["$and", rest.map((condition) => docOf([condition]))]]),
  };
}

const flattened = (filter: Doc): Condition[] =>
  Object.entries(filter).flatMap(([key, value]) =>
    key === "$and" && Array.isArray(value) ? value.filter(isDoc).flatMap(flattened) : [[key, value] as const],
  );

interface Split {
  readonly part: string;
  readonly ignoresCase: boolean;
  readonly rest: Condition | undefined;
}

/** The longest line of the text that a condition searches for, and what remains to be tested in the documents that have it. */
function splitCondition(condition: Condition): Split | undefined {
  const [key, value] = condition;
  if (key.startsWith("$") || !isOperatorDoc(value) || value.$regex === undefined) return undefined;
  const { $regex, $options, ...others } = value;
  const { text, ignoringCase } = readPattern($regex, $options);
  const ignoresCase = ignoringCase !== undefined;
  const part = text.split("\n").reduce((longest, line) => (line.length > longest.length ? line : longest));
  if (part === "" || (ignoresCase && !ascii.test(part))) return undefined;
  if (part !== text) return { part, ignoresCase, rest: condition };
  const rest: Condition = [key, docOf(Object.entries(others))];
  return { part, ignoresCase, rest: Object.keys(others).length === 0 ? undefined : rest };
}

const ascii = /^[ -~]*$/;
