import { limits } from "@ornament/contracts/values/limits";
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useLocation, useNavigate } from "react-router";
import { Icon } from "../../ui/icon.tsx";
import { isTakenKey } from "../../ui/press/command-key.ts";
import { jumpState } from "../table/use-list-state.ts";
import { type FoundEntry, foundGroups } from "./found-entries.ts";
import { FoundList } from "./found-list.tsx";
import { useFind } from "./use-find.ts";

/** The search box of every page: an email, a PIN or part of either leads to the profile or to the row. */
export function FindBox() {
  const [text, setText] = useState("");
  // Whether the list may be shown, and whether the field has the focus: a phone hides the field without it.
  const [open, setOpen] = useState(false);
  const [entered, setEntered] = useState(false);
  const [active, setActive] = useState(0);
  // Enter was pressed before the answer came.
  const [awaited, setAwaited] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const listId = useId();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const finding = useFind(text);
  const { term, found } = finding;
  const groups = found && term !== undefined ? foundGroups(found, term) : [];
  const entries = groups.flatMap((group) => group.entries);
  const chosen = entries[active];
  const shown = open && term !== undefined;
  const optionId = (key: string) => `${listId}-${key}`;

  const show = () => {
    // Synchronously, because a hidden field can't take the focus.
    flushSync(() => setEntered(true));
    input.current?.focus();
    input.current?.select();
  };
  useSlashKey(show);

  const close = () => {
    setOpen(false);
    setAwaited(undefined);
  };
  const leave = () => {
    setText("");
    close();
    // A phone moves the focus to the button that opened the field. Wider windows don't show that button.
    opener.current?.focus();
    input.current?.blur();
    setEntered(false);
  };
  const type = (next: string) => {
    setText(next);
    setActive(0);
    setAwaited(undefined);
    setOpen(true);
  };
  const follow = ({ to, isTable }: FoundEntry, inNewTab = false) => {
    if (inNewTab) return void window.open(to, "_blank", "noopener");
    close();
    setText("");
    // The heading of a new page takes the focus. On the same page its content does.
    if (to.split(/[?#]/)[0] === pathname) document.querySelector<HTMLElement>("main")?.focus();
    else input.current?.blur();
    void navigate(to, isTable ? { state: jumpState } : {});
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new answer is followed.
  useEffect(() => {
    if (awaited === undefined || found === undefined || awaited !== term) return;
    setAwaited(undefined);
    // A similar PIN is probably another one: the admin sees it first.
    if (entries[0] && !(found.similarPins && found.consumers.length === 0)) follow(entries[0]);
  }, [awaited, found, term]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const last = entries.length - 1;
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp": {
        event.preventDefault();
        if (!shown) return setOpen(true);
        const step = event.key === "ArrowDown" ? 1 : -1;
        return setActive((active + step + entries.length) % Math.max(1, last + 1));
      }
      case "Enter":
        event.preventDefault();
        if (term === undefined) return;
        if (chosen && shown) return follow(chosen, event.ctrlKey || event.metaKey);
        setOpen(true);
        finding.now();
        return setAwaited(term);
      case "Escape":
        event.preventDefault();
        if (shown) return close();
        return text === "" ? leave() : type("");
      default:
    }
  };

  const blurred = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (currentTarget.contains(relatedTarget)) return;
    close();
    setEntered(false);
  };

  return (
    <search
      className={entered ? "o-find o-find-entered" : "o-find"}
      aria-label="Whole back office"
      onBlur={blurred}
    >
      <button
        ref={opener}
        type="button"
        className="o-find-opener"
        aria-label="Find"
        aria-expanded={entered}
        onClick={show}
      >
        <Icon name="search" />
      </button>
      <div className="o-find-field">
        <Icon name="search" />
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-label="Find"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={listId}
          aria-activedescendant={shown && chosen ? optionId(chosen.key) : undefined}
          aria-keyshortcuts="/"
          placeholder="Find email or PIN"
          value={text}
          maxLength={limits.searchTerm}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          onChange={({ target }) => type(target.value)}
          onFocus={() => {
            setEntered(true);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
        />
        <span className="o-find-key" aria-hidden="true">
          /
        </span>
        <button type="button" className="o-find-closer" aria-label="Close search" onClick={leave}>
          <Icon name="cross" />
        </button>
        <FoundList
          id={listId}
          shown={shown}
          finding={finding}
          groups={groups}
          activeKey={chosen?.key}
          optionId={optionId}
          onPoint={(key) => setActive(entries.findIndex((entry) => entry.key === key))}
          onFollow={(entry, { ctrlKey, metaKey }: MouseEvent) => follow(entry, ctrlKey || metaKey)}
        />
      </div>
    </search>
  );
}

/** Calls back when `/` is pressed outside of text fields and while no dialog is open. */
function useSlashKey(onPress: () => void): void {
  const press = useRef(onPress);
  press.current = onPress;
  useEffect(() => {
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTakenKey(event)) return;
      event.preventDefault();
      press.current();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}
