import type { Readiness } from "./service-app.ts";

/** What a look found. With `soon` it is looked again before long, for all that is awaited is a little more work. */
export type Looked = Readiness & { readonly soon?: boolean };

const freshMilliseconds = 1_000;
const soonMilliseconds = 100;

export interface SharedLook {
  /** What the latest look found, as of a second ago at most. */
  current(): Promise<Readiness>;
  /** The next who asks looks anew. */
  forget(): void;
}

/** Looks at something while somebody asks, once a second at most. Everybody who asks meanwhile shares a look. */
export function sharedLook(
  look: () => Promise<Looked>,
  now: () => number = () => performance.now(),
): SharedLook {
  let last: { readonly found: Promise<Readiness>; until: number } | undefined;
  return {
    current() {
      if (last && now() < last.until) return last.found;
      const begun = now();
      const found = look().then(({ soon, ...readiness }) => {
        if (soon) current.until = begun + soonMilliseconds;
        return readiness;
      });
      const current = { found, until: begun + freshMilliseconds };
      last = current;
      return found;
    },
    forget() {
      last = undefined;
    },
  };
}
