import { type Doc, Fields, isDoc, type Value } from "../bson/value.ts";
import { CommandError, failedToParse } from "../errors.ts";
import { arrayOperators } from "./array-expressions.ts";
import { comparisonOperators } from "./comparison-expressions.ts";
import { conditionalOperators } from "./conditional-expressions.ts";
import { dateOperators } from "./date-expressions.ts";
import type { CompileExpressionOperator, Expression, Scope } from "./expression-operator.ts";
import { numberOperators } from "./number-expressions.ts";
import { stringOperators } from "./string-expressions.ts";

const operators = new Map<string, CompileExpressionOperator>([
  ...comparisonOperators,
  ...conditionalOperators,
  ...arrayOperators,
  ...stringOperators,
  ...numberOperators,
  ...dateOperators,
  ["$literal", (argument) => () => argument],
]);

/** Compiles an aggregation expression. Throws InvalidPipelineOperator for an operator that is not there. */
export function compileExpression(value: Value, scope: Scope): Expression {
  if (typeof value === "string" && value.startsWith("$")) return compileReference(value, scope);
  if (Array.isArray(value)) {
    const elements = value.map((element) => compileExpression(element, scope));
    return (environment) => elements.map((element) => element(environment) ?? null);
  }
  return isDoc(value) ? compileDocument(value, scope) : () => value;
}

function compileDocument(doc: Doc, scope: Scope): Expression {
  const keys = Object.keys(doc);
  const [first] = keys;
  if (!first?.startsWith("$")) return compileObject(doc, keys, scope);
  if (keys.length > 1) {
    throw new CommandError(
      15983,
      `an object representing an expression must have exactly one field: ${keys.join(", ")}`,
    );
  }
  const operator = operators.get(first);
  if (!operator) throw new CommandError(168, `Unrecognized expression '${first}'`);
  return operator(doc[first] as Value, (part, inner = scope) => compileExpression(part, inner), scope);
}

function compileObject(doc: Doc, keys: readonly string[], scope: Scope): Expression {
  const fields = keys.map((key): [string, Expression] => {
    if (key.includes(".")) {
      throw new CommandError(
        16412,
        `FieldPath field names may not contain '.'. Consider using $getField or $setField.`,
      );
    }
    return [key, compileExpression(doc[key] as Value, scope)];
  });
  return (environment) => {
    const made = new Fields();
    for (const [key, expression] of fields) {
      const value = expression(environment);
      if (value !== undefined) made[key] = value;
    }
    return made;
  };
}

function compileReference(text: string, scope: Scope): Expression {
  if (text === "$") throw new CommandError(16872, "'$' by itself is not a valid FieldPath");
  if (!text.startsWith("$$")) {
    const path = fieldPath(text.slice(1));
    return ({ root }) => valueAlong(root, path, 0);
  }
  const [name = "", ...rest] = text.slice(2).split(".");
  const path = rest.length > 0 ? fieldPath(rest.join(".")) : [];
  if (name === "ROOT" || name === "CURRENT") return ({ root }) => valueAlong(root, path, 0);
  if (name === "REMOVE") return () => undefined;
  if (name === "") throw failedToParse("empty variable names are not allowed");
  if (!scope.has(name)) throw new CommandError(17276, `Use of undefined variable: ${name}`);
  return ({ variables }) => valueAlong(variables.get(name), path, 0);
}

function fieldPath(text: string): string[] {
  const path = text.split(".");
  if (path.includes("")) {
    throw text.endsWith(".")
      ? new CommandError(40353, "FieldPath must not end with a '.'.")
      : new CommandError(15998, "FieldPath field names may not be empty strings.");
  }
  if (path.some((component) => component.startsWith("$"))) {
    throw new CommandError(
      16410,
      "FieldPath field names may not start with '$'. Consider using $getField or $setField.",
    );
  }
  return path;
}

/** A path through an array gives the array of what its elements hold; an element without it is left out. */
function valueAlong(from: Value | undefined, path: readonly string[], at: number): Value | undefined {
  let current = from;
  for (let i = at; i < path.length; i++) {
    if (Array.isArray(current)) {
      const found = current.map((element) =>
        isDoc(element) || Array.isArray(element) ? valueAlong(element, path, i) : undefined,
      );
      return found.filter((value) => value !== undefined);
    }
    if (!isDoc(current)) return undefined;
    current = current[path[i] as string];
  }
  return current;
}
