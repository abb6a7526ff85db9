import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";

const shownMs = 6000;

const marks = { success: "✓", error: "!" } as const;
export type ToastTone = keyof typeof marks;

interface Shown {
  id: number;
  content: ReactNode;
  tone: ToastTone;
}

const ToastContext = createContext<(content: ReactNode, tone?: ToastTone) => void>(() => {});

/**
 * Shows a message about an action on another page, of success by default. An error stays until it is
 * dismissed. For an action on this page use `Banner`.
 */
export const useToast = () => useContext(ToastContext);

export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const next = useRef(1);
  const add = useCallback((content: ReactNode, tone: ToastTone = "success") => {
    const id = next.current++;
    setShown((before) => [...before.slice(-2), { id, content, tone }]);
  }, []);
  const remove = (id: number) => setShown((before) => before.filter((toast) => toast.id !== id));
  return (
    <ToastContext value={add}>
      {children}
      <div className="o-toasts" role="status" aria-live="polite">
        {shown.map(({ id, content, tone }) => (
          <Toast key={id} content={content} tone={tone} onClose={() => remove(id)} />
        ))}
      </div>
    </ToastContext>
  );
}

function Toast({ content, tone, onClose }: Omit<Shown, "id"> & { onClose: () => void }) {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (tone === "error") return;
    const timer = setTimeout(() => close.current(), shownMs);
    return () => clearTimeout(timer);
  }, [tone]);
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
