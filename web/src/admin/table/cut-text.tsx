import { Tooltip } from "../../ui/tooltip.tsx";

/** A long text cut off in its cell; the whole of it on hover and on focus. */
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
