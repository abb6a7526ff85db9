import type { ReactNode } from "react";
import { Button } from "../../ui/button.tsx";

/** The one main button of a screen, where a thumb reaches it; it sends the form around it. */
export function MainAction(props: {
  children: ReactNode;
  busy?: boolean | undefined;
  busyLabel?: string | undefined;
  disabled?: boolean | undefined;
  /** What is still missing, above the button; read out when it changes. */
  note?: string | undefined;
  /** Less important ways on, under the main one. */
  more?: ReactNode;
}) {
  const { children, note, more, ...rest } = props;
  return (
    <div className="o-main-action">
      {note !== undefined && (
        <p className="o-hint o-centred" role="status">
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
