import { formatDateTime } from "@ornament/contracts/domain/dates";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../app/calls/api-error.ts";
import { groupedNumber } from "../../ui/grouped-number.ts";
import { LineDrawing } from "../../ui/icon.tsx";
import { Banner } from "../../ui/messages/banner.tsx";
import { PlacedMessage } from "../../ui/messages/message-place.tsx";
import { Button } from "../../ui/press/button.tsx";
import type { Column } from "../../ui/table/columns.ts";
import { browserTimeZone } from "../dates/time-zone.ts";
import { withInstant } from "../instant/instant-texts.ts";
import { useInstant } from "../instant/shown-instant.ts";
import { type LoadPage, loadAllRows, mostPrinted } from "./load-all-rows.ts";
import { Paper } from "./paper.tsx";

const printer = "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z";

export interface PrintButtonProps<Row> {
  title: string;
  /** The search and filters of the table, and its order. */
  lines: readonly string[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  loadPage: LoadPage<Row>;
  /** Records the print. Without the record no row is loaded. */
  record: () => Promise<unknown>;
  /** There are no rows to print now. */
  disabled?: boolean;
}

type Printing<Row> =
  | { step: "idle" }
  | { step: "loading"; loaded: number; count: number }
  | { step: "printing"; rows: readonly Row[] }
  | { step: "refused"; why: string };

/**
 * Prints the rows of all pages of a table. The print of the browser's menu has only the rows on the screen.
 */
export function PrintButton<Row>(props: PrintButtonProps<Row>) {
  const { title, lines, columns, rowKey, loadPage, record, disabled = false } = props;
  const [state, setState] = useState<Printing<Row>>({ step: "idle" });
  const at = useInstant();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => () => leaving.current?.abort(), []);

  const print = async () => {
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    setState({ step: "loading", loaded: 0, count: 0 });
    const onProgress = (loaded: number, count: number) => setState({ step: "loading", loaded, count });
    try {
      await record();
      signal.throwIfAborted();
      const all = await loadAllRows({ loadPage, rowKey, onProgress, signal });
      setState(
        "rows" in all
          ? { step: "printing", rows: all.rows }
          : { step: "refused", why: tooManyText(all.tooMany) },
      );
    } catch (error) {
      if (!signal.aborted) setState({ step: "refused", why: messageOf(error) });
    }
  };
  return (
    <div className="hstack flex-wrap gap-3 o-print">
      <Button
        tone="quiet"
        disabled={disabled}
        busy={state.step === "loading"}
        busyLabel="Loading rows..."
        onClick={() => void print()}
      >
        <LineDrawing shape={printer} />
        Print all
      </Button>
      {state.step === "loading" && state.count > 0 && (
        <span className="text-body-secondary o-numbers" aria-hidden="true">
          {`${groupedNumber(state.loaded)} of ${groupedNumber(state.count)}`}
        </span>
      )}
      <PlacedMessage>
        <Banner tone="error">{state.step === "refused" && state.why}</Banner>
      </PlacedMessage>
      {state.step === "printing" && (
        <Paper
          title={withInstant(title, at)}
          lines={[...lines, `Printed on ${formatDateTime(new Date(), browserTimeZone)}`]}
          columns={columns}
          rows={state.rows}
          rowKey={rowKey}
          onPrinted={() => setState({ step: "idle" })}
        />
      )}
    </div>
  );
}

const tooManyText = (count: number): string =>
  `${groupedNumber(count)} rows are too many to print. Narrow the search to at most ${groupedNumber(mostPrinted)} rows.`;
