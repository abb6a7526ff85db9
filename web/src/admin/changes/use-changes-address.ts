import { useCallback, useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { type ChangesAddress, readChangesAddress, writeChangesAddress } from "./changes-address.ts";

export type ChangeAddress = (change: Partial<ChangesAddress>, how?: { replace?: boolean }) => void;

/**
 * The chosen instants and page, which the address holds. An address without them gets those of its first
 * display, so that a reload shows the same. Back undoes each choice. Other instants or another page size begin at
 * page 1.
 */
export function useChangesAddress(): [ChangesAddress, ChangeAddress] {
  const { search } = useLocation();
  const navigate = useNavigate();
  const opened = useRef(new Date());
  const params = new URLSearchParams(search);
  const address = readChangesAddress(params, opened.current);
  const isWhole = params.has("from") && params.has("to");
  const latest = useRef(address);
  latest.current = address;

  const change = useCallback<ChangeAddress>(
    (changed, { replace = false } = {}) => {
      latest.current = { ...latest.current, page: 1, ...changed };
      void navigate(
        { search: writeChangesAddress(latest.current) },
        { replace, preventScrollReset: true, flushSync: !replace },
      );
    },
    [navigate],
  );
  useEffect(() => {
    if (!isWhole) change({ page: latest.current.page }, { replace: true });
  }, [isWhole, change]);
  return [address, change];
}
