/** The largest number of threads that V8 takes by default. */
const usualThreads = 4;

/**
 * The projector's new objects may take three times this number of MiB before the used ones are moved; V8's
 * default is 16.
 */
const room = "--max-semi-space-size=32";

/**
 * The flags of Node for a part's process, on a machine with this number of cores. See
 * docs/decisions/0013-embedded-servers.md
 */
export function nodeFlags(part: string, cores: number): string[] {
  const threads = Math.min(usualThreads, Math.max(1, cores - 1));
  return [`--v8-pool-size=${threads}`, ...(part === "projector" ? [room] : [])];
}
