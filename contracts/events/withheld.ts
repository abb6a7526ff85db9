/** Fields that no export contains: hashes of passwords, and persons' keys. */
const withheldFields: ReadonlySet<string> = new Set(["passwordHash", "wrappedKey"]);

/** Stands in an export for a value that exports don't contain. */
export const withheld = "(withheld)";

/**
 * The data of an event for an export, at any depth: hashes of passwords and persons' keys are replaced, and
 * values that are still encrypted are `null`.
 */
export function exportedData(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(exportedData);
  if (typeof data !== "object" || data === null) return data;
  if ("$sealed" in data) return null;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      withheldFields.has(name) ? withheld : exportedData(value),
    ]),
  );
}

/** Whether the data have a value that exports don't contain, at any depth. */
export function hasWithheld(data: unknown): boolean {
  if (Array.isArray(data)) return data.some(hasWithheld);
  if (typeof data !== "object" || data === null) return false;
  return Object.entries(data).some(([name, value]) => withheldFields.has(name) || hasWithheld(value));
}
