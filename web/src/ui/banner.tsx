import { type ReactNode, useEffect, useRef } from "react";

export type BannerTone = "success" | "error" | "notice";

const marks = { success: "✓", error: "!", notice: "i" } as const satisfies Record<BannerTone, string>;

export interface BannerProps {
  tone: BannerTone;
  /** Nothing is shown without it; the live region stays, so that a later message is announced. */
  children?: ReactNode;
  /** Called after this time, to take a success message away. */
  dismissAfterMs?: number | undefined;
  onDismiss?: (() => void) | undefined;
}

/** What happened here, beside the form it happened in. */
export function Banner({ tone, children, dismissAfterMs, onDismiss }: BannerProps) {
  const region = useRef<HTMLDivElement>(null);
  const dismiss = useRef(onDismiss);
  dismiss.current = onDismiss;
  const shown = children !== undefined && children !== null && children !== false && children !== "";

  useEffect(() => {
    if (!shown || dismissAfterMs === undefined) return;
    const timer = setTimeout(() => dismiss.current?.(), dismissAfterMs);
    return () => clearTimeout(timer);
  }, [shown, dismissAfterMs]);

  // The button that was pressed may be a screen away from it.
  useEffect(() => {
    if (shown && tone !== "notice") region.current?.scrollIntoView({ block: "nearest" });
  }, [shown, tone]);

  return (
    <div role="status" aria-live="polite" ref={region}>
      {shown && (
        <div className={`o-banner o-banner-${tone}`}>
          <span className="o-banner-mark" aria-hidden="true">
            {marks[tone]}
          </span>
          <div>{children}</div>
        </div>
      )}
    </div>
  );
}
