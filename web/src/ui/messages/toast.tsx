import { type KeyboardEvent, type ReactNode, useState } from "react";
import { Button } from "../press/button.tsx";
import { commandKey } from "../press/command-key.ts";
import { useCountdown } from "./use-countdown.ts";

const marks = { success: "✓", error: "!" } as const;
export type ToastTone = keyof typeof marks;

/** Selects the buttons of the offered undos. */
export const undoButtons = ".o-toast-undo button";

const shownMs = 6000;
const offeredMs = 10_000;

export interface ToastProps {
  content: ReactNode;
  tone: ToastTone;
  /** The toast is shown until it is dismissed. */
  stays: boolean;
  /** Undoes what the toast is about; without it no undo is offered. */
  onUndo?: (() => void) | undefined;
  /** The undo is running. */
  busy: boolean;
  /** Tab leaves the toast, forwards or backwards. Returns whether the focus was moved. */
  onTabOut: () => boolean;
  onClose: () => void;
}

/** A message that disappears by itself, but not while the mouse or the focus is in it. */
export function Toast({ content, tone, stays, onUndo, busy, onTabOut, onClose }: ToastProps) {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  useCountdown({
    ms: onUndo ? offeredMs : shownMs,
    paused: stays || busy || pointed || focused,
    onEnd: onClose,
  });
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key === "Escape") return onClose();
    if (event.key !== "Tab") return;
    const buttons = [...event.currentTarget.querySelectorAll("button, a[href]")];
    const last = event.shiftKey ? buttons[0] : buttons.at(-1);
    if (event.target === last && onTabOut()) event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the buttons inside.
    <div
      className={`toast show o-toast-${tone}`}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
      onKeyDown={onKeyDown}
    >
      <span className="o-banner-mark" aria-hidden="true">
        {marks[tone]}
      </span>
      <div>
        <div key={`${tone} ${onUndo === undefined}`}>{content}</div>
        {onUndo && <UndoOffer busy={busy} onUndo={onUndo} />}
      </div>
      <button type="button" className="btn-close" aria-label="Dismiss" onClick={onClose} />
    </div>
  );
}

function UndoOffer({ busy, onUndo }: { busy: boolean; onUndo: () => void }) {
  const keys = `${commandKey()}+Z`;
  return (
    <>
      {!busy && <span className="visually-hidden o-keyboard-hint"> Press {keys} to undo.</span>}
      <div className="o-toast-undo">
        <Button small tone="quiet" disabled={busy} onClick={onUndo} aria-keyshortcuts="Control+Z Meta+Z">
          {busy ? "Undoing…" : "Undo"}
        </Button>
        <span className="o-toast-key o-keyboard-hint" aria-hidden="true">
          {keys}
        </span>
      </div>
    </>
  );
}
