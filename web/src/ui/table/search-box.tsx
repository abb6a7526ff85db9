import { limits } from "@ornament/contracts/values/limits";
import { useEffect, useRef, useState } from "react";
import Form from "react-bootstrap/Form";
import { Icon } from "../icon.tsx";

/**
 * Searches after half a second without typing, or immediately on Enter. All terms until Enter, or until the
 * field is left, are one search: each further term is `continued`.
 */
export function SearchBox(props: { term: string; onSearch: (term: string, continued: boolean) => void }) {
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
