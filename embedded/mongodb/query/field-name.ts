import { notImplemented } from "../protocol/errors.ts";

/** Throws unless the name is that of a field of the document itself. */
export function checkTopLevel(field: string): void {
  if (field.includes(".")) throw notImplemented(`nested fields, such as '${field}',`);
  if (field === "" || field.startsWith("$")) throw notImplemented(`fields such as '${field}'`);
}
