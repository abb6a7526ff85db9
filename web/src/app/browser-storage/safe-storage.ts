/** The part of Storage that the product uses. */
export interface KeyValueStore {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
  remove(key: string): void;
  keys(): string[];
}

/** For tests, and for browsers that store nothing, such as some private windows. */
export function memoryStore(): KeyValueStore {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    remove: (key) => void values.delete(key),
    keys: () => [...values.keys()],
  };
}

/** A browser's storage that never throws. A value that can't be stored is kept until the page closes. */
export function browserStore(open: () => Storage): KeyValueStore {
  const fallback = memoryStore();
  const attempt = <T>(use: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      return use(open());
    } catch {
      return otherwise();
    }
  };
  return {
    get: (key) =>
      fallback.get(key) ??
      attempt(
        (storage) => storage.getItem(key) ?? undefined,
        () => undefined,
      ),
    set: (key, value) =>
      attempt(
        (storage) => {
          storage.setItem(key, value);
          fallback.remove(key);
        },
        () => fallback.set(key, value),
      ),
    remove: (key) => {
      fallback.remove(key);
      attempt(
        (storage) => storage.removeItem(key),
        () => undefined,
      );
    },
    keys: () => {
      const stored = attempt(
        (storage) => Object.keys(storage),
        () => [],
      );
      return [...new Set([...stored, ...fallback.keys()])];
    },
  };
}

export const localStore = browserStore(() => window.localStorage);
export const sessionStore = browserStore(() => window.sessionStorage);
