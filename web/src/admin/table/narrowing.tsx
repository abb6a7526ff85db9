import { everyField, everyRow, type TableKeys } from "@ornament/contracts/tables/table-keys";
import type { MouseEvent } from "react";
import { Icon } from "../../ui/icon.tsx";
import { Button } from "../../ui/press/button.tsx";
import {
  isNarrowed,
  type List,
  type ListState,
  type Narrowed,
  withAllRows,
} from "../../ui/table/list-state.ts";
import { datesText } from "../dates/date-presets.ts";

/** The words of a table for its search and filters. */
export interface NarrowingLabels {
  search: Readonly<Record<string, string>>;
  filters: Readonly<Record<string, string>>;
  /** The name of the dates, such as "Account created". */
  datesOf: string | undefined;
  /** The set conditions in words. */
  conditions?: Readonly<Record<string, string>> | undefined;
}

/** A pressed button disappears, so the table takes the focus. */
const focusTable = (pressed: HTMLElement) =>
  pressed.closest(".o-panel")?.querySelector<HTMLElement>(".o-table-frame")?.focus();

/** Shows all rows again: the way out of a message, and the end of the line above the table. */
export function ClearSearch<T extends TableKeys>(props: {
  list: List<T>;
  small?: boolean;
  label?: "Clear search" | "Clear all";
}) {
  const { list, small, label = "Clear search" } = props;
  const [state, change] = list;
  const clear = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    focusTable(currentTarget);
    change(withAllRows(state));
  };
  return (
    <Button small={small ?? false} tone={small ? "plain" : "quiet"} onClick={clear}>
      {label}
    </Button>
  );
}

/**
 * Says why a table doesn't show all its rows, with a button to remove each reason, and after several reasons one
 * to remove all. Nothing if it does.
 */
export function NarrowingLine<T extends TableKeys>(props: {
  list: List<T>;
  labels: NarrowingLabels;
  /** Whether a message instead of the rows has the button that removes all. */
  clearedElsewhere: boolean;
}) {
  const { list, labels, clearedElsewhere } = props;
  const [state, change] = list;
  if (!isNarrowed(state)) return null;
  const parts = narrowings<T>(state, labels);
  const repeats = parts.every(({ inControls }) => inControls);
  const hasConditions = Object.keys(state.conditions).length > 0;
  const classes = [
    "o-narrowing hstack flex-wrap row-gap-1 column-gap-2 text-body-secondary",
    repeats && "o-narrowing-repeats",
    hasConditions && "o-narrowing-own-line",
  ].filter(Boolean);
  return (
    <div className={classes.join(" ")}>
      <span className="o-narrowing-only">Only:</span>
      <ul className="list-unstyled hstack flex-wrap row-gap-1 column-gap-2" aria-label="Search and filters">
        {parts.map(({ text, without, inControls }) => (
          <li key={text} className={inControls ? "o-chip o-only-narrow" : "o-chip"}>
            <span>{text}</span>
            <button
              type="button"
              className="o-chip-remove"
              aria-label={`Remove ${text}`}
              onClick={({ currentTarget }) => {
                focusTable(currentTarget);
                change(without);
              }}
            >
              <Icon name="cross" />
            </button>
          </li>
        ))}
      </ul>
      {parts.length > 1 && !clearedElsewhere && <ClearSearch list={list} small label="Clear all" />}
    </div>
  );
}

/** The search and filters of a table, one text for each. */
export const narrowingTexts = (state: Narrowed, labels: NarrowingLabels): string[] =>
  narrowings(state, labels).map(({ text }) => text);

interface Narrowing<T extends TableKeys> {
  text: string;
  /** Removes it and keeps the others. */
  without: Partial<ListState<T>>;
  /** Whether a wide window shows it in the controls with a button to remove it, so that it isn't repeated. */
  inControls: boolean;
}

function narrowings<T extends TableKeys>(state: Narrowed, labels: NarrowingLabels): Narrowing<T>[] {
  const { query, field, filter, batch, startDate, endDate, conditions } = state;
  const term = query.trim();
  const where = field === everyField ? "" : ` in ${labels.search[field]}`;
  const dates = datesText(startDate, endDate);
  const parts: Narrowing<T>[] = [
    { text: term && `“${term}”${where}`, without: { query: "" }, inControls: false },
    {
      text: filter === everyRow ? "" : (labels.filters[filter] ?? ""),
      without: { filter: everyRow },
      inControls: true,
    },
    { text: batch && `PIN batch “${batch}”`, without: { batch: "" }, inControls: true },
    {
      text: dates && [labels.datesOf, dates].filter(Boolean).join(" "),
      without: { startDate: "", endDate: "" },
      inControls: true,
    },
    ...Object.keys(conditions).map(
      (name): Narrowing<T> => ({
        text: labels.conditions?.[name] ?? `${name} ${conditions[name]}`,
        without: { conditions: { [name]: "" } as ListState<T>["conditions"] },
        inControls: false,
      }),
    ),
  ];
  return parts.filter(({ text }) => text !== "");
}

/**
 * Says that the rows of a search are those of similar PINs.
 * @param page the answer to the search; undefined while it is loaded
 */
export function SimilarPins({
  page,
  query,
}: {
  page: { similar?: true | undefined } | undefined;
  query: string;
}) {
  return (
    <p className="mb-3 fw-semibold text-break" role="status">
      {page?.similar && similarText(query)}
    </p>
  );
}

/** The line above rows or results with similar PINs. */
export const similarText = (term: string) => `No PIN contains “${term.trim()}”. Similar PINs:`;
