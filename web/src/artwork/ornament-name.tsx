import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { nameLines } from "./name-lines.ts";

/** The width on the ribbon that the text may fill, in units of the drawing. */
const room = 246;
const largest = { one: 34, two: 21 } as const;
const middle = 371;

/** A ribbon around the ball with a name on it. The ribbon is there only when the name is. */
export function OrnamentName({ name }: { name: string }) {
  const lines = nameLines(name);
  const size = lines.length > 1 ? largest.two : largest.one;
  return (
    <g className={lines.length > 0 ? "o-ribbon o-ribbon-shown" : "o-ribbon"}>
      <path className="o-ribbon-tail" d="M16 356h52v55H16l15-27zM344 356h-52v55h52l-15-27z" />
      <path className="o-ribbon-fold" d="M44 399h24v12zM316 399h-24v12z" />
      <path className="o-ribbon-front" d="M44 343h272v56H44z" />
      <path className="o-ribbon-edge" d="M44 347.5h272M44 394.5h272" />
      {lines.map((line, index) => (
        <FittingText
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no order but their own.
          key={index}
          text={line}
          y={middle + (index - (lines.length - 1) / 2) * size}
          largestSize={size}
        />
      ))}
    </g>
  );
}

/** A line of text around a middle point, made smaller until it fits. */
function FittingText({ text, y, largestSize }: { text: string; y: number; largestSize: number }) {
  const element = useRef<SVGTextElement>(null);
  const [size, setSize] = useState(largestSize);

  useLayoutEffect(() => setSize(fittingSize(element.current, text, largestSize)), [text, largestSize]);
  // Once the font has arrived, the text has another width.
  useEffect(() => {
    const measure = () => setSize(fittingSize(element.current, text, largestSize));
    document.fonts?.addEventListener("loadingdone", measure);
    return () => document.fonts?.removeEventListener("loadingdone", measure);
  }, [text, largestSize]);

  return (
    <text ref={element} className="o-ribbon-name" x="180" y={y} fontSize={size} dy="0.34em">
      {text}
    </text>
  );
}

/** The width grows with the size, so one measurement is enough. */
function fittingSize(element: SVGTextElement | null, text: string, largestSize: number): number {
  const now = Number(element?.getAttribute("font-size"));
  const width = text === "" ? 0 : (element?.getComputedTextLength?.() ?? 0);
  return width === 0 || now === 0 ? largestSize : Math.min(largestSize, (room * now) / width);
}
