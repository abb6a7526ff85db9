import { collectOutput, exitOf, spawnProduct } from "./running-product.ts";

/** Starts a product that should end itself. Returns its exit code and the printed lines. */
export async function refusedStart(
  dataDir: string,
  environment: Record<string, string>,
): Promise<{ code: number | null; lines: string[] }> {
  const child = spawnProduct({ dataDir, environment });
  const output = collectOutput(child);
  let isKilled = false;
  const timeout = setTimeout(() => {
    isKilled = child.kill("SIGKILL");
  }, 60_000);
  const code = await exitOf(child);
  clearTimeout(timeout);
  if (isKilled) throw new Error(`The product did not end by itself. It has printed:\n${output()}`);
  return { code, lines: output().trim().split("\n") };
}
