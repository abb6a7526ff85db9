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
  const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(open());
    } catch {
      return undefined;
    }
  };
  return {
    get: (key) => fallback.get(key) ?? attempt((storage) => storage.getItem(key)) ?? undefined,
    set(key, value) {
      const stored = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      });
      if (stored) fallback.remove(key);
      else fallback.set(key, value);
    },
    remove(key) {
      fallback.remove(key);
      attempt((storage) => storage.removeItem(key));
    },
    keys: () => [...new Set([...(attempt(Object.keys) ?? []), ...fallback.keys()])],
  };
}

export const localStore = browserStore(() => window.localStorage);
export const sessionStore = browserStore(() => window.sessionStorage);
