import cliProgress from "cli-progress";

/** Runs the work with a progress bar on a terminal; elsewhere prints one line at the end. */
export async function withProgress<T>(
  name: string,
  total: number,
  work: (tick: () => void) => Promise<T>,
): Promise<T> {
  if (!process.stderr.isTTY || total === 0) {
    const result = await work(() => undefined);
    console.error(`${name}: ${total}`);
    return result;
  }
  const bar = new cliProgress.SingleBar(
    { format: `${name.padEnd(10)} [{bar}] {value}/{total}, {eta_formatted} left`, hideCursor: true },
    cliProgress.Presets.shades_classic,
  );
  bar.start(total, 0);
  try {
    return await work(() => bar.increment());
  } finally {
    bar.stop();
  }
}
