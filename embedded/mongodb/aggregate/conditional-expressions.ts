import { docOf, Fields, isDoc, isTruthy, type Value } from "../bson/value.ts";
import { CommandError } from "../errors.ts";
import { argumentsOf, namedArguments } from "./arguments.ts";
import type { CompileExpressionOperator, Expression } from "./expression-operator.ts";

const compileIfNull: CompileExpressionOperator = (argument, compile) => {
  const parts = argumentsOf("$ifNull", argument, compile, 2, Number.POSITIVE_INFINITY);
  return (environment) => {
    let value: Value | undefined;
    for (const part of parts) {
      value = part(environment);
      if (value !== undefined && value !== null) break;
    }
    return value;
  };
};

const compileCond: CompileExpressionOperator = (argument, compile) => {
  const named = isDoc(argument) ? namedArguments("$cond", argument, ["if", "then", "else"]) : undefined;
  const parts: Value = named ? [named.if as Value, named.then as Value, named.else as Value] : argument;
  const [condition, yes, no] = argumentsOf("$cond", parts, compile, 3) as [
    Expression,
    Expression,
    Expression,
  ];
  return (environment) => (isTruthy(condition(environment)) ? yes : no)(environment);
};

const compileSwitch: CompileExpressionOperator = (argument, compile) => {
  const { branches, default: otherwise } = namedArguments("$switch", argument, ["branches"], ["default"]);
  if (!Array.isArray(branches) || branches.length === 0) {
    throw new CommandError(40068, "$switch requires at least one branch.");
  }
  const compiled = branches.map((branch): [Expression, Expression] => {
    const named = namedArguments("$switch", branch, ["case", "then"]);
    return [compile(named.case as Value), compile(named.then as Value)];
  });
  const fallback = otherwise === undefined ? undefined : compile(otherwise);
  return (environment) => {
    const found = compiled.find(([condition]) => isTruthy(condition(environment)))?.[1] ?? fallback;
    if (!found) {
      throw new CommandError(
        40066,
        "$switch could not find a matching branch for an input, and no default was specified.",
      );
    }
    return found(environment);
  };
};

const compileLet: CompileExpressionOperator = (argument, compile, scope) => {
  const { vars, in: body } = namedArguments("$let", argument, ["vars", "in"]);
  if (!isDoc(vars)) throw new CommandError(16876, "invalid parameter: expected an object (vars)");
  const named = Object.entries(vars).map(([name, value]): [string, Expression] => [name, compile(value)]);
  const inner = compile(body as Value, new Set([...scope, ...named.map(([name]) => name)]));
  return (environment) => {
    const values = named.map(([name, part]): [string, Value | undefined] => [name, part(environment)]);
    return inner({ ...environment, variables: new Map([...environment.variables, ...values]) });
  };
};

const compileMergeObjects: CompileExpressionOperator = (argument, compile) => {
  const parts = argumentsOf("$mergeObjects", argument, compile, 0, Number.POSITIVE_INFINITY);
  return (environment) => {
    const merged = new Fields();
    for (const part of parts) {
      const value = part(environment) ?? null;
      const values = parts.length === 1 && Array.isArray(value) ? value : [value];
      for (const each of values) {
        if (each === null) continue;
        if (!isDoc(each)) throw new CommandError(40400, "$mergeObjects requires object inputs");
        for (const key in each) merged[key] = each[key] as Value;
      }
    }
    return merged;
  };
};

const compileGetField: CompileExpressionOperator = (argument, compile) => {
  const { field, input } =
    typeof argument === "string"
      ? docOf([["field", argument]])
      : namedArguments("$getField", argument, ["field"], ["input"]);
  if (typeof field !== "string")
    throw new CommandError(5654602, "$getField requires 'field' to evaluate to a constant String");
  const from = compile(input ?? "$$CURRENT");
  return (environment) => {
    const value = from(environment);
    return isDoc(value) ? value[field] : value === null ? null : undefined;
  };
};

export const conditionalOperators: readonly [string, CompileExpressionOperator][] = [
  ["$ifNull", compileIfNull],
  ["$cond", compileCond],
  ["$switch", compileSwitch],
  ["$let", compileLet],
  ["$mergeObjects", compileMergeObjects],
  ["$getField", compileGetField],
];
