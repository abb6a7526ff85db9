// The names of actors and subjects in entries of the System action log, as in the API's filters.

export const adminName = (id: number) => `admin-${id}`;
export const consumerName = (id: number) => `consumer-${id}`;
export const pinName = (code: string) => `pin-${code}`;
export const importName = (id: string) => `import-${id}`;

export const bulkChangeName = (id: string) => `bulkChange-${id}`;
export const batchName = (name: string) => `batch-${name}`;

export const adminIn = (name: string): number | undefined => numberAfter("admin-", name);

export const consumerIn = (name: string): number | undefined => numberAfter("consumer-", name);

export const codeIn = (name: string): string | undefined => textAfter("pin-", name);

export const textAfter = (prefix: string, name: string): string | undefined =>
  name.startsWith(prefix) ? name.slice(prefix.length) : undefined;

function numberAfter(prefix: string, name: string): number | undefined {
  const text = textAfter(prefix, name);
  return text !== undefined && /^\d{1,16}$/.test(text) ? Number(text) : undefined;
}
