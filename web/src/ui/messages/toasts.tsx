import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";

const shownMs = 6000;

const marks = { success: "✓", error: "!" } as const;
export type ToastTone = keyof typeof marks;

interface Shown {
  id: number;
  content: ReactNode;
  tone: ToastTone;
  stays: boolean;
}

type ShowToast = (content: ReactNode, tone?: ToastTone, stays?: boolean) => void;

const ToastContext = createContext<ShowToast>(() => {});

/**
 * Shows a message about an action on another page, of success by default. An error stays until it is
 * dismissed, and so does a message with a link (`stays`). For an action on this page use `Banner`.
 */
export const useToast = () => useContext(ToastContext);

export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const next = useRef(1);
  const add = useCallback<ShowToast>((content, tone = "success", stays = tone === "error") => {
    const id = next.current++;
    setShown((before) => [...before.slice(-2), { id, content, tone, stays }]);
  }, []);
  const remove = (id: number) => setShown((before) => before.filter((toast) => toast.id !== id));
  return (
    <ToastContext value={add}>
      {children}
      <div className="o-toasts" role="status" aria-live="polite">
        {shown.map(({ id, ...toast }) => (
          <Toast key={id} {...toast} onClose={() => remove(id)} />
        ))}
      </div>
    </ToastContext>
  );
}

function Toast({ content, tone, stays, onClose }: Omit<Shown, "id"> & { onClose: () => void }) {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => close.current(), shownMs);
    return () => clearTimeout(timer);
  }, [stays]);
  return (
    <div className={`toast show o-toast-${tone}`}>
      <span className="o-banner-mark" aria-hidden="true">
        {marks[tone]}
      </span>
      <div>{content}</div>
      <button type="button" className="btn-close" aria-label="Dismiss" onClick={onClose} />
    </div>
  );
}
