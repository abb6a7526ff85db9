import { afterAll, afterEach, beforeAll, beforeEach } from "@jest/globals";
import { startTestCommandApi } from "./test-command-api.ts";

/** What a hook makes, usable as soon as a test runs. */
function standing<T extends object>(before: typeof beforeAll, make: () => T | Promise<T>): T {
  let current: T;
  before(async () => {
    current = await make();
  });
  return new Proxy({} as T, {
    get(_none, name) {
      const value: unknown = Reflect.get(current, name);
      return typeof value === "function" ? value.bind(current) : value;
    },
    set: (_none, name, value) => Reflect.set(current, name, value),
  });
}

/** Something that all tests of a file share. */
export const forFile = <T extends object>(make: () => T | Promise<T>): T => standing(beforeAll, make);
/** Something that each test gets new. */
export const forEachTest = <T extends object>(make: () => T | Promise<T>): T => standing(beforeEach, make);

type Given = Parameters<typeof startTestCommandApi>;

/** command-api for all tests of a file. */
export function apiForFile(...given: Given) {
  const api = forFile(() => startTestCommandApi(...given));
  afterAll(() => api.stop());
  return api;
}

/** A new command-api for each test. */
export function apiForEachTest(...given: Given) {
  const api = forEachTest(() => startTestCommandApi(...given));
  afterEach(() => api.stop());
  return api;
}
