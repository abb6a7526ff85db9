import { readFileSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { expect, jest, test } from "@jest/globals";
import { projections } from "./all-projections.ts";
import type { Projection } from "./projection.ts";
import { history } from "./testing/history.ts";
import { documentsAfterEach, projected, recorded } from "./testing/projected.ts";

// A build continues with the documents that another build has stored, if their version is the same. So the
// documents, and the events that are folded into them, may change only together with the version. The file
// has the documents of each version for a fixed history.

interface Kept {
  version: number;
  events: string[];
  documents: unknown;
}

const file = new URL("versions.json", import.meta.url);
const kept: Record<string, Kept> = JSON.parse(readFileSync(file, "utf8"));
const update = process.env.UPDATE_VERSIONS === "yes";
const command =
  "UPDATE_VERSIONS=yes npm run jest -- --selectProjects unit --testPathPatterns versions && npm run format";

/** The value as JSON in which an instant or a position differs from its text. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, function (this: Record<string, unknown>, key, inJson) {
      if (typeof inJson === "bigint") return { $long: String(inJson) };
      return this[key] instanceof Date ? { $date: inJson } : inJson;
    }),
  );

const made = ({ readModel, events }: Projection, documents: unknown): Kept => ({
  version: readModel.version,
  events: [...events].toSorted(),
  documents: plain(documents),
});

test.each(Object.entries(projections))(
  "the read model %s changes only together with its version",
  async (name, projection) => {
    const now = made(projection, await projected(projection, history));
    const before = kept[name];
    if (before?.version === now.version) {
      try {
        expect(now).toEqual(before);
      } catch (difference) {
        throw new Error(
          `${name} has changed, but its version is still ${now.version}. Raise the version in contracts/read-models, or, if version ${now.version} was never merged, restore versions.json. Then update versions.json:\n${command}\n${difference}`,
        );
      }
    } else if (update) {
      kept[name] = now;
      writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
    } else throw new Error(`${name} has a new version. Update versions.json:\n${command}`);
  },
);

test.each(Object.entries(projections))(
  "the read model %s is the same when its events are folded years later",
  async (_name, projection) => {
    const today = await projected(projection, history);
    jest.useFakeTimers({
      now: new Date("2040-02-29"),
      doNotFake: [
        "hrtime",
        "nextTick",
        "performance",
        "queueMicrotask",
        "setImmediate",
        "setInterval",
        "setTimeout",
      ],
    });
    try {
      expect(await projected(projection, history)).toEqual(today);
    } finally {
      jest.useRealTimers();
    }
  },
);

test.each(Object.entries(projections))(
  "the read model %s is changed by each type of event that it folds",
  async (_name, projection) => {
    const after = await documentsAfterEach(projection, history);
    const changing = new Set<string>();
    for (const [n, happening] of history.entries())
      if (!isDeepStrictEqual(after[n], after[n - 1] ?? {})) changing.add(recorded(happening, n).type);
    // An event is missing in the history, or `keys` names it and `evolve` has no case for it.
    expect([...projection.events].filter((type) => !changing.has(type))).toEqual([]);
  },
);
