/** The largest number of threads that V8 takes by default. */
const usualThreads = 4;

/** The limit of the document store's heap, which holds all documents, in MiB. */
const documentStoreHeap = 4096;

/** New objects may take three times this number of MiB before the used ones are moved; V8's default is 16. */
const room = "--max-semi-space-size=32";

const flagsOf: Readonly<Record<string, readonly string[]>> = {
  // V8 would mark the whole heap in quiet times, to give memory back.
  mongodb: [`--max-old-space-size=${documentStoreHeap}`, room, "--no-memory-reducer"],
  projector: [room],
};

/**
 * The flags of Node for a part's process, on a machine with this number of cores. See
 * docs/decisions/0044-garbage-collection.md
 */
export function nodeFlags(part: string, cores: number): string[] {
  const threads = Math.min(usualThreads, Math.max(1, cores - 1));
  return [`--v8-pool-size=${threads}`, ...(flagsOf[part] ?? [])];
}
