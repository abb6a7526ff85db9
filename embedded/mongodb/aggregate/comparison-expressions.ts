import { compareValues } from "../bson/compare.ts";
import { isTruthy } from "../bson/value.ts";
import { argumentsOf, oneArgument, twoArguments } from "./arguments.ts";
import type { CompileExpressionOperator } from "./expression-operator.ts";

function comparison(name: string, accepts: (order: number) => boolean): [string, CompileExpressionOperator] {
  return [
    name,
    (argument, compile) => {
      const [left, right] = twoArguments(name, argument, compile);
      return (environment) => accepts(compareValues(left(environment), right(environment)));
    },
  ];
}

const any = Number.POSITIVE_INFINITY;

export const comparisonOperators: readonly [string, CompileExpressionOperator][] = [
  comparison("$eq", (order) => order === 0),
  comparison("$ne", (order) => order !== 0),
  comparison("$gt", (order) => order > 0),
  comparison("$gte", (order) => order >= 0),
  comparison("$lt", (order) => order < 0),
  comparison("$lte", (order) => order <= 0),
  [
    "$cmp",
    (argument, compile) => {
      const [left, right] = twoArguments("$cmp", argument, compile);
      return (environment) => Math.sign(compareValues(left(environment), right(environment)));
    },
  ],
  [
    "$and",
    (argument, compile) => {
      const parts = argumentsOf("$and", argument, compile, 0, any);
      return (environment) => parts.every((part) => isTruthy(part(environment)));
    },
  ],
  [
    "$or",
    (argument, compile) => {
      const parts = argumentsOf("$or", argument, compile, 0, any);
      return (environment) => parts.some((part) => isTruthy(part(environment)));
    },
  ],
  [
    "$not",
    (argument, compile) => {
      const part = oneArgument("$not", argument, compile);
      return (environment) => !isTruthy(part(environment));
    },
  ],
];
