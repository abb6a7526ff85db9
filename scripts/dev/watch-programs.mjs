/** Bundles programs again after each change of their sources, and reports which of them have changed. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { context, formatMessages } from "esbuild";

/**
 * Watches until `stop`. The first build reports every program. A failed build leaves the programs unchanged.
 * @param options esbuild's, with `entryPoints` by name and `outdir`
 * @param onChanged is called with the names of the programs that differ from the previous build
 * @param onFailed is called with esbuild's errors as text
 * @param onMended is called when a build after a failed one makes the same programs as before
 */
export async function watchPrograms({ options, onChanged, onFailed, onMended }) {
  const names = Object.keys(options.entryPoints);
  const before = new Map();
  let hasFailed = false;
  /** Comparing a program's own file is enough: it names the shared chunks, whose names contain their hash. */
  const hasChanged = (name) => {
    const hash = createHash("sha256")
      .update(readFileSync(join(options.outdir, `${name}.js`)))
      .digest("hex");
    const changed = before.get(name) !== hash;
    before.set(name, hash);
    return changed;
  };
  const report = {
    name: "report",
    setup({ onEnd }) {
      onEnd(async ({ errors }) => {
        const hadFailed = hasFailed;
        hasFailed = errors.length > 0;
        if (hasFailed)
          return onFailed((await formatMessages(errors, { kind: "error", color: false })).join(""));
        const changed = names.filter(hasChanged);
        if (changed.length > 0) onChanged(changed);
        else if (hadFailed) onMended();
      });
    },
  };
  const watched = await context({
    ...options,
    logLevel: "silent",
    plugins: [...(options.plugins ?? []), report],
  });
  await watched.watch();
  return { stop: () => watched.dispose() };
}
