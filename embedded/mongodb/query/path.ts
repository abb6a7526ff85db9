import { type Doc, isDoc, type Value } from "../bson/value.ts";

export type Path = readonly string[];

export function splitPath(path: string): Path {
  return path.split(".");
}

const indexPattern = /^(0|[1-9]\d{0,8})$/;

/** The array index a path component names, else undefined. */
export function arrayIndex(component: string | undefined): number | undefined {
  return component !== undefined && indexPattern.test(component) ? Number(component) : undefined;
}

/**
 * Whether `test` holds for some value at the path, arrays on the way being looked into. At the end of the path an array stands
 * for its elements and for itself, or with `whole` for itself alone. A missing value is tested as undefined.
 */
export function someValueAt(
  from: Value | undefined,
  path: Path,
  at: number,
  whole: boolean,
  test: (value: Value | undefined) => boolean,
): boolean {
  let current = from;
  for (let i = at; i < path.length; i++) {
    if (isDoc(current)) current = current[path[i] as string];
    else if (Array.isArray(current)) return someInArray(current, path, i, whole, test);
    else return test(undefined);
  }
  if (!whole && Array.isArray(current) && current.some(test)) return true;
  return test(current);
}

function someInArray(
  array: readonly Value[],
  path: Path,
  at: number,
  whole: boolean,
  test: (value: Value | undefined) => boolean,
): boolean {
  for (const element of array) {
    if (isDoc(element) && someValueAt(element, path, at, whole, test)) return true;
  }
  const index = arrayIndex(path[at]);
  if (index === undefined || index >= array.length) return false;
  return someValueAt(array[index], path, at + 1, whole, test);
}

/** All values at the path, as `distinct` sees them: array elements one by one, missing ones left out. */
export function valuesAt(doc: Doc, path: Path): Value[] {
  const values: Value[] = [];
  someValueAt(doc, path, 0, true, (value) => {
    if (Array.isArray(value)) values.push(...value);
    else if (value !== undefined) values.push(value);
    return false;
  });
  return values;
}

/** The value at a path without looking into arrays. */
export function plainValueAt(doc: Doc, path: Path): Value | undefined {
  let current: Value | undefined = doc;
  for (const component of path) {
    if (!isDoc(current)) return undefined;
    current = current[component];
  }
  return current;
}
