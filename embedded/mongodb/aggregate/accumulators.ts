import { calculateWidening } from "../bson/arithmetic.ts";
import { compareValues } from "../bson/compare.ts";
import { hashKey } from "../bson/hash-key.ts";
import { asNumber, isDoc, isNumber, type NumberValue, toDouble, type Value } from "../bson/value.ts";
import { CommandError } from "../errors.ts";
import { compileExpression } from "./expression.ts";
import type { Expression, Scope } from "./expression-operator.ts";

interface Accumulator {
  add(value: Value | undefined): void;
  result(): Value;
}

function sum(): Accumulator {
  let total: NumberValue = 0;
  return {
    add: (value) => {
      if (isNumber(value)) total = calculateWidening("add", total, value);
    },
    result: () => total,
  };
}

function average(): Accumulator {
  let total = 0;
  let count = 0;
  return {
    add: (value) => {
      if (!isNumber(value)) return;
      total += asNumber(value);
      count++;
    },
    result: () => (count === 0 ? null : toDouble(total / count)),
  };
}

function first(): Accumulator {
  let found: Value | undefined;
  let started = false;
  return {
    add: (value) => {
      if (!started) found = value;
      started = true;
    },
    result: () => found ?? null,
  };
}

function last(): Accumulator {
  let found: Value | undefined;
  return {
    add: (value) => {
      found = value;
    },
    result: () => found ?? null,
  };
}

function extreme(sign: number): Accumulator {
  let best: Value = null;
  return {
    add: (value) => {
      if (value === undefined || value === null) return;
      if (best === null || compareValues(value, best) * sign > 0) best = value;
    },
    result: () => best,
  };
}

function push(): Accumulator {
  const values: Value[] = [];
  return {
    add: (value) => {
      if (value !== undefined) values.push(value);
    },
    result: () => values,
  };
}

function addToSet(): Accumulator {
  const values = new Map<string, Value>();
  return {
    add: (value) => {
      if (value === undefined) return;
      const key = hashKey(value);
      if (!values.has(key)) values.set(key, value);
    },
    result: () => [...values.values()],
  };
}

const accumulators: ReadonlyMap<string, () => Accumulator> = new Map([
  ["$sum", sum],
  ["$avg", average],
  ["$first", first],
  ["$last", last],
  ["$max", () => extreme(1)],
  ["$min", () => extreme(-1)],
  ["$push", push],
  ["$addToSet", addToSet],
  ["$count", sum],
]);

export interface AccumulatedField {
  readonly name: string;
  readonly value: Expression;
  readonly start: () => Accumulator;
}

/** Reads `name: {$sum: …}` of a `$group`. */
export function compileAccumulator(name: string, spec: Value, scope: Scope): AccumulatedField {
  if (name.includes(".")) throw new CommandError(40235, `The field name '${name}' cannot contain '.'`);
  if (name.startsWith("$"))
    throw new CommandError(40236, `The field name '${name}' cannot be an operator name`);
  if (!isDoc(spec)) throw new CommandError(40234, `The field '${name}' must be an accumulator object`);
  const [operator, ...more] = Object.keys(spec);
  if (operator === undefined || more.length > 0) {
    throw new CommandError(40238, `The field '${name}' must specify one accumulator`);
  }
  const start = accumulators.get(operator);
  if (!start) throw new CommandError(15952, `unknown group operator '${operator}'`);
  const value = operator === "$count" ? () => 1 : compileExpression(spec[operator] as Value, scope);
  return { name, value, start };
}
