import { formatDateTime } from "@ornament/contracts/domain/dates";
import { audit } from "@ornament/testing/programs/run-command";
import { type Answer, type Filter, type Part, placeOf, timeZone, withOthers } from "./answer.ts";

/** The fields of an entry that docs/auditing.md describes, as far as they are asked for. */
interface Line {
  id: string;
  createdAt: string;
  actor: { name: string; role: string };
  request: string | null;
  session: { browser: string | null; address: string | null } | null;
  subjects: string[];
  entry: { action: string; value: string; changes: { what: string; from: string | null; to: string }[] };
  partOf: { action: string } | null;
}

/** The entries that `npm run audit -- log` writes, oldest first. */
export async function answersOfCommand(dataDir: string, filter: Filter = {}): Promise<Answer[]> {
  const options = Object.entries(filter).flatMap(([name, value]) => [`--${name}`, value]);
  const { code, out, err } = await audit(["log", "--format", "ndjson", ...options], { DATA_DIR: dataDir });
  if (code !== 0) throw new Error(`The audit command ended with ${code}: ${err}`);
  const lines = out.trim().split("\n");
  return withOthers(lines.map((line) => partOf(JSON.parse(line))));
}

const partOf = ({ id, createdAt, actor, request, subjects, entry, ...line }: Line): Part => ({
  id,
  who: actor.name,
  role: actor.role,
  what: entry.action,
  whom: subjects.filter((subject) => subject !== actor.name).sort(),
  fromTo: entry.changes.map(({ what, from, to }) => `${what}: ${from ?? "(none)"} → ${to}`),
  where: placeOf(line.session, actor.role),
  when: formatDateTime(new Date(createdAt), timeZone),
  why: entry.value,
  partOf: line.partOf?.action ?? null,
  request: request ?? "",
});
