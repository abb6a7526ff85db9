import { type PageLoads, pageLoads } from "./page-loads.ts";

/** A part of the app that is a file of its own and is loaded when it is needed. */
export interface Chunk<T> {
  /** What was loaded; undefined before that. */
  readonly loaded: T | undefined;
  /** Loads it once. After a failure the next call tries again. */
  load(): Promise<T>;
}

export function chunk<T>(fetchIt: () => Promise<T>): Chunk<T> {
  let loaded: T | undefined;
  let loading: Promise<T> | undefined;
  return {
    get loaded() {
      return loaded;
    },
    load() {
      loading ??= fetchIt().then(
        (part) => {
          loaded = part;
          return part;
        },
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
  };
}

/** The server can't be reached, so a chunk could not be loaded. */
export class NoConnection extends Error {}

/**
 * Loads a chunk. If the server answers but the chunk can't be loaded, as after an update, when the old file is gone, `openAnew` loads
 * the whole page. If that didn't help before, the error of the chunk is thrown.
 * @throws {NoConnection} if the server can't be reached
 */
export async function bring<T>(
  wanted: Chunk<T>,
  openAnew: () => void,
  page: PageLoads = pageLoads,
): Promise<T> {
  if (wanted.loaded !== undefined) return wanted.loaded;
  // Some browsers remember that an import failed and never try again, so it isn't tried while the device is offline.
  if (page.offline() && !(await page.serverAnswers())) throw new NoConnection();
  try {
    return await wanted.load();
  } catch {
    if (!(await page.serverAnswers())) throw new NoConnection();
  }
  try {
    return await wanted.load();
  } catch (error) {
    if (page.wasOpenedAnew()) throw error;
    openAnew();
    return new Promise(() => {});
  }
}
