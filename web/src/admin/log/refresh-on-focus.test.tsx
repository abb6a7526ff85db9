/** @jest-environment jsdom */
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { json } from "../../app/testing/fake-server.ts";
import { logEntryRow } from "../testing/log-entries.ts";
import { showPart } from "../testing/open-back-office.tsx";
import { LogPage } from "./log-page.tsx";

const path = "/api/admin/action-logs";
const entry = (id: string, value: string) =>
  logEntryRow({
    id,
    admin: null,
    actor: "system",
    role: "System",
    actionType: { name: "PINs imported" },
    value,
    about: { consumer: null, pin: null, admin: null },
  });

let clock = 0;
beforeEach(() => {
  sessionStorage.clear();
  clock = 100_000;
  jest.spyOn(performance, "now").mockImplementation(() => clock);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** The log with one more entry at each call. */
async function openLog() {
  const rows: LogEntryRow[] = [];
  const page = showPart(<LogPage />, {
    [path]: () => {
      rows.unshift(entry(`e${rows.length}`, `file-${rows.length + 1}.csv`));
      return json({ rows, count: rows.length, page: 1, limit: 10 });
    },
  });
  await screen.findByText("file-1.csv");
  return { calls: () => page.paths().filter((called) => called === path).length };
}
const comeBack = () => act(() => window.dispatchEvent(new Event("focus")));
const show = (state: DocumentVisibilityState) =>
  act(() => {
    jest.spyOn(document, "visibilityState", "get").mockReturnValue(state);
    document.dispatchEvent(new Event("visibilitychange"));
  });

test("a table reads its rows again when the window gets the focus, and keeps the old ones until then", async () => {
  await openLog();
  comeBack();
  expect(screen.getByText("file-1.csv").closest("table")?.getAttribute("aria-busy")).toBe("false");
  await screen.findByText("file-2.csv");
});

test("a search that is being typed stays when the window gets the focus", async () => {
  await openLog();
  const search = screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" });
  await userEvent.type(search, "ann");
  comeBack();
  await screen.findByText("file-2.csv");
  expect(search.value).toBe("ann");
  expect(document.activeElement).toBe(search);
});

test("the events of one return to the window read the rows once", async () => {
  const { calls } = await openLog();
  show("hidden");
  expect(calls()).toBe(1);
  show("visible");
  comeBack();
  await screen.findByText("file-2.csv");
  clock += 4_000;
  comeBack();
  expect(calls()).toBe(2);
  clock += 4_000;
  comeBack();
  await screen.findByText("file-3.csv");
  await waitFor(() => expect(calls()).toBe(3));
});
