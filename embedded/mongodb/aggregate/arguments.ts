import { type Doc, isDoc, type Value } from "../bson/value.ts";
import { CommandError } from "../errors.ts";
import type { Compile, Expression } from "./expression-operator.ts";

/** The compiled arguments of an operator that takes between `least` and `most`; one may stand without an array. */
export function argumentsOf(
  operator: string,
  argument: Value,
  compile: Compile,
  least: number,
  most = least,
): Expression[] {
  const list = Array.isArray(argument) ? argument : [argument];
  if (list.length < least || list.length > most) {
    const wanted =
      least === most
        ? `takes exactly ${least} arguments`
        : `takes at least ${least} arguments${most < Number.POSITIVE_INFINITY ? `, and at most ${most}` : ""}`;
    throw new CommandError(16020, `Expression ${operator} ${wanted}. ${list.length} were passed in.`);
  }
  return list.map((part) => compile(part));
}

export function oneArgument(operator: string, argument: Value, compile: Compile): Expression {
  return argumentsOf(operator, argument, compile, 1)[0] as Expression;
}

export function twoArguments(operator: string, argument: Value, compile: Compile): [Expression, Expression] {
  return argumentsOf(operator, argument, compile, 2) as [Expression, Expression];
}

/** Checks an operator's named arguments against those it has. */
export function namedArguments(
  operator: string,
  argument: Value,
  required: readonly string[],
  optional: readonly string[] = [],
): Doc {
  if (!isDoc(argument)) throw new CommandError(28646, `${operator} only supports an object as its argument`);
  for (const key of Object.keys(argument)) {
    if (!required.includes(key) && !optional.includes(key)) {
      throw new CommandError(28647, `Unrecognized parameter to ${operator}: ${key}`);
    }
  }
  for (const key of required) {
    if (argument[key] === undefined)
      throw new CommandError(28648, `Missing '${key}' parameter to ${operator}`);
  }
  return argument;
}
