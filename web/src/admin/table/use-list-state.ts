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

/** The state of a table's entry of the history. */
interface Settled {
  /** Its URL holds the whole state, even if it is empty. */
  settledTable?: true;
  /** The search came with a jump, and the admin has chosen no other rows since. */
  jump?: boolean;
}

/** The state of a link to a table whose search is for this visit only. */
export const jumpState = { jump: true } as const satisfies Settled;

/**
 * A table's state. The URL holds it for links and reloads; session storage holds it for an admin who returns
 * by a link. The URL wins over the storage, the storage over the defaults. The search of a link with `jumpState`
 * is not stored: the next visit has the admin's own choices. Back undoes each change. Sign-out clears the
 * storage. `table` must be a constant.
 * @param name of the table in session storage
 */
export function useListState<T extends TableKeys>(name: string, table: T): List<T> {
  const storageKey = listStatePrefix + name;
  const { key, search, hash, state: entry } = useLocation();
  const navigate = useNavigate();
  const settled = entry as Settled | null;
  const known = hasListState(new URLSearchParams(search), table) || settled?.settledTable === true;
  const isJump = settled?.jump === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for each entry, because a choice changes it before the URL has followed.
  const remembered = useMemo(() => sessionStore.get(storageKey) ?? "", [storageKey, key]);
  const source = known ? search : remembered;
  const state = useMemo(() => readDates(readListState(new URLSearchParams(source), table)), [source, table]);
  const written = writeListState(state, table).toString();
  const latest = useRef(state);
  const shown = useRef(written);
  // Only a changed state counts: a render before the URL has followed a choice must not undo that choice.
  if (shown.current !== written) latest.current = state;
  shown.current = written;

  const goTo = useCallback(
    (next: ListState<T>, how: { replace: boolean; flushSync: boolean; jump: boolean }) => {
      const { jump, ...options } = how;
      const params = writeListState(next, table, new URLSearchParams(search));
      const kept = options.replace && typeof entry === "object" ? entry : {};
      const state: Settled = { ...kept, settledTable: true, jump };
      void navigate({ search: params.toString(), hash }, { ...options, preventScrollReset: true, state });
    },
    [table, search, hash, entry, navigate],
  );

  useEffect(() => {
    if (!isJump) sessionStore.set(storageKey, written);
    // A press before this effect has chosen the latest state already.
    if (!known) goTo(latest.current, { replace: true, flushSync: false, jump: false });
  }, [storageKey, known, isJump, written, goTo]);

  const dispatch = useCallback(
    (action: ListAction<T>) => {
      const next = reduceList(latest.current, action, table);
      const nextWritten = writeListState(next, table).toString();
      if (nextWritten === writeListState(latest.current, table).toString()) return;
      latest.current = next;
      const staysJump = isJump && !choosesRows(action);
      sessionStore.set(
        storageKey,
        staysJump ? withLayoutOf(next, sessionStore.get(storageKey), table) : nextWritten,
      );
      // On a slow phone, React would render this URL after the next choice, which would then be lost. An
      // effect can't render, and "counted" comes from one.
      goTo(next, {
        replace: isNoStep(action),
        flushSync: action.type !== "counted",
        jump: staysJump,
      });
    },
    [storageKey, table, isJump, goTo],
  );
  return [state, dispatch];
}

/** Whether the admin chooses other rows, and not their page, order or number. */
const choosesRows = ({ type }: ListAction): boolean =>
  type !== "page" && type !== "counted" && type !== "sort" && type !== "limit";

/** The stored state with the order and page size of another state. */
function withLayoutOf<T extends TableKeys>(
  { fieldName, direction, limit }: ListState<T>,
  stored: string | undefined,
  table: T,
): string {
  const before = readListState(new URLSearchParams(stored), table);
  return writeListState({ ...before, fieldName, direction, limit }, table).toString();
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
