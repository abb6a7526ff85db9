import { compileExpression } from "../aggregate/expression.ts";
import type { Expression, Scope } from "../aggregate/expression-operator.ts";
import type { Environment, Variables } from "../aggregate/variables.ts";
import { type Doc, Fields, isDoc, isNumber, isTruthy, type Value } from "../bson/value.ts";
import { CommandError } from "../errors.ts";
import { isOperatorDoc } from "./matcher.ts";
import { splitPath } from "./path.ts";

type Node =
  | { readonly kind: "include" }
  | { readonly kind: "exclude" }
  | { readonly kind: "compute"; readonly expression: Expression }
  | { readonly kind: "fields"; readonly fields: Map<string, Node>; computes: boolean };

type Fieldset = Extract<Node, { kind: "fields" }>;

/** include: only what is named; exclude: all but what is named; keep: everything, with computed fields. */
type Mode = "include" | "exclude" | "keep";

export type Projection = (doc: Doc, variables: Variables) => Doc;

const fieldset = (): Fieldset => ({ kind: "fields", fields: new Map(), computes: false });

/** Compiles a projection of `find` or `$project`: inclusion with computed fields, or exclusion. */
export function compileProjection(spec: Doc, scope: Scope): Projection {
  const root = fieldset();
  readFields(spec, [], root, scope, false);
  const mode = modeOf(root, []);
  if (mode === "include") {
    const id = root.fields.get("_id");
    if (!id) root.fields.set("_id", { kind: "include" });
    else if (id.kind === "exclude") root.fields.delete("_id");
  }
  return (doc, variables) => applyFields(doc, root, mode, { root: doc, variables });
}

/** Compiles `$addFields`: every value is an expression, everything else stays. */
export function compileAddedFields(spec: Doc, scope: Scope): Projection {
  const root = fieldset();
  readFields(spec, [], root, scope, true);
  return (doc, variables) => applyFields(doc, root, "keep", { root: doc, variables });
}

/** An exclusion of the named fields, for `$unset`. */
export function compileExclusion(fields: readonly string[]): Projection {
  const root = fieldset();
  for (const field of fields) insert(root, splitPath(field), { kind: "exclude" });
  return (doc, variables) => applyFields(doc, root, "exclude", { root: doc, variables });
}

function readFields(
  spec: Doc,
  prefix: readonly string[],
  root: Fieldset,
  scope: Scope,
  computing: boolean,
): void {
  for (const key of Object.keys(spec)) {
    checkName(key);
    const value = spec[key] as Value;
    const path = [...prefix, ...splitPath(key)];
    if (isDoc(value) && !isOperatorDoc(value)) {
      if (Object.keys(value).length === 0 && !computing) {
        throw new CommandError(
          51270,
          `An empty sub-projection is not a valid value. Found empty object at path`,
        );
      }
      readFields(value, path, root, scope, computing);
    } else {
      insert(root, path, leaf(value, scope, computing));
    }
  }
}

function checkName(key: string): void {
  if (key.split(".").includes(""))
    throw new CommandError(15998, "FieldPath field names may not be empty strings.");
  if (key.split(".").some((component) => component.startsWith("$"))) {
    throw new CommandError(
      16410,
      "FieldPath field names may not start with '$'. Consider using $getField or $setField.",
    );
  }
}

function leaf(value: Value, scope: Scope, computing: boolean): Node {
  if (!computing && (typeof value === "boolean" || isNumber(value))) {
    return { kind: isTruthy(value) ? "include" : "exclude" };
  }
  return { kind: "compute", expression: compileExpression(value, scope) };
}

function insert(root: Fieldset, path: readonly string[], node: Node): void {
  let at = root;
  path.forEach((component, i) => {
    if (node.kind === "compute") at.computes = true;
    const there = at.fields.get(component);
    const last = i === path.length - 1;
    if (there && (last || there.kind !== "fields")) {
      throw new CommandError(31250, `Path collision at ${path.join(".")}`);
    }
    const next = last ? node : (there ?? fieldset());
    if (!there) at.fields.set(component, next);
    if (next.kind === "fields") at = next;
  });
}

/** `_id` alone may go against the rest. */
function modeOf(root: Fieldset, path: readonly string[]): Mode {
  const kinds = leafKinds(root, path);
  const others = kinds.filter(({ path: at }) => at !== "_id");
  const excluded = others.find(({ kind }) => kind === "exclude");
  const included = others.find(({ kind }) => kind !== "exclude");
  if (excluded && included) {
    const first = others[0]?.kind;
    if (included.kind === "compute") {
      throw new CommandError(31252, `Cannot use expression other than $meta in exclusion projection`);
    }
    throw first === "exclude"
      ? new CommandError(31253, `Cannot do inclusion on field ${included.path} in exclusion projection`)
      : new CommandError(31254, `Cannot do exclusion on field ${excluded.path} in inclusion projection`);
  }
  if (excluded) return "exclude";
  if (included) return "include";
  return kinds.some(({ kind }) => kind !== "exclude") ? "include" : "exclude";
}

function leafKinds(node: Fieldset, path: readonly string[]): { path: string; kind: Node["kind"] }[] {
  return [...node.fields].flatMap(([name, child]) => {
    const at = [...path, name];
    return child.kind === "fields" ? leafKinds(child, at) : [{ path: at.join("."), kind: child.kind }];
  });
}

function applyFields(doc: Doc, { fields }: Fieldset, mode: Mode, environment: Environment): Doc {
  const out = new Fields();
  const put = (key: string, value: Value | undefined) => {
    if (value !== undefined) out[key] = value;
  };
  for (const key in doc) {
    const node = fields.get(key);
    const value = doc[key] as Value;
    if (!node) {
      if (mode !== "include") out[key] = value;
    } else if (node.kind === "include") {
      out[key] = value;
    } else if (node.kind === "fields") {
      put(key, applyNested(value, node, mode, environment));
    } else if (node.kind === "compute" && mode === "keep") {
      put(key, node.expression(environment));
    }
  }
  for (const [key, node] of fields) {
    if (node.kind === "compute" && (mode !== "keep" || doc[key] === undefined)) {
      put(key, node.expression(environment));
    } else if (node.kind === "fields" && node.computes && doc[key] === undefined) {
      put(key, applyNested(undefined, node, mode, environment));
    }
  }
  return out;
}

function applyNested(
  value: Value | undefined,
  node: Fieldset,
  mode: Mode,
  environment: Environment,
): Value | undefined {
  if (isDoc(value)) return applyFields(value, node, mode, environment);
  if (Array.isArray(value)) {
    return value
      .map((each) => applyNested(each, node, mode, environment))
      .filter((each) => each !== undefined);
  }
  if (node.computes) return applyFields(new Fields(), node, mode, environment);
  return mode === "include" ? undefined : value;
}
