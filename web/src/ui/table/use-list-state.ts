import { useCallback, useEffect, useMemo, useRef } from "react";
import { useSearchParams } from "react-router";
import { sessionStore } from "../../app/safe-storage.ts";
import { listStatePrefix } from "../../app/session-actions.ts";
import {
  type ListAction,
  type ListRules,
  type ListState,
  namesListState,
  readListState,
  reduceList,
  writeListState,
} from "./list-state.ts";

/**
 * A table's state: in the address, so that it can be linked and reloaded, and remembered for the browser session, so that the table
 * is as it was on return. The address goes over what is remembered, that over the defaults; sign-out clears it. `rules` must
 * be a constant.
 */
export function useListState(tableName: string, rules: ListRules): [ListState, (action: ListAction) => void] {
  const storageKey = listStatePrefix + tableName;
  const [params, setParams] = useSearchParams();
  const inAddress = namesListState(params);
  const source = inAddress ? params.toString() : (sessionStore.get(storageKey) ?? "");
  const state = useMemo(() => readListState(new URLSearchParams(source), rules), [source, rules]);
  const latest = useRef(state);
  const shown = useRef(state);
  // Only what the address says anew: a render before it has followed a choice must not undo that choice for the next one.
  if (shown.current !== state) latest.current = state;
  shown.current = state;

  useEffect(() => {
    sessionStore.set(storageKey, writeListState(state, rules).toString());
    if (inAddress || writeListState(state, rules).size === 0) return;
    setParams((before) => writeListState(state, rules, before), { replace: true, preventScrollReset: true });
  }, [storageKey, inAddress, state, rules, setParams]);

  const dispatch = useCallback(
    (action: ListAction) => {
      const next = reduceList(latest.current, action);
      if (next === latest.current) return;
      latest.current = next;
      sessionStore.set(storageKey, writeListState(next, rules).toString());
      setParams((before) => writeListState(next, rules, before), { replace: true, preventScrollReset: true });
    },
    [storageKey, rules, setParams],
  );
  return [state, dispatch];
}

/** Once the answer is there: leaves a page that no longer exists. */
export function useClampedPage(
  { page }: ListState,
  count: number | undefined,
  dispatch: (action: ListAction) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page typed into the address is checked against the same count.
  useEffect(() => {
    if (count !== undefined) dispatch({ type: "counted", count });
  }, [count, page, dispatch]);
}
