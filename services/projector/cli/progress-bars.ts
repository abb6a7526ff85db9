import { MultiBar, Presets, type SingleBar } from "cli-progress";

/** Bars of a terminal. */
export interface ProgressBars {
  /** @param progress the filled part of each bar, from 0 to 1 */
  update(progress: readonly { name: string; fraction: number }[]): void;
  stop(): void;
}

/** A bar for each name, on the standard error output. */
export function showBars(names: readonly string[]): ProgressBars {
  const bars = new MultiBar({ format: "{name} {bar} {percentage}%", hideCursor: true }, Presets.shades_grey);
  const width = Math.max(...names.map((name) => name.length));
  const byName = new Map<string, SingleBar>(
    names.map((name) => [name, bars.create(1_000, 0, { name: name.padEnd(width) })]),
  );
  return {
    update(progress) {
      for (const { name, fraction } of progress) byName.get(name)?.update(Math.round(fraction * 1_000));
    },
    stop: () => bars.stop(),
  };
}
