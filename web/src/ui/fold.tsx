import { type ReactNode, useId, useState } from "react";
import { Icon } from "./icon.tsx";
import { Button } from "./press/button.tsx";

export interface FoldProps {
  label: string;
  /** The accessible name, if the label doesn't say what is unfolded. */
  name?: string;
  /** The button is the heading of its card, or looks like a link. */
  look?: "heading" | "plain";
  /** Next to a heading. */
  aside?: ReactNode;
  /** The class of the unfolded part. */
  className?: string;
  children: ReactNode;
}

/** A button that unfolds a part below it. The part is rendered only while it is unfolded. */
export function Fold({ label, name, look = "plain", aside, className, children }: FoldProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = {
    "aria-expanded": open,
    "aria-controls": id,
    "aria-label": name,
    onClick: () => setOpen(!open),
  };
  const content = (
    <>
      <span>{label}</span>
      <Icon name={open ? "close" : "open"} />
    </>
  );
  return (
    <>
      {look === "heading" ? (
        <div className="hstack flex-wrap gap-3 justify-content-between">
          <h2 className="mb-0">
            <button type="button" className="o-fold-button" {...button}>
              {content}
            </button>
          </h2>
          {aside}
        </div>
      ) : (
        <Button small tone="plain" className="o-fold" {...button}>
          {content}
        </Button>
      )}
      <div id={id} className={className} hidden={!open}>
        {open && children}
      </div>
    </>
  );
}
