/** @jest-environment jsdom */
import { beforeEach, expect, test } from "@jest/globals";
import type { LogEntryRow } from "@ornament/contracts/api/action-log";
import { act, screen } from "@testing-library/react";
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

beforeEach(() => sessionStorage.clear());

/** The log with one more entry at each call. */
async function openLog() {
  const rows: LogEntryRow[] = [];
  showPart(<LogPage />, {
    [path]: () => {
      rows.unshift(entry(`e${rows.length}`, `file-${rows.length + 1}.csv`));
      return json({ rows, count: rows.length, page: 1, limit: 10 });
    },
  });
  await screen.findByText("file-1.csv");
}
const comeBack = () => act(() => window.dispatchEvent(new Event("focus")));

test("a search that is being typed stays when the window gets the focus", async () => {
  await openLog();
  const search = screen.getByRole<HTMLInputElement>("searchbox", { name: "Search" });
  await userEvent.type(search, "ann");
  comeBack();
  await screen.findByText("file-2.csv");
  expect(search.value).toBe("ann");
  expect(document.activeElement).toBe(search);
});
