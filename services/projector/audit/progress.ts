import type { Position } from "@ornament/platform/eventstore/event-store";

const onTerminalMilliseconds = 200;
const elsewhereMilliseconds = 10_000;

/** Tells on stderr how far the reading is. */
export interface Progress {
  read(events: number, position: Position): void;
  /** Clears the line of a terminal. Returns the number of events and their rate in words. */
  end(): string;
}

interface Screen {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const number = (value: number) => Math.round(value).toLocaleString("en-US");

/** On a terminal one line that changes; elsewhere a line every ten seconds. */
export function showProgress(head: Position | undefined, screen: Screen = process.stderr): Progress {
  const began = performance.now();
  let shownAt = began;
  let events = 0;
  const interval = screen.isTTY ? onTerminalMilliseconds : elsewhereMilliseconds;
  const rate = () => number((events * 1000) / Math.max(1, performance.now() - began));
  return {
    read(more, position) {
      events += more;
      if (performance.now() - shownAt < interval) return;
      shownAt = performance.now();
      const percent = head ? Math.min(100, Math.floor(Number((position.commit * 100n) / head.commit))) : 100;
      const text = `Reading events: ${number(events)}, ${percent} % (${rate()} a second)`;
      screen.write(screen.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
    },
    end() {
      if (screen.isTTY) screen.write("\r\u001b[K");
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      return `${number(events)} events read in ${seconds} s (${rate()} a second)`;
    },
  };
}
