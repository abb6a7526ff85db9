import { limits } from "@ornament/contracts/domain/limits";
import { useMemo, useState } from "react";

/** The chosen PINs of a table: single rows, or all PINs of its search. */
export interface ChosenPins {
  readonly ids: ReadonlySet<number>;
  /** Whether all PINs of the search are chosen, on all pages. */
  readonly all: boolean;
  /** Whether no more rows can be chosen. */
  readonly full: boolean;
  choose(ids: readonly number[], chosen: boolean): void;
  chooseAll(): void;
  clear(): void;
}

const none = { ids: new Set<number>(), all: false } as const;

/**
 * Keeps the choice on all pages of a search. Another search has a choice of its own.
 * @param search identifies the search and the filters of the table
 */
export function useChosenPins(search: string): ChosenPins {
  const [kept, setKept] = useState<{ search: string; ids: ReadonlySet<number>; all: boolean }>({
    search,
    ...none,
  });
  const { ids, all } = kept.search === search ? kept : none;
  return useMemo(
    () => ({
      ids,
      all,
      full: ids.size >= limits.chosenPins,
      choose(changed, chosen) {
        const next = new Set(ids);
        for (const id of changed) {
          if (!chosen) next.delete(id);
          else if (next.size < limits.chosenPins) next.add(id);
        }
        setKept({ search, ids: next, all: false });
      },
      chooseAll: () => setKept({ search, ids: new Set(), all: true }),
      clear: () => setKept({ search, ...none }),
    }),
    [search, ids, all],
  );
}
