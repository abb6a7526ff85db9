import { calculate } from "../bson/arithmetic.ts";
import { compareValues, identicalValues } from "../bson/compare.ts";
import { renderValue } from "../bson/render.ts";
import { type Doc, isNumber, typeOf, type Value } from "../bson/value.ts";
import { badValue, typeMismatch } from "../errors.ts";

export interface Target {
  readonly path: string;
  /** The document before the update, for error messages. */
  readonly doc: Doc;
}

/** Gives the new value of a field; the present one, unchanged, when there is nothing to do. */
export type FieldChange = (current: Value | undefined, target: Target) => Value | undefined;

export const nameOf = ({ doc }: Target) => `{_id: ${renderValue(doc._id)}}`;

const lastName = (path: string) => path.split(".").at(-1) ?? path;

export function setTo(operand: Value): FieldChange {
  return (current) => (identicalValues(current, operand) ? current : operand);
}

export function arithmetic(name: "$inc" | "$mul", path: string, operand: Value): FieldChange {
  const verb = name === "$inc" ? "increment" : "multiply";
  if (!isNumber(operand)) {
    throw typeMismatch(`Cannot ${verb} with non-numeric argument: {${path}: ${renderValue(operand)}}`);
  }
  return (current, target) => {
    if (current === undefined) return name === "$inc" ? operand : calculate("multiply", operand, 0);
    if (!isNumber(current)) {
      throw typeMismatch(
        `Cannot apply ${name} to a value of non-numeric type. ${nameOf(target)} has the field '${lastName(path)}' of non-numeric type ${typeOf(current).alias}`,
      );
    }
    const result = calculate(name === "$inc" ? "add" : "multiply", current, operand);
    if (result === undefined) {
      throw badValue(
        `Failed to apply ${name} operations to current value (${renderValue(current)}) for document ${nameOf(target)}`,
      );
    }
    return identicalValues(current, result) ? current : result;
  };
}

/** $max with sign 1, $min with -1. */
export function bound(sign: number, operand: Value): FieldChange {
  return (current) =>
    current === undefined || compareValues(operand, current) * sign > 0 ? operand : current;
}

export const unset: FieldChange = () => undefined;
