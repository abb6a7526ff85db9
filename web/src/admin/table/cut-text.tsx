import { Tooltip } from "../../ui/tooltip.tsx";

/** A long text is cut off in its cell and shown in full on hover and focus. */
export function CutText({ text }: { text: string }) {
  if (text === "") return null;
  return (
    <Tooltip text={text}>
      <button type="button" className="o-cut">
        {text}
      </button>
    </Tooltip>
  );
}
