import { CommandError, notImplemented } from "../protocol/errors.ts";

/** Throws unless the name is a field of the document itself. Nested fields can't be named. */
export function checkTopLevel(field: string): void {
  if (field === "") throw new CommandError(40352, "FieldPath cannot be constructed with empty string");
  if (field.startsWith("$")) {
    throw new CommandError(
      16410,
      "FieldPath field names may not start with '$'. Consider using $getField or $setField.",
    );
  }
  if (field.includes(".")) throw notImplemented(`nested fields, such as '${field}',`);
}
