import type { Contents, Look } from "./look.ts";
import type { NotingView } from "./view.ts";

/** A read that has begun before the look that shows what is live. */
export interface EarlyRead<T> {
  readonly view: NotingView;
  readonly answer: Promise<T>;
}

/** Begins a read. If it fails and nobody uses it, nothing happens. */
export function beginRead<T>(view: NotingView, read: (view: NotingView) => Promise<T>): EarlyRead<T> {
  const answer = read(view);
  answer.catch(() => undefined);
  return { view, answer };
}

/** What an early read has found, with the contents that it has used; `undefined` if it is not what the look leads to. */
export async function endOfRead<T>(
  read: EarlyRead<T> | undefined,
  look: Look,
): Promise<{ found: T; used: Contents } | undefined> {
  if (!read?.view.isGoodAt(look)) return undefined;
  const found = await read.answer;
  return read.view.isGoodAt(look) ? { found, used: read.view.used } : undefined;
}
