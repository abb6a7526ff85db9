import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from "react";
import { Toast, type ToastTone, undoButtons } from "./toast.tsx";
import { useUndoKeys } from "./use-undo-keys.ts";

const mostAtOnce = 3;

/** How an undo ended: it was done, or it failed and can be tried `again`. The text is for the person. */
export type Undone = { done: ReactNode } | { failed: ReactNode; again: boolean };

interface Undo {
  /** Identifies what was changed. The toast about an earlier change of it disappears. */
  of: string;
  run: () => Promise<Undone>;
}

interface Shown {
  id: number;
  content: ReactNode;
  tone: ToastTone;
  stays: boolean;
  undo?: Undo | undefined;
  busy?: boolean;
}

interface ToastCalls {
  show: (content: ReactNode, tone?: ToastTone, stays?: boolean) => void;
  offerUndo: (content: ReactNode, undo: Undo) => void;
}

const ToastContext = createContext<ToastCalls>({ show: () => {}, offerUndo: () => {} });

/**
 * Shows a message about an action on another page, of success by default. An error stays until it is
 * dismissed, and so does a message with a link (`stays`). For an action on this page use `Banner`.
 */
export const useToast = () => useContext(ToastContext).show;

/**
 * Shows that a change is done and offers its undo for ten seconds, by mouse and by Ctrl+Z. The same toast then
 * says whether it is undone. After a failure the undo is offered as long as it can be tried again.
 */
export const useUndoToast = () => useContext(ToastContext).offerUndo;

export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const next = useRef(1);
  const region = useRef<HTMLDivElement>(null);
  const cameFrom = useRef<Element | null>(null);
  const calls = useMemo<ToastCalls>(() => {
    const add = (toast: Omit<Shown, "id">) => {
      const id = next.current++;
      setShown((before) => {
        const others = before.filter(({ undo }) => undo === undefined || undo.of !== toast.undo?.of);
        return [...others.slice(1 - mostAtOnce), { id, ...toast }];
      });
    };
    return {
      show: (content, tone = "success", stays = tone === "error") => add({ content, tone, stays }),
      offerUndo: (content, undo) => add({ content, tone: "success", stays: false, undo }),
    };
  }, []);
  const remove = (id: number) => setShown((before) => before.filter((toast) => toast.id !== id));
  const change = (id: number, changes: Partial<Shown>) =>
    setShown((before) => before.map((toast) => (toast.id === id ? { ...toast, ...changes } : toast)));

  const undo = async (id: number) => {
    const toast = shown.find((one) => one.id === id);
    if (!toast?.undo || toast.busy) return;
    change(id, { busy: true });
    const end = await toast.undo.run();
    if ("done" in end)
      change(id, { busy: false, undo: undefined, content: end.done, tone: "success", stays: false });
    else
      change(id, {
        busy: false,
        ...(end.again ? {} : { undo: undefined }),
        content: end.failed,
        tone: "error",
        stays: true,
      });
  };
  useUndoKeys(shown.filter((toast) => toast.undo).at(-1)?.id, {
    undo: (id) => void undo(id),
    newestButton: () => [...(region.current?.querySelectorAll<HTMLElement>(undoButtons) ?? [])].at(-1),
    from: cameFrom,
  });
  const tabOut = () => {
    const from = cameFrom.current;
    cameFrom.current = null;
    if (!(from instanceof HTMLElement) || !from.isConnected || from === document.body) return false;
    from.focus();
    return true;
  };
  return (
    <ToastContext value={calls}>
      {children}
      <div className="o-toasts" role="status" aria-live="polite" ref={region}>
        {shown.map(({ id, content, tone, stays, undo: offered, busy = false }) => (
          <Toast
            key={id}
            content={content}
            tone={tone}
            stays={stays}
            busy={busy}
            onUndo={offered && (() => void undo(id))}
            onTabOut={tabOut}
            onClose={() => remove(id)}
          />
        ))}
      </div>
    </ToastContext>
  );
}
