import { compareValues } from "../bson/compare.ts";
import { type Doc, isDoc, type Value } from "../bson/value.ts";
import { CommandError } from "../errors.ts";
import { arrayIndex, type Path } from "../query/path.ts";

/** One value a key field; undefined is the key of an empty array. */
export type IndexKey = readonly (Value | undefined)[];

interface Walk {
  readonly value: Value | undefined;
  /** How much of the path has been followed. */
  readonly at: number;
}

/**
 * The index keys of a document: one for each element of an array on or at the end of a path. A missing field is null.
 * Throws CannotIndexParallelArrays when two paths meet different arrays.
 */
export function indexKeys(doc: Doc, paths: readonly Path[]): IndexKey[] {
  const keys: IndexKey[] = [];
  expand(
    paths,
    paths.map((): Walk => ({ value: doc, at: 0 })),
    keys,
  );
  return keys.length > 1 ? withoutRepeats(keys) : keys;
}

/** Whether the document has any of the fields; a sparse index leaves it out otherwise. */
export function hasAnyField(doc: Doc, paths: readonly Path[]): boolean {
  return paths.some((path) => hasField(doc, path, 0));
}

function hasField(value: Value | undefined, path: Path, at: number): boolean {
  if (at === path.length) return value !== undefined;
  if (isDoc(value)) return hasField(value[path[at] as string], path, at + 1);
  if (!Array.isArray(value)) return false;
  const index = arrayIndex(path[at]);
  if (index !== undefined && hasField(value[index], path, at + 1)) return true;
  return value.some((element) => isDoc(element) && hasField(element, path, at));
}

function expand(paths: readonly Path[], walks: readonly Walk[], keys: IndexKey[]): void {
  const met = walks.map((walk, i) => follow(walk, paths[i] as Path));
  const array = soleArray(met, paths);
  if (array === undefined) {
    keys.push(met.map(({ value, at }, i) => finalValue(value, at, paths[i] as Path)));
    return;
  }
  for (const element of array.length > 0 ? array : [undefined]) {
    const next = met.map((walk, i) =>
      walk.value === array ? intoElement(element, walk.at, paths[i] as Path) : walk,
    );
    expandElement(paths, next, keys);
  }
}

/** An element that is itself an array is a key value, not looked into. */
function expandElement(paths: readonly Path[], walks: readonly Walk[], keys: IndexKey[]): void {
  const unfinished = walks.some((walk, i) => walk.at < (paths[i] as Path).length && isDoc(walk.value));
  if (unfinished) expand(paths, walks, keys);
  else keys.push(walks.map(({ value, at }, i) => finalValue(value, at, paths[i] as Path)));
}

function intoElement(element: Value | undefined, at: number, path: Path): Walk {
  if (at >= path.length) return { value: element, at: path.length + 1 };
  return isDoc(element) ? { value: element, at } : { value: undefined, at };
}

function finalValue(value: Value | undefined, at: number, path: Path): Value | undefined {
  if (at > path.length) return value;
  return at < path.length || value === undefined ? null : value;
}

function follow(walk: Walk, path: Path): Walk {
  let { value, at } = walk;
  while (at < path.length) {
    if (isDoc(value)) {
      value = value[path[at] as string];
    } else if (Array.isArray(value)) {
      const index = arrayIndex(path[at]);
      if (index === undefined || index >= value.length) return { value, at };
      value = value[index];
    } else {
      return { value: undefined, at };
    }
    at++;
  }
  return { value, at };
}

function soleArray(walks: readonly Walk[], paths: readonly Path[]): Value[] | undefined {
  let found: Value[] | undefined;
  walks.forEach(({ value, at }, i) => {
    if (!Array.isArray(value) || at > (paths[i] as Path).length) return;
    if (found && found !== value) throw new CommandError(171, "cannot index parallel arrays");
    found = value;
  });
  return found;
}

export function compareKeys(a: IndexKey, b: IndexKey, directions: readonly number[]): number {
  for (let i = 0; i < directions.length; i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order * (directions[i] as number);
  }
  return 0;
}

function withoutRepeats(keys: readonly IndexKey[]): IndexKey[] {
  const directions = (keys[0] ?? []).map(() => 1);
  const sorted = [...keys].sort((a, b) => compareKeys(a, b, directions));
  return sorted.filter((key, i) => i === 0 || compareKeys(sorted[i - 1] as IndexKey, key, directions) !== 0);
}
