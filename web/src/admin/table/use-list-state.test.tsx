/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { pinsTable } from "@ornament/contracts/tables/pins";
import { act, cleanup, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation, useNavigate } from "react-router";
import { useClampedPage, useListState } from "./use-list-state.ts";

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

/** The hook of the Pins table at an address, with what a test wants to see and do. */
function listAt(address: string, count?: number) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
  );
  const { result, unmount } = renderHook(
    () => {
      const [state, dispatch] = useListState("pins", pinsTable);
      useClampedPage(state, count, dispatch);
      return { state, dispatch, search: useLocation().search, navigate: useNavigate() };
    },
    { wrapper },
  );
  return { now: () => result.current, unmount };
}

test("a table without an address and without a past has its defaults, and the address stays empty", () => {
  const { now } = listAt("/admin/table-pins");
  expect(now().state).toMatchObject({ page: 1, limit: 10, query: "", field: "all" });
  expect(now().search).toBe("");
});

test("a table's address says what it shows, so that it can be linked", () => {
  const { now } = listAt("/admin/table-pins?page=3&limit=25&query=AAAA");
  expect(now().state).toMatchObject({ page: 3, limit: 25, query: "AAAA" });
});

test("a choice changes the table and its address", () => {
  const { now } = listAt("/admin/table-pins");
  act(() => now().dispatch({ type: "search", query: "AAAA" }));
  expect(now().state.query).toBe("AAAA");
  expect(now().search).toContain("query=AAAA");
});

test("two choices before the next render are both kept", () => {
  const { now } = listAt("/admin/table-pins");
  act(() => {
    now().dispatch({ type: "limit", limit: 50 });
    now().dispatch({ type: "search", query: "AAAA" });
  });
  expect(now().state).toMatchObject({ limit: 50, query: "AAAA" });
});

test("a table that is left and opened again shows what it showed before", () => {
  const before = listAt("/admin/table-pins");
  act(() => before.now().dispatch({ type: "search", query: "AAAA" }));
  before.unmount();
  const { now } = listAt("/admin/table-pins");
  expect(now().state.query).toBe("AAAA");
  expect(now().search).toContain("query=AAAA");
});

test("a table's address wins over what it showed before", () => {
  const before = listAt("/admin/table-pins");
  act(() => before.now().dispatch({ type: "search", query: "AAAA" }));
  before.unmount();
  expect(listAt("/admin/table-pins?query=BBBB").now().state.query).toBe("BBBB");
});

test("a page beyond the last becomes the last once the number of rows is known", () => {
  expect(listAt("/admin/table-pins?page=9").now().state.page).toBe(9);
  expect(listAt("/admin/table-pins?page=9", 34).now().state.page).toBe(4);
});
