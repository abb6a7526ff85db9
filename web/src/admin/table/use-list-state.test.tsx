import { beforeEach, expect, test } from "@jest/globals";
import { pinsTable } from "@ornament/contracts/pins/columns";
import { act, render, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, type InitialEntry, MemoryRouter, useLocation, useNavigate } from "react-router";
import { RouterProvider } from "react-router/dom";
import { jumpState, useClampedPage, useListState } from "./use-list-state.ts";

beforeEach(() => sessionStorage.clear());
/** The hook of the Pins table at a URL, with functions to read and change it. */
function listAt(address: InitialEntry, count?: number) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[address]}>{children}</MemoryRouter>
  );
  const { result, unmount } = renderHook(
    () => {
      const [state, change] = useListState("pins", pinsTable);
      useClampedPage(state, count, change);
      const { search, hash, state: entryState } = useLocation();
      const navigate = useNavigate() as (to: number | string) => void;
      return { state, change, search, hash, entryState, navigate };
    },
    { wrapper },
  );
  return { now: () => result.current, unmount };
}

test("a choice on a slow machine is rendered before the browser's next event, so that the next choice keeps it", async () => {
  let latest: ReturnType<typeof useListState<typeof pinsTable>> | undefined;
  const Table = () => {
    latest = useListState("pins", pinsTable);
    return null;
  };
  const router = createMemoryRouter([{ path: "*", element: <Table /> }], {
    initialEntries: ["/admin/table-pins"],
  });
  render(<RouterProvider router={router} />);
  const inTests = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };
  const before = inTests.IS_REACT_ACT_ENVIRONMENT;
  // Without React's test environment a render waits for its turn as in a browser.
  inTests.IS_REACT_ACT_ENVIRONMENT = false;
  try {
    latest?.[1]({ limit: 50 });
    for (let turn = 0; turn < 50; turn += 1) await null;
    expect(latest?.[0].limit).toBe(50);
  } finally {
    inTests.IS_REACT_ACT_ENVIRONMENT = before ?? true;
  }
});

test("a table's URL wins over its stored state", () => {
  const before = listAt("/admin/table-pins");
  act(() => before.now().change({ query: "AAAA" }));
  before.unmount();
  expect(listAt("/admin/table-pins?query=BBBB").now().state.query).toBe("BBBB");
});

const jumpTo = { pathname: "/admin/table-pins", search: "?query=BBBB", state: jumpState };

test("a jump with a search leaves the stored search and order for the next visit, also after paging", () => {
  const before = listAt("/admin/table-pins");
  act(() => before.now().change({ query: "AAAA" }));
  act(() => before.now().change({ fieldName: "email", direction: "DESC" }));
  before.unmount();
  const jump = listAt(jumpTo);
  act(() => jump.now().change({ page: 2 }));
  act(() => jump.now().change({ limit: 50 }));
  expect(jump.now().state).toMatchObject({ query: "BBBB", limit: 50 });
  jump.unmount();
  const next = listAt("/admin/table-pins").now().state;
  expect(next).toMatchObject({ query: "AAAA", limit: 50, page: 1, fieldName: "email", direction: "DESC" });
});

test("a filter that is chosen after a jump with a search is stored together with the search", () => {
  const jump = listAt(jumpTo);
  act(() => jump.now().change({ filter: "blocked" }));
  act(() => jump.now().change({ page: 2 }));
  jump.unmount();
  const next = listAt("/admin/table-pins").now().state;
  expect(next).toMatchObject({ query: "BBBB", filter: "blocked", page: 2 });
});

test("Back to a jump with a search leaves the stored search as it is", () => {
  const list = listAt(jumpTo);
  act(() => list.now().change({ query: "CCCC" }));
  back(list);
  expect(list.now().state.query).toBe("BBBB");
  list.unmount();
  expect(listAt("/admin/table-pins").now().state.query).toBe("CCCC");
});

test("the search of any other link is stored", () => {
  listAt("/admin/table-pins?query=BBBB").unmount();
  expect(listAt("/admin/table-pins").now().state.query).toBe("BBBB");
});

const back = (list: ReturnType<typeof listAt>, steps = -1) => act(() => list.now().navigate(steps));

test("a continued search is one step of the history", () => {
  const list = listAt("/admin/table-pins");
  act(() => list.now().change({ query: "a" }, { replace: false }));
  act(() => list.now().change({ query: "ab" }, { replace: true }));
  act(() => list.now().change({ query: "abc" }, { replace: true }));
  expect(list.now().search).toBe("?query=abc");
  back(list);
  expect(list.now().state.query).toBe("");
});

test("a choice that changes nothing adds no step to the history, and a repeated search stays on the page", () => {
  const list = listAt("/admin/table-pins");
  act(() => list.now().change({ page: 2 }));
  act(() => list.now().change({ page: 2 }));
  act(() => list.now().change({ query: "" }));
  expect(list.now().state.page).toBe(2);
  back(list);
  expect(list.now().state.page).toBe(1);
});

test("a message for the page stays when the table's state is written to the URL", () => {
  sessionStorage.setItem("list.pins", "query=AAAA");
  const list = listAt({ pathname: "/admin/table-pins", state: { pageNotice: "Hello" } });
  expect(list.now().search).toBe("?query=AAAA");
  expect(list.now().entryState).toMatchObject({ pageNotice: "Hello" });
});

test("the part of the page that a link names stays in the URL", () => {
  const list = listAt("/admin/table-pins#pin-ABCD-123");
  act(() => list.now().change({ page: 2 }));
  expect(list.now().search + list.now().hash).toBe("?page=2#pin-ABCD-123");
});

test("Back undoes each choice of a table", () => {
  const list = listAt("/admin/table-pins");
  act(() => list.now().change({ page: 2 }));
  act(() => list.now().change({ fieldName: "email", direction: "ASC" }));
  act(() => list.now().change({ filter: "blocked" }));
  expect(list.now().state).toMatchObject({ page: 1, fieldName: "email", filter: "blocked" });
  back(list);
  expect(list.now().state).toMatchObject({ page: 2, fieldName: "email", filter: "all" });
  back(list);
  expect(list.now().state).toMatchObject({ page: 2, fieldName: "id" });
  back(list);
  expect(list.now().state).toMatchObject({ page: 1, fieldName: "id" });
  expect(list.now().search).toBe("");
  back(list, 3);
  expect(list.now().state).toMatchObject({ page: 1, fieldName: "email", filter: "blocked" });
});

test("Back from a page that didn't exist leads to the step before it, not to that page again", () => {
  const list = listAt("/admin/table-pins", 34);
  act(() => list.now().change({ query: "x" }));
  act(() => list.now().change({ page: 9 }));
  expect(list.now().state.page).toBe(4);
  back(list);
  expect(list.now().state).toMatchObject({ page: 1, query: "x" });
  back(list);
  expect(list.now().state).toMatchObject({ page: 1, query: "" });
});
