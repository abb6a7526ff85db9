/** The most threads that V8 takes by itself. */
const usualThreads = 4;

/**
 * The flags of a part's process, for a machine with so many cores. V8 collects garbage with four threads however few cores there are; while it marks
 * a large heap, they take the cores from the part itself and from all others. `heap` is the limit of the heap in MiB.
 * See docs/decisions/0044-threads-of-v8.md
 */
export function nodeFlags({ cores, heap }: { cores: number; heap: number | undefined }): string[] {
  const threads = Math.min(usualThreads, Math.max(1, cores - 1));
  return [`--v8-pool-size=${threads}`, ...(heap === undefined ? [] : [`--max-old-space-size=${heap}`])];
}
