import { everyField, everyRow, type TableKeys } from "@ornament/contracts/tables/table-keys";
import type { MouseEvent } from "react";
import { Icon } from "../../ui/icon.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { Button } from "../../ui/press/button.tsx";
import { type List, type ListState, type Narrowed, withAllRows } from "../../ui/table/list-state.ts";
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

/** A pressed button disappears, so the table takes the focus, or the search if there is no table. */
const focusTable = (pressed: HTMLElement) => {
  const panel = pressed.closest(".o-panel");
  panel
    ?.querySelector<HTMLElement>(panel.querySelector(".o-table-frame") ? ".o-table-frame" : "input")
    ?.focus();
};

/** Shows all rows again: the way out of a message, and the end of a line of several reasons. */
export function ClearAll<T extends TableKeys>({ list, small }: { list: List<T>; small?: boolean }) {
  const [state, change] = list;
  const clear = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    focusTable(currentTarget);
    change(withAllRows(state));
  };
  return (
    <Button small={small ?? false} tone={small ? "plain" : "quiet"} onClick={clear}>
      Clear all
    </Button>
  );
}

interface NarrowingProps<T extends TableKeys> {
  list: List<T>;
  labels: NarrowingLabels;
}

/** The line above a table that doesn't show all its rows: the reasons, and after several of them *Clear all*. */
export function NarrowingLine<T extends TableKeys>({ list, labels }: NarrowingProps<T>) {
  const [state] = list;
  const parts = narrowings<T>(state, labels);
  if (parts.length === 0) return null;
  const classes = [
    "o-narrowing hstack flex-wrap row-gap-1 column-gap-2 text-body-secondary",
    parts.every(({ inControls }) => inControls) && "o-narrowing-repeats",
    Object.keys(state.conditions).length > 0 && "o-narrowing-own-line",
  ].filter(Boolean);
  return (
    <div className={classes.join(" ")}>
      <span className="o-narrowing-only">Only:</span>
      <Reasons list={list} parts={parts} />
      {parts.length > 1 && <ClearAll list={list} small />}
    </div>
  );
}

/** Says that no row can be shown, with every reason: each can be removed, and all of them. */
export function NothingMatches<T extends TableKeys>(props: NarrowingProps<T> & { text: string }) {
  const { list, labels, text } = props;
  const parts = narrowings<T>(list[0], labels).map((part) => ({ ...part, inControls: false }));
  return (
    <EmptyState
      action={
        <div className="vstack gap-3 align-items-center">
          <Reasons list={list} parts={parts} className="justify-content-center" />
          <ClearAll list={list} />
        </div>
      }
    >
      {text}
    </EmptyState>
  );
}

function Reasons<T extends TableKeys>(props: {
  list: List<T>;
  parts: readonly Narrowing<T>[];
  className?: string;
}) {
  const { list, parts, className = "" } = props;
  return (
    <ul
      className={`list-unstyled hstack flex-wrap row-gap-1 column-gap-2 ${className}`}
      aria-label="Search and filters"
    >
      {parts.map(({ text, without, inControls }) => (
        <li key={text} className={inControls ? "o-chip o-only-narrow" : "o-chip"}>
          <span>{text}</span>
          <button
            type="button"
            className="o-chip-remove"
            aria-label={`Remove ${text}`}
            onClick={({ currentTarget }) => {
              focusTable(currentTarget);
              list[1](without);
            }}
          >
            <Icon name="cross" />
          </button>
        </li>
      ))}
    </ul>
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
