import { Children, type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { ContactOffer } from "./contact-offer.tsx";

const tones = {
  success: { mark: "✓", variant: "success" },
  error: { mark: "!", variant: "danger" },
  notice: { mark: "i", variant: "warning" },
} as const;
export type BannerTone = keyof typeof tones;

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
        <Alert tone={tone}>
          <div>
            <div>{children}</div>
            {tone === "error" && <ContactOffer of={[children]} />}
          </div>
        </Alert>
      )}
    </div>
  );
}

/** A message in the colour of its tone. `Banner`, or the region around it, announces it. */
export function Alert({
  tone,
  className = "",
  children,
  ...rest
}: { tone: BannerTone } & ComponentProps<"div">) {
  const { mark, variant } = tones[tone];
  return (
    <div {...rest} className={`alert alert-${variant} ${className}`.trim()}>
      <span className="o-alert-mark" aria-hidden="true">
        {mark}
      </span>
      {children}
    </div>
  );
}
