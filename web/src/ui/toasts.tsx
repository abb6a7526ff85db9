import { createContext, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from "react";

const shownMs = 6000;

interface Shown {
  id: number;
  content: ReactNode;
}

const ToastContext = createContext<(content: ReactNode) => void>(() => {});

/** Shows a message about what happened elsewhere. For what was done on this page use `Banner`. */
export const useToast = () => useContext(ToastContext);

export function Toasts({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const next = useRef(1);
  const add = useCallback((content: ReactNode) => {
    const id = next.current++;
    setShown((before) => [...before.slice(-2), { id, content }]);
  }, []);
  const remove = (id: number) => setShown((before) => before.filter((toast) => toast.id !== id));
  return (
    <ToastContext value={add}>
      {children}
      <div className="o-toasts" role="status" aria-live="polite">
        {shown.map(({ id, content }) => (
          <Toast key={id} content={content} onClose={() => remove(id)} />
        ))}
      </div>
    </ToastContext>
  );
}

function Toast({ content, onClose }: { content: ReactNode; onClose: () => void }) {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const timer = setTimeout(() => close.current(), shownMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="toast show">
      <div>{content}</div>
      <button type="button" className="btn-close" aria-label="Dismiss" onClick={onClose} />
    </div>
  );
}
