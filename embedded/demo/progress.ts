import cliProgress from "cli-progress";

export interface Progress {
  tick(): void;
  done(): void;
}

/** A progress bar on a terminal; elsewhere one line at the end. */
export function showProgress(name: string, total: number): Progress {
  if (!process.stderr.isTTY || total === 0) {
    return { tick: () => undefined, done: () => console.error(`${name}: ${total}`) };
  }
  const bar = new cliProgress.SingleBar(
    { format: `${name.padEnd(10)} [{bar}] {value}/{total}, {eta_formatted} left`, hideCursor: true },
    cliProgress.Presets.shades_classic,
  );
  bar.start(total, 0);
  return { tick: () => bar.increment(), done: () => bar.stop() };
}
