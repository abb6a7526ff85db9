import { renderValue } from "../bson/render.ts";
import { copyDoc, Fields, isDoc, type Value } from "../bson/value.ts";
import { badValue, CommandError } from "../errors.ts";
import { arrayIndex, type Path } from "../query/path.ts";

/** Gets the present value, undefined when missing; gives the new one, undefined to take the field away. */
export type Change = (current: Value | undefined) => Value | undefined;

/** Most elements an array is filled up with null to reach an index. */
const MAX_FILL = 1_500_000;

/**
 * The value with one changed along a path; what does not change is shared with the original, and when nothing changes the
 * original itself comes back. With `create`, missing documents on the way are made.
 */
export function changeAt(
  node: Value | undefined,
  path: Path,
  at: number,
  create: boolean,
  change: Change,
): Value | undefined {
  if (at === path.length) return change(node);
  const key = path[at] as string;
  const inner = (value: Value | undefined) => changeAt(value, path, at + 1, create, change);
  if (isDoc(node)) {
    const next = inner(node[key]);
    if (next === node[key]) return node;
    const copy = copyDoc(node);
    if (next === undefined) delete copy[key];
    else copy[key] = next;
    return copy;
  }
  if (node === undefined) return createAt(key, create, inner);
  const index = arrayIndex(key);
  if (Array.isArray(node) && index !== undefined) return changeElement(node, index, inner);
  if (!create) return node;
  throw new CommandError(
    28,
    `Cannot create field '${key}' in element {${path[at - 1] ?? ""}: ${renderValue(node)}}`,
  );
}

function createAt(key: string, create: boolean, inner: Change): Value | undefined {
  const next = create ? inner(undefined) : undefined;
  if (next === undefined) return undefined;
  const made = new Fields();
  made[key] = next;
  return made;
}

function changeElement(array: Value[], index: number, inner: Change): Value[] {
  const next = inner(array[index]);
  if (next === array[index] || (next === undefined && index >= array.length)) return array;
  if (index - array.length > MAX_FILL) {
    throw badValue(`can't backfill more than ${MAX_FILL} elements`);
  }
  const copy = [...array];
  while (copy.length < index) copy.push(null);
  copy[index] = next ?? null;
  return copy;
}
