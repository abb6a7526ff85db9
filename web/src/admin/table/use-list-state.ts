import type { TableKeys } from "@ornament/contracts/tables/table-keys";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { listStatePrefix } from "../../app/session/session-actions.ts";
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
import { readDates } from "../dates/date-entry.ts";

/** Marks a table's entry of the history: its URL holds the whole state, even if it is empty. */
interface Settled {
  settledTable?: true;
}

/**
 * A table's state. The URL holds it for links and reloads; session storage holds it for an admin who returns
 * by a link. The URL wins over the storage, the storage over the defaults. Back undoes each change. Sign-out
 * clears the storage. `table` must be a constant.
 * @param name of the table in session storage
 */
export function useListState<T extends TableKeys>(name: string, table: T): List<T> {
  const storageKey = listStatePrefix + name;
  const { key, search, hash, state: entry } = useLocation();
  const navigate = useNavigate();
  const known =
    hasListState(new URLSearchParams(search), table) || (entry as Settled | null)?.settledTable === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each entry, because a choice changes it before the URL has followed.
  const remembered = useMemo(() => sessionStore.get(storageKey) ?? "", [storageKey, key]);
  const source = known ? search : remembered;
  const state = useMemo(() => readDates(readListState(new URLSearchParams(source), table)), [source, table]);
  const latest = useRef(state);
  const shown = useRef(state);
  // Only a changed URL counts: a render before the URL has followed a choice must not undo that choice.
  if (shown.current !== state) latest.current = state;
  shown.current = state;

  const goTo = useCallback(
    (next: ListState<T>, replace: boolean) => {
      const params = writeListState(next, table, new URLSearchParams(search));
      const kept = replace ? (entry as object | null) : {};
      void navigate(
        { search: params.toString(), hash },
        { replace, preventScrollReset: true, state: { ...kept, settledTable: true } satisfies Settled },
      );
    },
    [table, search, hash, entry, navigate],
  );

  useEffect(() => {
    sessionStore.set(storageKey, writeListState(state, table).toString());
    if (!known) goTo(state, true);
  }, [storageKey, known, state, table, goTo]);

  const dispatch = useCallback(
    (action: ListAction<T>) => {
      const next = reduceList(latest.current, action, table);
      const written = writeListState(next, table).toString();
      if (written === writeListState(latest.current, table).toString()) return;
      latest.current = next;
      sessionStore.set(storageKey, written);
      goTo(next, isNoStep(action));
    },
    [storageKey, table, goTo],
  );
  return [state, dispatch];
}

/**
 * Whether Back has nothing to return to: the page that was left doesn't exist, or its search was being typed.
 */
const isNoStep = (action: ListAction): boolean =>
  action.type === "counted" || (action.type === "search" && action.continued === true);

/** Leaves a page that doesn't exist, as soon as the number of rows is loaded. */
export function useClampedPage(
  { page }: Pick<ListState, "page">,
  count: number | undefined,
  dispatch: (action: CountedAction) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page number in the URL is checked against the same count.
  useEffect(() => {
    if (count !== undefined) dispatch({ type: "counted", count });
  }, [count, page, dispatch]);
}
