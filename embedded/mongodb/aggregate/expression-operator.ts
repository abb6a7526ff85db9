import type { Value } from "../bson/value.ts";
import type { Environment } from "./variables.ts";

/** Undefined is a missing value. */
export type Expression = (environment: Environment) => Value | undefined;

/** Names of the variables in reach, without dollars. */
export type Scope = ReadonlySet<string>;

export type Compile = (value: Value, scope?: Scope) => Expression;

/** Makes an operator's expression from its argument; `compile` compiles parts in the present scope, or a wider one. */
export type CompileExpressionOperator = (argument: Value, compile: Compile, scope: Scope) => Expression;
