import { groupedNumber } from "../grouped-number.ts";
import { Icon } from "../icon.tsx";
import { pressGuard } from "../press/press-guard.ts";
import { pagesOf } from "./list-state.ts";
import { pagerWindow } from "./pager-window.ts";

export interface PagerProps {
  page: number;
  limit: number;
  count: number;
  onPage: (page: number) => void;
  /** The name of the pages, if a screen has the pages of several lists. */
  label?: string | undefined;
}

/**
 * Shown only when there is more than one page. A narrow window has the place of the page instead of the numbers.
 */
export function Pager({ page, limit, count, onPage, label = "Pages" }: PagerProps) {
  if (limit >= count) return null;
  const pages = pagesOf(count, limit);
  return (
    <nav className="o-pager" aria-label={label}>
      <ul>
        <li>
          <Step label="Previous page" icon="previous" disabled={page <= 1} onPress={() => onPage(page - 1)} />
        </li>
        {pagerWindow(page, pages).map((item) => (
          <li key={item} className="o-pager-number">
            {typeof item === "number" ? (
              <button
                type="button"
                className="o-pager-page"
                aria-label={`Page ${groupedNumber(item)}`}
                aria-current={item === page ? "page" : undefined}
                onClick={() => onPage(item)}
              >
                {groupedNumber(item)}
              </button>
            ) : (
              <span className="o-pager-gap">…</span>
            )}
          </li>
        ))}
        <li className="o-pager-place o-numbers">{`${groupedNumber(page)} of ${groupedNumber(pages)}`}</li>
        <li>
          <Step label="Next page" icon="next" disabled={page >= pages} onPress={() => onPage(page + 1)} />
        </li>
      </ul>
    </nav>
  );
}

function Step(props: { label: string; icon: "previous" | "next"; disabled: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      className="o-pager-page"
      aria-label={props.label}
      {...pressGuard(props.disabled, props.onPress)}
    >
      <Icon name={props.icon} />
    </button>
  );
}
