import type { TableKeys } from "@ornament/contracts/tables/table-keys";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { sessionStore } from "../../app/browser-storage/safe-storage.ts";
import { listStatePrefix } from "../../app/session/session-actions.ts";
import {
  type ChangeList,
  changedList,
  hasListState,
  type List,
  type ListState,
  pagesOf,
  readListState,
  writeListState,
} from "../../ui/table/list-state.ts";
import { readDates } from "../dates/date-entry.ts";

/** The state of a table's entry of the history. */
interface Entry {
  /** Its URL holds the whole state, even if it is empty. */
  settledTable?: true;
  /** The search came with a jump, and the admin has chosen no other rows since. */
  jump?: boolean;
}

/** The state of a link to a table whose search is for this visit only. */
export const jumpState = { jump: true } as const satisfies Entry;

const read = <T extends TableKeys>(search: string | undefined, table: T): ListState<T> =>
  readDates(readListState(new URLSearchParams(search), table));

/**
 * A table's state, which the URL holds, and its changes: Back undoes each of them. A link without a state opens the
 * table as this tab showed it last; the search of a link with `jumpState` isn't remembered for that. Sign-out
 * forgets it. `table` must be a constant.
 * @param name of the table in session storage
 */
export function useListState<T extends TableKeys>(name: string, table: T): List<T> {
  const storageKey = listStatePrefix + name;
  const { search, hash, state: given } = useLocation();
  const navigate = useNavigate();
  const entry = given as Entry | null;
  const inUrl = entry?.settledTable === true || hasListState(new URLSearchParams(search), table);
  const jump = entry?.jump === true;
  const source = inUrl ? search : sessionStore.get(storageKey);
  const state = useMemo(() => read(source, table), [source, table]);
  const written = writeListState(state, table).toString();
  const latest = useRef(state);
  const shown = useRef(written);
  // Only a changed state counts: a render before the URL has followed a choice must not undo that choice.
  if (shown.current !== written) latest.current = state;
  shown.current = written;

  const goTo = useCallback(
    (next: ListState<T>, how: { replace?: boolean; flushSync?: boolean }, isJump: boolean) => {
      const params = writeListState(next, table, new URLSearchParams(search));
      const kept = how.replace && typeof entry === "object" ? entry : {};
      const settled: Entry = { ...kept, settledTable: true, jump: isJump };
      void navigate(
        { search: params.toString(), hash },
        { ...how, preventScrollReset: true, state: settled },
      );
    },
    [table, search, hash, entry, navigate],
  );

  useEffect(() => {
    // A press before this effect has chosen the latest state already.
    if (!inUrl) goTo(latest.current, { replace: true }, false);
    else if (!jump) sessionStore.set(storageKey, written);
  }, [storageKey, inUrl, jump, written, goTo]);

  const change: ChangeList<T> = useCallback(
    (part, how) => {
      const before = latest.current;
      const next = changedList(before, part);
      const { page = before.page } = part;
      if (JSON.stringify({ ...next, page }) === JSON.stringify(before)) return;
      latest.current = next;
      const staysJump = jump && Object.keys(part).every((name) => layout.includes(name));
      if (staysJump && part.page === undefined) {
        const own = { ...read(sessionStore.get(storageKey), table), ...part };
        sessionStore.set(storageKey, writeListState(own, table).toString());
      }
      // On a slow phone, React would render this URL after the next choice, which would then be lost.
      goTo(next, { flushSync: true, ...how }, staysJump);
    },
    [storageKey, table, jump, goTo],
  );
  return [state, change];
}

/** What doesn't choose other rows, but their page, order or number. */
const layout: readonly string[] = ["page", "fieldName", "direction", "limit"];

/** Leaves a page that doesn't exist, as soon as the number of rows is loaded. */
export function useClampedPage(
  { page, limit }: Pick<ListState, "page" | "limit">,
  count: number | undefined,
  change: (part: { page: number }, how: { replace: true; flushSync: false }) => void,
): void {
  useEffect(() => {
    if (count === undefined || page <= pagesOf(count, limit)) return;
    change({ page: pagesOf(count, limit) }, { replace: true, flushSync: false });
  }, [page, limit, count, change]);
}
