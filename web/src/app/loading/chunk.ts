import { type PageLoads, pageLoads } from "./page-loads.ts";

/** A part of the app in a separate file, which is loaded when it is needed. */
export interface Chunk<T> {
  /** The loaded code; undefined before that. */
  readonly loaded: T | undefined;
  /** Loads the code once. After a failure the next call tries again. */
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
 * Loads a chunk. If the server answers but the chunk can't be loaded, `reopen` loads the whole page: after an
 * update the old file is gone. If that didn't help before, the error of the chunk is thrown.
 * @throws {NoConnection} if the server can't be reached
 */
export async function bring<T>(
  wanted: Chunk<T>,
  reopen: () => void,
  page: PageLoads = pageLoads,
): Promise<T> {
  if (wanted.loaded !== undefined) return wanted.loaded;
  // Some browsers remember a failed import and never try it again, so nothing is imported while the device is
  // offline.
  if (page.offline() && !(await page.serverAnswers())) throw new NoConnection();
  try {
    return await wanted.load();
  } catch {
    if (!(await page.serverAnswers())) throw new NoConnection();
  }
  try {
    return await wanted.load();
  } catch (error) {
    if (page.wasReopened()) throw error;
    reopen();
    return new Promise(() => {});
  }
}
