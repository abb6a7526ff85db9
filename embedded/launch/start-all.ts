/**
 * Returns the results of starts that run at the same time. When one fails, it waits for the others before it
 * rejects: only then can the parts that did start be stopped.
 */
export async function startAll<S extends readonly unknown[]>(
  ...starts: S
): Promise<{ -readonly [P in keyof S]: Awaited<S[P]> }> {
  await Promise.allSettled(starts);
  return Promise.all(starts);
}
