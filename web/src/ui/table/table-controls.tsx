import { limits } from "@ornament/contracts/domain/limits";
import {
  everyField,
  everyRow,
  type FilterKey,
  type SearchKey,
  type TableKeys,
} from "@ornament/contracts/tables/table-keys";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import Form from "react-bootstrap/Form";
import { Icon } from "../icon.tsx";
import type { List, ListState } from "./list-state.ts";

/** The label of each search key, in the order offered. */
export type SearchLabels<T extends TableKeys> = Readonly<Record<SearchKey<T>, string>>;

/** The label of each filter, in the order offered. */
export type FilterLabels<T extends TableKeys> = Readonly<Record<FilterKey<T>, string>>;

export interface TableControlsProps<T extends TableKeys> {
  list: List<T>;
  /** The filters. Without them no choice of rows is offered. */
  filterLabels?: FilterLabels<T> | undefined;
  /** The search keys. Without them no choice of a field is offered. */
  searchLabels: SearchLabels<T>;
  /** More controls, such as a date filter or an export. */
  children?: ReactNode;
}

/** The controls that every table has: page size, the field to search in, the search term. */
export function TableControls<T extends TableKeys>(props: TableControlsProps<T>) {
  const { list, searchLabels, filterLabels = {}, children } = props;
  const [state, dispatch] = list;
  const labels = Object.entries<string>(searchLabels);
  const filters = Object.entries<string>(filterLabels);
  return (
    <div className="o-table-controls">
      <PageSize limit={state.limit} onChange={(limit) => dispatch({ type: "limit", limit })} />
      {filters.length > 0 && (
        <Form.Select
          aria-label="Filter"
          value={state.filter}
          onChange={({ target }) =>
            dispatch({ type: "filter", filter: target.value as ListState<T>["filter"] })
          }
        >
          <option value={everyRow}>All rows</option>
          {filters.map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </Form.Select>
      )}
      {children}
      <search className="o-search">
        {labels.length > 0 && (
          <Form.Select
            aria-label="Fields"
            value={state.field}
            onChange={({ target }) =>
              dispatch({ type: "field", field: target.value as ListState<T>["field"] })
            }
          >
            <option value={everyField}>All fields</option>
            {labels.map(([key, label]) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </Form.Select>
        )}
        <SearchBox
          term={state.query}
          onSearch={(query, continued) => dispatch({ type: "search", query, continued })}
        />
      </search>
    </div>
  );
}

/** The choice of the number of rows on a page. */
export function PageSize({ limit, onChange }: { limit: number; onChange: (limit: number) => void }) {
  const id = useId();
  return (
    <div className="o-page-size">
      <label htmlFor={id}>Show</label>
      <Form.Select id={id} value={limit} onChange={({ target }) => onChange(Number(target.value))}>
        {limits.pageSizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </Form.Select>
      <span>entries</span>
    </div>
  );
}

/**
 * Searches after half a second without typing, or immediately on Enter. All terms until Enter, or until the
 * field is left, are one search: each further term is `continued`.
 */
function SearchBox(props: { term: string; onSearch: (term: string, continued: boolean) => void }) {
  const { term, onSearch } = props;
  const [text, setText] = useState(term);
  const sent = useRef(term);
  const continued = useRef(false);
  const search = useRef(onSearch);
  search.current = onSearch;

  // The term was restored or cleared outside of this field.
  useEffect(() => {
    if (term === sent.current) return;
    sent.current = term;
    continued.current = false;
    setText(term);
  }, [term]);

  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      search.current(text, continued.current);
      continued.current = true;
    }, limits.searchDebounceMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);

  const now = () => {
    sent.current = text;
    onSearch(text, continued.current);
    continued.current = false;
  };
  return (
    <div className="o-search-box">
      <Icon name="search" />
      <Form.Control
        type="search"
        aria-label="Search"
        placeholder="Search"
        value={text}
        maxLength={limits.searchTerm}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === "Enter" && now()}
        onBlur={() => {
          continued.current = false;
        }}
      />
    </div>
  );
}
