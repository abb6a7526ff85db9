import { type Doc, docOf, isDoc, type Value } from "../bson/value.ts";
import { CommandError } from "../protocol/errors.ts";
import { isOperatorDoc } from "../query/filter.ts";

/** The document that an upsert starts from: the equalities of its filter. */
export function upsertBase(filter: Doc): Doc {
  const found = new Map<string, Value>();
  collectEqualities(filter, found);
  return docOf(found);
}

function collectEqualities(filter: Doc, found: Map<string, Value>): void {
  for (const [key, value] of Object.entries(filter)) {
    if (key === "$and" || key === "$or") {
      const branches = Array.isArray(value) ? value.filter(isDoc) : [];
      // The matching branch is unknown if there are several.
      if (key === "$and" || branches.length === 1)
        for (const branch of branches) collectEqualities(branch, found);
      continue;
    }
    const equal = equalityOf(value);
    if (equal === undefined) continue;
    if (found.has(key)) {
      throw new CommandError(54, `cannot infer query fields to set, path '${key}' is matched twice`);
    }
    found.set(key, equal);
  }
}

function equalityOf(value: Value): Value | undefined {
  if (!isOperatorDoc(value)) return value;
  const list = value.$in;
  return Array.isArray(list) && list.length === 1 ? list[0] : undefined;
}
