import { bodyRows } from "@ornament/testing/screens/back-office";
import { see } from "@ornament/testing/screens/see";
import type { Page } from "playwright";
import { type Answer, type Filter, type Part, withOthers } from "./answer.ts";

/** A row as a person reads it: the texts of its cells. */
interface ShownRow {
  readonly cells: Readonly<Record<string, string>>;
  readonly subjects: readonly string[];
  readonly changes: readonly string[];
  readonly request: string;
  readonly event: string;
}

/** Reads the cells by their columns. It runs in the page. */
const readRows = `(rows) => rows.map((row) => {
  const texts = (selector) => [...row.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());
  return {
    cells: Object.fromEntries([...row.cells].map((cell) => [cell.dataset.label, cell.textContent.trim()])),
    subjects: texts("[data-label=Subject] .o-log-line"),
    changes: texts(".o-log-changes li"),
    request: new URLSearchParams(row.querySelector("[data-label='Same request'] a")?.search).get("request") ?? "",
    event: texts("[data-label^='Event ID'] .o-cut")[0],
  };
})`;

/** Switches on every column of the log. The browser remembers them. */
export async function showEveryColumn(page: Page, url: string) {
  await page.goto(`${url}/admin/log`);
  await page.getByRole("button", { name: /^Columns/ }).click();
  const boxes = page.getByRole("group", { name: "More columns" }).getByRole("checkbox");
  await see(boxes.first()).toBeVisible();
  for (const box of await boxes.all()) await box.check();
}

/**
 * Reads the pages of the System action log, oldest first. The browser has to show every column.
 * @param names the accounts by their email addresses
 */
export async function answersOfScreen(
  page: Page,
  url: string,
  names: ReadonlyMap<string, string>,
  filter: Filter = {},
): Promise<Answer[]> {
  await page.goto(`${url}/admin/log?${new URLSearchParams({ limit: "100", direction: "ASC", ...filter })}`);
  const table = page.getByRole("table", { name: "System action log" });
  const shown: ShownRow[] = [];
  for (;;) {
    await see(table).toHaveAttribute("aria-busy", "false");
    shown.push(
      ...(await bodyRows(table).evaluateAll(new Function(`return ${readRows}`)() as () => ShownRow[])),
    );
    const next = page.getByRole("button", { name: "Next page" });
    if (!(await next.isVisible()) || (await next.getAttribute("aria-disabled")) === "true") break;
    await next.click();
  }
  return withOthers(shown.map((row) => partOf(row, names)));
}

function partOf(
  { cells, subjects, changes, request, event }: ShownRow,
  names: ReadonlyMap<string, string>,
): Part {
  const role = cells.Role ?? "";
  return {
    id: event,
    who: role === "System" ? "system" : nameOf(cells.Actor ?? "", names),
    role,
    what: cells.Action ?? "",
    whom: subjects.map((subject) => nameOf(subject, names)).sort(),
    fromTo: changes.map(changeOf),
    where: unknownPlaces.get(cells.Session ?? "") ?? cells.Session ?? "",
    when: cells.Date ?? "",
    why: (cells["New value"] ?? "").replace(" (deleted)", ""),
    partOf: /^Part of: (.*)$/.exec(cells["Same request"] ?? "")?.[1] ?? null,
    request,
  };
}

const unknownPlaces: ReadonlyMap<string, string> = new Map([
  ["Not recorded", "not recorded"],
  ["Erased or not recorded", "erased or not recorded"],
]);

/** The API's name of a person or thing on the screen. */
function nameOf(text: string, names: ReadonlyMap<string, string>): string {
  const shown = text.replace(" (deleted)", "");
  const [, kind, id] = /^(Consumer|Admin) (\d+)$/.exec(shown) ?? [];
  if (kind !== undefined) return `${kind.toLowerCase()}-${id}`;
  return names.get(shown) ?? (/^\w{4}-\w{3}$/.test(shown) ? `pin-${shown.replace("-", "")}` : shown);
}

/** "Role: Customer support →to Auditor", whose second arrow is for screen readers, or "Role: Auditor". */
function changeOf(text: string): string {
  const change = text.replace(" →to ", " → ");
  return change.includes(" → ") ? change : change.replace(": ", ": (none) → ");
}
