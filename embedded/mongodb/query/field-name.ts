import { CommandError, notImplemented } from "../protocol/errors.ts";

/** Throws for anything but a field of the document itself, as filters, orders, projections and updates name it here. */
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
