import type { ReactNode } from "react";
import { Button } from "../../ui/press/button.tsx";

/** The main button of a screen, which submits the form. On a phone it stays at the bottom of the screen. */
export function MainAction(props: {
  children: ReactNode;
  busy?: boolean | undefined;
  busyLabel?: string | undefined;
  disabled?: boolean | undefined;
  /** Called for a press, or Enter in a field, while the button is disabled. */
  onDisabledPress?: (() => void) | undefined;
  "aria-describedby"?: string | undefined;
  /** A note about missing input, shown above the button and announced when it changes. */
  note?: string | undefined;
  /** Less important buttons and links, below the main button. */
  more?: ReactNode;
}) {
  const { children, note, more, ...rest } = props;
  return (
    <div className="o-main-action">
      {note !== undefined && (
        <p className="o-hint text-center" role="status">
          {note}
        </p>
      )}
      <Button {...rest} type="submit" tone="action" wide>
        {children}
      </Button>
      {more}
    </div>
  );
}
