import { useEffect, useLayoutEffect, useRef, useState } from "react";

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
      <path fill="var(--o-berry-deep)" d="M16 356h52v55H16l15-27zM344 356h-52v55h52l-15-27z" />
      <path fill="#5c0f17" d="M44 399h24v12zM316 399h-24v12z" />
      <path fill="var(--o-berry)" d="M44 343h272v56H44z" />
      <path stroke="var(--o-gold)" strokeWidth="1.6" d="M44 347.5h272M44 394.5h272" />
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

/** Names up to this length are easier to read in one line. */
const oneLine = 12;

/** A name in one line, or in two of about the same length if it is long and has a space to break at. */
export function nameLines(name: string): readonly string[] {
  const words = name.trim().split(/\s+/);
  const whole = words.join(" ");
  if (whole === "") return [];
  if ([...whole].length <= oneLine || words.length === 1) return [whole];
  const halves = words
    .slice(1)
    .map((_, index) => [words.slice(0, index + 1).join(" "), words.slice(index + 1).join(" ")]);
  const longest = (lines: readonly string[]) => Math.max(...lines.map((line) => [...line].length));
  return halves.reduce((best, lines) => (longest(lines) < longest(best) ? lines : best));
}
