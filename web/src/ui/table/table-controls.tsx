import { limits } from "@ornament/contracts/domain/limits";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import Form from "react-bootstrap/Form";
import { Icon } from "../icon.tsx";
import { everyField, type ListAction, type ListState } from "./list-state.ts";

export interface SearchField {
  value: string;
  label: string;
}

export interface TableControlsProps {
  state: ListState;
  dispatch: (action: ListAction) => void;
  /** The table's search fields (spec §2), without "all"; none: no choice of field is offered. */
  searchFields: readonly SearchField[];
  /** What else stands in the row: a date filter, an export. */
  children?: ReactNode;
}

/** The controls every table has: page size, the field to search in, the search itself. */
export function TableControls({ state, dispatch, searchFields, children }: TableControlsProps) {
  return (
    <div className="o-table-controls">
      <PageSize limit={state.limit} onChange={(limit) => dispatch({ type: "limit", limit })} />
      {children}
      <search className="o-search">
        {searchFields.length > 0 && (
          <Form.Select
            aria-label="Fields"
            value={state.field}
            onChange={({ target }) => dispatch({ type: "field", field: target.value })}
          >
            <option value={everyField}>All fields</option>
            {searchFields.map(({ value, label }) => (
              <option key={value} value={value}>
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

/** Searches once typing has paused for half a second, at once on Enter. */
function SearchBox({ term, onSearch }: { term: string; onSearch: (term: string) => void }) {
  const [text, setText] = useState(term);
  const sent = useRef(term);
  const search = useRef(onSearch);
  search.current = onSearch;

  // Restored or cleared from elsewhere.
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
