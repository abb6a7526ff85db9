import type { TableKeys } from "@ornament/contracts/tables/table-keys";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { sessionStore } from "../../app/safe-storage.ts";
import { listStatePrefix } from "../../app/session-actions.ts";
import {
  type CountedAction,
  hasListState,
  type List,
  type ListAction,
  type ListState,
  readListState,
  reduceList,
  writeListState,
} from "../../ui/table/list-state.ts";

/**
 * A table's state. It is in the address, so that it can be linked and reloaded, and in session storage, so that the
 * table is unchanged when the user returns to it. The address wins over the storage, the storage over the defaults.
 * Sign-out clears the storage. `table` must be a constant.
 * @param name of the table in session storage
 */
export function useListState<T extends TableKeys>(name: string, table: T): List<T> {
  const storageKey = listStatePrefix + name;
  const [params, setParams] = useSearchParams();
  const inAddress = hasListState(params);
  const source = inAddress ? params.toString() : (sessionStore.get(storageKey) ?? "");
  const state = useMemo(() => readListState(new URLSearchParams(source), table), [source, table]);
  const latest = useRef(state);
  const shown = useRef(state);
  // Only a changed address counts: a render before the address has followed a choice must not undo that choice.
  if (shown.current !== state) latest.current = state;
  shown.current = state;

  useEffect(() => {
    sessionStore.set(storageKey, writeListState(state, table).toString());
    if (inAddress || writeListState(state, table).size === 0) return;
    setParams((before) => writeListState(state, table, before), { replace: true, preventScrollReset: true });
  }, [storageKey, inAddress, state, table, setParams]);

  const dispatch = useCallback(
    (action: ListAction<T>) => {
      const next = reduceList(latest.current, action);
      if (next === latest.current) return;
      latest.current = next;
      sessionStore.set(storageKey, writeListState(next, table).toString());
      setParams((before) => writeListState(next, table, before), { replace: true, preventScrollReset: true });
    },
    [storageKey, table, setParams],
  );
  return [state, dispatch];
}

/** Leaves a page that doesn't exist, as soon as the number of rows is known. */
export function useClampedPage(
  { page }: Pick<ListState, "page">,
  count: number | undefined,
  dispatch: (action: CountedAction) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page typed into the address is checked against the same count.
  useEffect(() => {
    if (count !== undefined) dispatch({ type: "counted", count });
  }, [count, page, dispatch]);
}
