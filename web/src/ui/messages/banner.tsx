import { Children, type ReactNode, useEffect, useRef } from "react";
import { ContactOffer } from "./contact-offer.tsx";

export type BannerTone = "success" | "error" | "notice";

const marks = { success: "✓", error: "!", notice: "i" } as const satisfies Record<BannerTone, string>;

export interface BannerProps {
  tone: BannerTone;
  /**
   * The message. Without one nothing is shown, but the live region stays, so that a later message is
   * announced.
   */
  children?: ReactNode;
  /** The milliseconds after which `onDismiss` is called, to remove a message of success. */
  dismissAfterMs?: number | undefined;
  onDismiss?: (() => void) | undefined;
}

/**
 * A message about an action on this page. An error that needs help is shown with the contact. For actions
 * elsewhere see `showToast`.
 */
export function Banner({ tone, children, dismissAfterMs, onDismiss }: BannerProps) {
  const region = useRef<HTMLDivElement>(null);
  const dismiss = useRef(onDismiss);
  dismiss.current = onDismiss;
  const shown = Children.toArray(children).some((child) => child !== "");

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is shown for the whole time.
  useEffect(() => {
    if (!shown || dismissAfterMs === undefined) return;
    const timer = setTimeout(() => dismiss.current?.(), dismissAfterMs);
    return () => clearTimeout(timer);
  }, [shown, children, dismissAfterMs]);

  // The pressed button may be far from the banner.
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
          <div>
            <div>{children}</div>
            {tone === "error" && <ContactOffer of={[children]} />}
          </div>
        </div>
      )}
    </div>
  );
}
