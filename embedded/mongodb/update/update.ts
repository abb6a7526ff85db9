import { compareStrings, equalValues } from "../bson/compare.ts";
import { documentSize } from "../bson/encode.ts";
import { renderValue } from "../bson/render.ts";
import { type Doc, docOf, Fields, isDoc, typeOf, type Value } from "../bson/value.ts";
import { badValue, CommandError, failedToParse } from "../errors.ts";
import { MAX_DOCUMENT_BYTES } from "../limits.ts";
import { arrayIndex, plainValueAt, splitPath } from "../query/path.ts";
import { addToSet, pull, pullAll, push } from "./array-operators.ts";
import { changeAt } from "./change-at.ts";
import { arithmetic, bound, type FieldChange, setTo, type Target, unset } from "./field-operators.ts";

export interface Update {
  readonly kind: "operators" | "replacement";
  /** The document after the update; the same object when nothing changes. */
  apply(doc: Doc, inserting: boolean): Doc;
}

interface Step {
  readonly path: string;
  readonly onInsertOnly: boolean;
  readonly creates: boolean;
  readonly change: FieldChange;
  /** The field a $rename takes its value from. */
  readonly from?: string;
}

/** Reads an update: operators or a whole replacement. Pipelines and positional paths are refused. */
export function parseUpdate(update: Value | undefined): Update {
  if (Array.isArray(update)) {
    throw new CommandError(238, "updates by an aggregation pipeline are not implemented");
  }
  if (!isDoc(update)) throw failedToParse("Update argument must be either an object or an array");
  const [first] = Object.keys(update);
  return first?.startsWith("$") ? operatorUpdate(update) : replacement(update);
}

function replacement(update: Doc): Update {
  for (const key of Object.keys(update)) {
    if (key.startsWith("$")) {
      throw new CommandError(
        52,
        `The dollar ($) prefixed field '${key}' in '${key}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
      );
    }
  }
  return {
    kind: "replacement",
    apply: (doc) => {
      const id = doc._id ?? update._id;
      checkId(doc, update._id ?? id);
      return checkSize(withIdFirst(update, id));
    },
  };
}

export function withIdFirst(doc: Doc, id: Value | undefined): Doc {
  if (id === undefined) return doc;
  const made = docOf([["_id", id]]);
  for (const key in doc) if (key !== "_id") made[key] = doc[key] as Value;
  return made;
}

function checkId(before: Doc, id: Value | undefined): void {
  const had = before._id;
  if (had !== undefined && !equalValues(had, id)) {
    throw new CommandError(
      66,
      `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${renderValue(id)}`,
    );
  }
}

function checkSize(doc: Doc): Doc {
  if (documentSize(doc) > MAX_DOCUMENT_BYTES) {
    throw new CommandError(17419, `Resulting document after update is larger than ${MAX_DOCUMENT_BYTES}`);
  }
  return doc;
}

function operatorUpdate(update: Doc): Update {
  const steps = Object.entries(update).flatMap(([operator, fields]) => stepsOf(operator, fields));
  steps.sort((a, b) => comparePaths(a.path, b.path));
  checkConflicts(steps);
  return {
    kind: "operators",
    apply: (doc, inserting) => {
      const applied = steps
        .filter((step) => inserting || !step.onInsertOnly)
        .reduce((current, step) => applyStep(current, step, doc), doc);
      if (applied === doc) return doc;
      checkId(doc, applied._id);
      return checkSize(applied);
    },
  };
}

function applyStep(doc: Doc, step: Step, before: Doc): Doc {
  const target: Target = { path: step.path, doc: before };
  const value = step.from === undefined ? undefined : plainValueAt(doc, splitPath(step.from));
  if (step.from !== undefined && value === undefined) return doc;
  const change = value === undefined ? step.change : setTo(value);
  const from = step.from === undefined ? doc : changeField(doc, step.from, false, unset, target);
  return changeField(from, step.path, step.creates, change, target);
}

function changeField(doc: Doc, path: string, creates: boolean, change: FieldChange, target: Target): Doc {
  const changed = changeAt(doc, splitPath(path), 0, creates, (current) => change(current, target));
  return isDoc(changed) ? changed : new Fields();
}

type CompileFieldOperator = (path: string, operand: Value) => FieldChange;

const fieldOperators: ReadonlyMap<string, CompileFieldOperator> = new Map<string, CompileFieldOperator>([
  ["$set", (_path, operand) => setTo(operand)],
  ["$setOnInsert", (_path, operand) => setTo(operand)],
  ["$unset", () => unset],
  ["$inc", (path, operand) => arithmetic("$inc", path, operand)],
  ["$mul", (path, operand) => arithmetic("$mul", path, operand)],
  ["$min", (_path, operand) => bound(-1, operand)],
  ["$max", (_path, operand) => bound(1, operand)],
  ["$push", push],
  ["$addToSet", addToSet],
  ["$pull", (_path, operand) => pull(operand)],
  ["$pullAll", (_path, operand) => pullAll(operand)],
]);

const changesOnly = new Set(["$unset", "$pull", "$pullAll"]);

function stepsOf(operator: string, fields: Value): Step[] {
  const compile = fieldOperators.get(operator);
  if (!compile && operator !== "$rename") {
    throw failedToParse(
      `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
    );
  }
  if (!isDoc(fields)) {
    throw failedToParse(
      `Modifiers operate on fields but we found type ${typeOf(fields).alias} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${renderValue(fields)}}`,
    );
  }
  return Object.entries(fields).flatMap(([path, operand]) => {
    checkPath(path);
    if (!compile) return renameSteps(path, operand);
    return {
      path,
      onInsertOnly: operator === "$setOnInsert",
      creates: !changesOnly.has(operator),
      change: compile(path, operand),
    };
  });
}

function renameSteps(from: string, to: Value): Step[] {
  if (typeof to !== "string") {
    throw badValue(`The 'to' field for $rename must be a string: ${from}: ${renderValue(to)}`);
  }
  checkPath(to);
  if (to === from) throw badValue(`The source and target field for $rename must differ: ${from}: "${to}"`);
  const unchanged: FieldChange = (current) => current;
  return [
    { path: from, onInsertOnly: false, creates: false, change: unchanged },
    { path: to, onInsertOnly: false, creates: true, change: unchanged, from },
  ];
}

function checkPath(path: string): void {
  const components = splitPath(path);
  if (path === "") throw new CommandError(56, "An empty update path is not valid.");
  if (components.includes("")) {
    throw new CommandError(
      56,
      `The update path '${path}' contains an empty field name, which is not allowed.`,
    );
  }
  if (components.some((component) => /^\$($|\[)/.test(component))) {
    throw new CommandError(238, `positional updates are not implemented: '${path}'`);
  }
  const dollar = components.find((component) => component.startsWith("$"));
  if (dollar) {
    throw new CommandError(
      52,
      `The dollar ($) prefixed field '${dollar}' in '${path}' is not valid for storage.`,
    );
  }
}

/** The order new fields are added in: by name, numbers by their value. */
function comparePaths(a: string, b: string): number {
  const left = splitPath(a);
  const right = splitPath(b);
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const [x, y] = [left[i] as string, right[i] as string];
    const [m, n] = [arrayIndex(x), arrayIndex(y)];
    const order = m !== undefined && n !== undefined ? m - n : compareStrings(x, y);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

function checkConflicts(steps: readonly Step[]): void {
  steps.forEach((step, i) => {
    const before = steps[i - 1];
    if (before && (step.path === before.path || step.path.startsWith(`${before.path}.`))) {
      throw new CommandError(
        40,
        `Updating the path '${step.path}' would create a conflict at '${before.path}'`,
      );
    }
  });
}
