import { limits } from "@ornament/contracts/domain/limits";
import { everyField, type SearchKey, type TableKeys } from "@ornament/contracts/tables/table-keys";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import Form from "react-bootstrap/Form";
import { Icon } from "../icon.tsx";
import type { List, ListState } from "./list-state.ts";

/** The label of each search key, in the order offered. */
export type SearchLabels<T extends TableKeys> = Readonly<Record<SearchKey<T>, string>>;

export interface TableControlsProps<T extends TableKeys> {
  list: List<T>;
  /** Without search keys no choice of a field is offered. */
  searchLabels: SearchLabels<T>;
  /** More controls, such as a date filter or an export. */
  children?: ReactNode;
}

/** The controls that every table has: page size, the field to search in, the search term. */
export function TableControls<T extends TableKeys>({ list, searchLabels, children }: TableControlsProps<T>) {
  const [state, dispatch] = list;
  const labels = Object.entries<string>(searchLabels);
  return (
    <div className="o-table-controls">
      <PageSize limit={state.limit} onChange={(limit) => dispatch({ type: "limit", limit })} />
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
        <SearchBox term={state.query} onSearch={(query) => dispatch({ type: "search", query })} />
      </search>
    </div>
  );
}

function PageSize({ limit, onChange }: { limit: number; onChange: (limit: number) => void }) {
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

/** Searches after half a second without typing, or at once on Enter. */
function SearchBox({ term, onSearch }: { term: string; onSearch: (term: string) => void }) {
  const [text, setText] = useState(term);
  const sent = useRef(term);
  const search = useRef(onSearch);
  search.current = onSearch;

  // The term was restored or cleared outside of this field.
  useEffect(() => {
    if (term === sent.current) return;
    sent.current = term;
    setText(term);
  }, [term]);

  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      search.current(text);
    }, limits.searchDebounceMilliseconds);
    return () => clearTimeout(timer);
  }, [text]);

  const now = () => {
    sent.current = text;
    onSearch(text);
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
      />
    </div>
  );
}
