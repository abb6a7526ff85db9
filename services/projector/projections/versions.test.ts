import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { history } from "../testing/history.ts";
import { projected, recorded } from "../testing/projected.ts";
import { projections } from "./all-projections.ts";
import type { Projection } from "./projection.ts";

// A build continues with the documents that another build has stored, if their version is the same. So the documents, and
// the events that are folded into them, may change only together with the version. The file keeps what each version
// makes of a fixed history.

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

/** As JSON in which an instant differs from its text. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, function (this: Record<string, unknown>, key, inJson) {
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
          `${name} has changed, but its version is still ${now.version}. Raise the version in contracts/read-models, then update versions.json:\n${command}\n${difference}`,
        );
      }
    } else if (update) {
      kept[name] = now;
      writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`);
    } else throw new Error(`${name} has a new version. Update versions.json:\n${command}`);
  },
);

test("the fixed history has every event that a projection folds", () => {
  const types = new Set<string>(history.map((happening, n) => recorded(happening, n).type));
  const folded = Object.values(projections).flatMap(({ events }) => [...events]);
  expect(folded.filter((type) => !types.has(type))).toEqual([]);
});
