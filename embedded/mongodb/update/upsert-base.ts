import { equalValues } from "../bson/compare.ts";
import { copyDoc, type Doc, Fields, isDoc, typeOf, type Value } from "../bson/value.ts";
import { CommandError } from "../errors.ts";
import { splitPath } from "../query/path.ts";
import { changeAt } from "./change-at.ts";

/** The document an upsert starts from: what the filter says by equality. */
export function upsertBase(filter: Doc): Doc {
  const found = new Map<string, Value>();
  collectEqualities(filter, found);
  return [...found].reduce<Doc>((doc, [path, value]) => {
    const changed = changeAt(doc, splitPath(path), 0, true, (current) => {
      if (current !== undefined && !equalValues(current, value)) {
        throw new CommandError(54, `cannot infer query fields to set, path '${path}' is matched twice`);
      }
      return value;
    });
    return isDoc(changed) ? changed : doc;
  }, new Fields());
}

function collectEqualities(filter: Doc, found: Map<string, Value>): void {
  for (const [key, value] of Object.entries(filter)) {
    if (key === "$and" || (key === "$or" && Array.isArray(value) && value.length === 1)) {
      if (Array.isArray(value)) for (const entry of value) if (isDoc(entry)) collectEqualities(entry, found);
    } else if (!key.startsWith("$")) {
      const equal = equalityOf(value);
      if (equal !== undefined) addEquality(key, equal, found);
    }
  }
}

function addEquality(path: string, value: Value, found: Map<string, Value>): void {
  if (found.has(path)) {
    throw new CommandError(54, `cannot infer query fields to set, path '${path}' is matched twice`);
  }
  found.set(path, value);
}

function equalityOf(value: Value): Value | undefined {
  if (typeOf(value).alias === "regex") return undefined;
  if (!isDoc(value)) return value;
  const [first] = Object.keys(value);
  if (!first?.startsWith("$")) return copyDoc(value);
  if (value.$eq !== undefined) return value.$eq;
  for (const list of [value.$in, value.$all]) {
    const [only] = Array.isArray(list) ? list : [];
    if (Array.isArray(list) && list.length === 1 && only !== undefined && typeOf(only).alias !== "regex")
      return only;
  }
  return undefined;
}
