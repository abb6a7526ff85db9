// The names of actors and subjects in entries of the System action log, as in the API's filters.

export const adminName = (id: number) => `admin-${id}`;
export const consumerName = (id: number) => `consumer-${id}`;
export const pinName = (code: string) => `pin-${code}`;
export const importName = (id: string) => `import-${id}`;

export const bulkChangeName = (id: string) => `bulkChange-${id}`;
export const batchName = (name: string) => `batch-${name}`;

/** The id of an admin's name; `undefined` for another name. */
export const adminIn = (name: string): number | undefined => numberAfter("admin-", name);

/** The id of a consumer's name; `undefined` for another name. */
export const consumerIn = (name: string): number | undefined => numberAfter("consumer-", name);

/** The code of a PIN's name; `undefined` for another name. */
export const codeIn = (name: string): string | undefined => textAfter("pin-", name);

/** The name without its kind; `undefined` for a name of another kind. */
export const textAfter = (prefix: string, name: string): string | undefined =>
  name.startsWith(prefix) ? name.slice(prefix.length) : undefined;

function numberAfter(prefix: string, name: string): number | undefined {
  const text = textAfter(prefix, name);
  return text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : undefined;
}
