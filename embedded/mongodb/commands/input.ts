import { type Doc, isDoc, isNumber, isTruthy, shown } from "../bson/values.ts";
import { CommandError, notImplemented, typeMismatch } from "../protocol/errors.ts";

/** The fields of a command or of one of its parts, each read with its required type. */
export class Input {
  constructor(
    readonly name: string,
    readonly body: Doc,
  ) {}

  /** Refuses every other field. */
  allowOnly(known: readonly string[]): void {
    const other = Object.keys(this.body).find((key) => !known.includes(key));
    if (other !== undefined) throw notImplemented(`uses of '${other}' in '${this.name}'`);
  }

  string(field: string): string {
    return this.optionalString(field) ?? this.missing(field);
  }

  optionalString(field: string): string | undefined {
    const value = this.body[field];
    return value === undefined || typeof value === "string" ? value : this.wrong(field, value, "string");
  }

  doc(field: string): Doc {
    return this.optionalDoc(field) ?? this.missing(field);
  }

  optionalDoc(field: string): Doc | undefined {
    const value = this.body[field];
    return value === undefined || isDoc(value) ? value : this.wrong(field, value, "object");
  }

  docOrEmpty(field: string): Doc {
    return this.optionalDoc(field) ?? {};
  }

  array(field: string): unknown[] {
    const value = this.body[field] ?? this.missing(field);
    return Array.isArray(value) ? value : this.wrong(field, value, "array");
  }

  docs(field: string): Doc[] {
    return this.array(field).map((value, i) =>
      isDoc(value) ? value : this.wrong(`${field}.${i}`, value, "object"),
    );
  }

  flag(field: string, otherwise = false): boolean {
    const value = this.body[field];
    if (value === undefined || value === null) return otherwise;
    if (typeof value === "boolean" || isNumber(value)) return isTruthy(value);
    return this.wrong(field, value, "bool");
  }

  /** A whole number that is not negative. */
  optionalCount(field: string): number | undefined {
    const value = this.body[field];
    if (value === undefined || value === null) return undefined;
    if (!isNumber(value)) return this.wrong(field, value, "number");
    const number = Math.trunc(Number(value));
    if (!Number.isSafeInteger(number)) {
      throw new CommandError(2, `BSON field '${field}' value must be a whole number`);
    }
    if (number < 0) {
      throw new CommandError(51024, `BSON field '${field}' value must be >= 0, actual value '${number}'`);
    }
    return number;
  }

  /** The BSON of documents. */
  rawDocs(field: string): Buffer[] {
    return this.array(field).map((value, i) =>
      value instanceof Uint8Array
        ? Buffer.from(value.buffer, value.byteOffset, value.length)
        : this.wrong(`${field}.${i}`, value, "object"),
    );
  }

  missing(field: string): never {
    throw new CommandError(40414, `BSON field '${this.name}.${field}' is missing but a required field`);
  }

  wrong(field: string, value: unknown, expected: string): never {
    throw typeMismatch(
      `BSON field '${this.name}.${field}' is the wrong type: ${shown(value)}, expected type '${expected}'`,
    );
  }
}
