import { type KeyboardEvent, type ReactNode, useEffect, useState, useSyncExternalStore } from "react";
import { observable } from "../observable.ts";
import { Button } from "../press/button.tsx";
import { commandKey, isTakenKey } from "../press/command-key.ts";
import { Alert } from "./banner.tsx";

const mostAtOnce = 3;
const shownMs = 6000;
const offeredMs = 10_000;

/** How an undo ended: it was done, or it failed and can be tried `again`. The text is for the person. */
export type Undone = { done: ReactNode } | { failed: ReactNode; again: boolean };

interface Undo {
  /** Identifies what was changed. The toast about an earlier change of it disappears. */
  of: string;
  run: () => Promise<Undone>;
}

interface Toast {
  id: number;
  content: ReactNode;
  tone: "success" | "error";
  /** It is shown until it is dismissed. */
  stays: boolean;
  undo?: Undo | undefined;
  /** The undo is running. */
  busy?: boolean;
}

export const toasts = observable<readonly Toast[]>([]);
let nextId = 1;

/**
 * Shows a message about an action on another page, of success by default. An error stays until it is dismissed, and
 * so does a message with a link (`stays`). For an action on this page use `Banner`.
 */
export const showToast = (content: ReactNode, tone: Toast["tone"] = "success", stays = tone === "error") =>
  add({ content, tone, stays });

/**
 * Shows that a change is done and offers its undo for ten seconds, by mouse and by Ctrl+Z. The same toast then says
 * whether it is undone. After a failure the undo is offered as long as it can be tried again.
 */
export const offerUndo = (content: ReactNode, undo: Undo) =>
  add({ content, tone: "success", stays: false, undo });

const add = (toast: Omit<Toast, "id">) =>
  afterDialogs(() => {
    const others = toasts.get().filter(({ undo }) => undo === undefined || undo.of !== toast.undo?.of);
    toasts.set([...others.slice(1 - mostAtOnce), { id: nextId++, ...toast }]);
  });

const change = (id: number, changes: Partial<Toast>) =>
  toasts.set(toasts.get().map((toast) => (toast.id === id ? { ...toast, ...changes } : toast)));

const remove = (id: number) => toasts.set(toasts.get().filter((toast) => toast.id !== id));

/** A screen reader announces nothing outside of an open dialog, so a toast waits until no dialog is left. */
function afterDialogs(task: () => void): void {
  const isOpen = () => document.body.hasAttribute("data-rr-ui-modal-open");
  if (!isOpen()) {
    task();
    return;
  }
  const observer = new MutationObserver(() => {
    if (isOpen()) return;
    observer.disconnect();
    task();
  });
  observer.observe(document.body, { attributes: true });
}

async function undo({ id, undo: offered, busy }: Toast): Promise<void> {
  if (!offered || busy) return;
  change(id, { busy: true });
  const end = await offered.run();
  if ("done" in end)
    change(id, { content: end.done, tone: "success", stays: false, busy: false, undo: undefined });
  else
    change(id, {
      content: end.failed,
      tone: "error",
      stays: true,
      busy: false,
      undo: end.again ? offered : undefined,
    });
}

/** The toasts of an app, and the key that undoes the newest change outside of text fields and dialogs. */
export function Toasts() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get, toasts.get);
  const newest = shown.filter((toast) => toast.undo).at(-1);
  useEffect(() => {
    if (!newest) return;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      if (!isUndo(event) || isTakenKey(event)) return;
      event.preventDefault();
      void undo(newest);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [newest]);
  return (
    <div className="toast-container" role="status" aria-live="polite">
      {shown.map((toast) => (
        <ShownToast key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

const isUndo = ({ key, ctrlKey, metaKey, shiftKey, altKey }: globalThis.KeyboardEvent) =>
  key.toLowerCase() === "z" && ctrlKey !== metaKey && !shiftKey && !altKey;

/**
 * Disappears by itself, but not while the mouse or the focus is in it. Not react-bootstrap's `Toast`: it interrupts
 * a screen reader (`role="alert"`) and doesn't wait for the mouse or the focus.
 */
function ShownToast({ toast }: { toast: Toast }) {
  const { id, content, tone, stays, busy = false } = toast;
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const waits = stays || busy || pointed || focused;
  const ms = toast.undo ? offeredMs : shownMs;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another content begins another time.
  useEffect(() => {
    if (waits) return;
    const timer = setTimeout(() => remove(id), ms);
    return () => clearTimeout(timer);
  }, [id, waits, ms, content]);
  return (
    <Alert
      tone={tone}
      className="toast show"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget))}
      onKeyDown={({ key }: KeyboardEvent) => key === "Escape" && remove(id)}
    >
      <div>
        <div key={`${tone} ${toast.undo === undefined}`}>{content}</div>
        {toast.undo && !busy && (
          <span className="visually-hidden o-keyboard-hint"> Press {commandKey()}+Z to undo.</span>
        )}
        {toast.undo && (
          <div className="hstack gap-3 mt-2">
            <Button
              small
              tone="quiet"
              disabled={busy}
              onClick={() => void undo(toast)}
              aria-keyshortcuts="Control+Z Meta+Z"
            >
              {busy ? "Undoing…" : "Undo"}
            </Button>
            <span className="text-body-secondary o-keyboard-hint" aria-hidden="true">
              {commandKey()}+Z
            </span>
          </div>
        )}
      </div>
      <button type="button" className="btn-close" aria-label="Dismiss" onClick={() => remove(id)} />
    </Alert>
  );
}
