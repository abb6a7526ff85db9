import type { Readiness } from "./service-app.ts";

/** With `soon` the next check is made earlier, because the service is almost ready. */
export type CheckResult = Readiness & { readonly soon?: boolean };

const freshMilliseconds = 1_000;
const soonMilliseconds = 100;

export type SharedCheck = ReturnType<typeof sharedCheck>;

/** Makes a check at most once a second, and only for a caller. Callers in between share the result. */
export function sharedCheck(check: () => Promise<CheckResult>, now: () => number = () => performance.now()) {
  let last: { readonly found: Promise<Readiness>; until: number } | undefined;
  return {
    current(): Promise<Readiness> {
      if (last && now() < last.until) return last.found;
      const begun = now();
      const found = check().then(({ soon, ...readiness }) => {
        if (soon) current.until = begun + soonMilliseconds;
        return readiness;
      });
      const current = { found, until: begun + freshMilliseconds };
      last = current;
      return found;
    },
    forget(): void {
      last = undefined;
    },
  };
}
