import { compareValues, equalValues } from "../bson/compare.ts";
import { asInteger, docOf, isDoc, isTruthy, typeOf, type Value } from "../bson/value.ts";
import { CommandError } from "../errors.ts";
import { argumentsOf, namedArguments, oneArgument, twoArguments } from "./arguments.ts";
import type { CompileExpressionOperator, Expression } from "./expression-operator.ts";
import type { Environment } from "./variables.ts";

const isNullish = (value: Value | undefined): value is null | undefined =>
  value === undefined || value === null;

/** Null in, null out; anything else than an array throws `code`. */
function arrayOrNull(value: Value | undefined, code: number, message: string): Value[] | null {
  if (isNullish(value)) return null;
  if (!Array.isArray(value)) throw new CommandError(code, `${message}${typeOf(value).alias}`);
  return value;
}

const compileSize: CompileExpressionOperator = (argument, compile) => {
  const part = oneArgument("$size", argument, compile);
  return (environment) => {
    const value = part(environment);
    if (Array.isArray(value)) return value.length;
    throw new CommandError(
      17124,
      `The argument to $size must be an array, but was of type: ${typeOf(value).alias}`,
    );
  };
};

const compileIn: CompileExpressionOperator = (argument, compile) => {
  const [needle, haystack] = twoArguments("$in", argument, compile);
  return (environment) => {
    const array = haystack(environment);
    if (!Array.isArray(array)) {
      throw new CommandError(
        40081,
        `$in requires an array as a second argument, found: ${typeOf(array).alias}`,
      );
    }
    const value = needle(environment);
    return array.some((element) => equalValues(element, value));
  };
};

const compileArrayElemAt: CompileExpressionOperator = (argument, compile) => {
  const [source, place] = twoArguments("$arrayElemAt", argument, compile);
  return (environment) => {
    const from = source(environment);
    const array = arrayOrNull(from, 28689, "$arrayElemAt's first argument must be an array, but is ");
    const at = place(environment);
    if (array === null || isNullish(at)) return null;
    const index = asInteger(at);
    if (index === undefined) {
      throw new CommandError(
        28690,
        `$arrayElemAt's second argument must be a numeric value, but is ${typeOf(at).alias}`,
      );
    }
    return array.at(index);
  };
};

function elementAt(name: string, index: number): [string, CompileExpressionOperator] {
  return [
    name,
    (argument, compile) => {
      const part = oneArgument(name, argument, compile);
      return (environment) => {
        const array = arrayOrNull(part(environment), 28689, `${name}'s argument must be an array, but is `);
        return array === null ? null : array.at(index);
      };
    },
  ];
}

const compileFilter: CompileExpressionOperator = (argument, compile, scope) => {
  const named = namedArguments("$filter", argument, ["input", "cond"], ["as", "limit"]);
  const name = typeof named.as === "string" ? named.as : "this";
  const input = compile(named.input as Value);
  const limit = named.limit === undefined ? undefined : compile(named.limit);
  const condition = compile(named.cond as Value, new Set([...scope, name]));
  return (environment) => {
    const array = arrayOrNull(input(environment), 28651, "input to $filter must be an array not ");
    if (array === null) return null;
    const kept = array.filter((element) => isTruthy(condition(withVariable(environment, name, element))));
    const most = asInteger(limit?.(environment));
    return most === undefined ? kept : kept.slice(0, most);
  };
};

const compileMap: CompileExpressionOperator = (argument, compile, scope) => {
  const named = namedArguments("$map", argument, ["input", "in"], ["as"]);
  const name = typeof named.as === "string" ? named.as : "this";
  const input = compile(named.input as Value);
  const body = compile(named.in as Value, new Set([...scope, name]));
  return (environment) => {
    const array = arrayOrNull(input(environment), 16883, "input to $map must be an array not ");
    return array === null
      ? null
      : array.map((element) => body(withVariable(environment, name, element)) ?? null);
  };
};

const compileReduce: CompileExpressionOperator = (argument, compile, scope) => {
  const named = namedArguments("$reduce", argument, ["input", "initialValue", "in"]);
  const input = compile(named.input as Value);
  const initial = compile(named.initialValue as Value);
  const body = compile(named.in as Value, new Set([...scope, "value", "this"]));
  return (environment) => {
    const array = arrayOrNull(
      input(environment),
      40080,
      "$reduce requires that 'input' be an array, found: ",
    );
    if (array === null) return null;
    return array.reduce<Value | undefined>(
      (value, element) => body(withVariable(withVariable(environment, "value", value), "this", element)),
      initial(environment),
    );
  };
};

function withVariable(environment: Environment, name: string, value: Value | undefined): Environment {
  return { root: environment.root, variables: new Map(environment.variables).set(name, value) };
}

const compileConcatArrays: CompileExpressionOperator = (argument, compile) => {
  const parts = argumentsOf("$concatArrays", argument, compile, 0, Number.POSITIVE_INFINITY);
  return (environment) => {
    const arrays = parts.map((part) =>
      arrayOrNull(part(environment), 28664, "$concatArrays only supports arrays, not "),
    );
    return arrays.includes(null) ? null : arrays.flatMap((array) => array ?? []);
  };
};

const compileIsArray: CompileExpressionOperator = (argument, compile) => {
  const part = oneArgument("$isArray", argument, compile);
  return (environment) => Array.isArray(part(environment));
};

const compileSlice: CompileExpressionOperator = (argument, compile) => {
  const [source, ...rest] = argumentsOf("$slice", argument, compile, 2, 3) as [Expression, ...Expression[]];
  return (environment) => {
    const array = arrayOrNull(
      source(environment),
      28724,
      "First argument to $slice must be an array, but is of type: ",
    );
    const numbers = rest.map((part) => asInteger(part(environment)));
    const [first, count] = numbers;
    if (array === null || first === undefined) return null;
    if (rest.length === 1) return first < 0 ? array.slice(first) : array.slice(0, first);
    if (count === undefined || count <= 0)
      throw new CommandError(28729, "Third argument to $slice must be positive");
    const start = first < 0 ? Math.max(0, array.length + first) : first;
    return array.slice(start, start + count);
  };
};

const compileReverseArray: CompileExpressionOperator = (argument, compile) => {
  const part = oneArgument("$reverseArray", argument, compile);
  return (environment) => {
    const array = arrayOrNull(
      part(environment),
      34435,
      "The argument to $reverseArray must be an array, but was of type: ",
    );
    return array && [...array].reverse();
  };
};

const compileObjectToArray: CompileExpressionOperator = (argument, compile) => {
  const part = oneArgument("$objectToArray", argument, compile);
  return (environment) => {
    const value = part(environment);
    if (isNullish(value)) return null;
    if (!isDoc(value)) {
      throw new CommandError(
        40390,
        `$objectToArray requires a document input, found: ${typeOf(value).alias}`,
      );
    }
    return Object.entries(value).map(([k, v]) =>
      docOf([
        ["k", k],
        ["v", v],
      ]),
    );
  };
};

function extreme(name: string, sign: number): [string, CompileExpressionOperator] {
  return [
    name,
    (argument, compile) => {
      const parts = argumentsOf(name, argument, compile, 1, Number.POSITIVE_INFINITY);
      return (environment) => {
        const found = parts.map((part) => part(environment));
        const [only] = found;
        const values = parts.length === 1 && Array.isArray(only) ? only : found;
        return values.reduce<Value>((best, value) => {
          if (isNullish(value)) return best;
          return best === null || compareValues(value, best) * sign > 0 ? value : best;
        }, null);
      };
    },
  ];
}

export const arrayOperators: readonly [string, CompileExpressionOperator][] = [
  ["$size", compileSize],
  ["$in", compileIn],
  ["$arrayElemAt", compileArrayElemAt],
  elementAt("$first", 0),
  elementAt("$last", -1),
  ["$filter", compileFilter],
  ["$map", compileMap],
  ["$reduce", compileReduce],
  ["$concatArrays", compileConcatArrays],
  ["$isArray", compileIsArray],
  ["$slice", compileSlice],
  ["$reverseArray", compileReverseArray],
  ["$objectToArray", compileObjectToArray],
  extreme("$max", 1),
  extreme("$min", -1),
];
