import type { EventDefinition } from "@ornament/contracts/events/definition";
import { z } from "zod";
import type { Docstring } from "./docstrings.ts";
import { fieldsOf, type Schema } from "./schema-fields.ts";

/** A file of contracts that declares events, with its docstrings. */
export interface Category {
  readonly path: string;
  readonly about: Docstring;
  readonly events: readonly { readonly definition: EventDefinition; readonly about: Docstring }[];
}

/**
 * docs/events.md. `makers` gives the files, or the decider's folder, in which an event of a type is made.
 */
export function eventsReference(
  categories: readonly Category[],
  makers: (type: string) => readonly string[],
): string {
  const contents = categories.map(
    ({ path, events }) =>
      `- [${titleOf(path)}](#${titleOf(path).toLowerCase().replaceAll(" ", "-")}): ${events
        .map(({ definition: { type } }) => `[${type}](#${type.toLowerCase()})`)
        .join(", ")}`,
  );
  const sections = categories.map(
    ({ path, about, events }) =>
      `## ${titleOf(path)}\n\n${linksFromDocs(about.text)}\n\nDeclared in [\`${path}\`](../${path}).\n\n${events
        .map((event) => eventSection(event, makers))
        .join("\n\n")}`,
  );
  return `${introduction}\n${contents.join("\n")}\n\n${sections.join("\n\n")}\n`;
}

const introduction = `# Events

Every event that the log can hold. The file is made from the declarations in \`contracts\`; change it there, and then make it again:

\`\`\`sh
UPDATE_EVENTS=yes npm run jest -- --selectProjects unit --testPathPatterns events-reference
\`\`\`

- **Stream**: what has to be decided together shares a stream ([decision 0003](decisions/0003-aggregates-and-streams.md)).
- **Command**: what the decider of the stream was asked for. Events without a command are written by the file that is named.
- **Personal**: the field is stored encrypted with the person's own key, and is read as null once that key is erased
  ([decision 0007](decisions/0007-personal-data-is-encrypted-and-erased.md)).
- **System action log**: the action under which the log shows the event; without it the event is hidden there.
- **Version**: 1 if none is named. An event of an older version is converted by upcasters when it is read
  ([how to add a version](how-to/add-an-event-version.md)).

Each event also has metadata: who acted, the request, the session, the command with a hash of its body, the build, the version, and the MAC
([\`metadata.ts\`](../contracts/events/metadata.ts)).

## Contents
`;

/** `contracts/admins/directory-events.ts` becomes "Admins directory". */
const titleOf = (path: string) => {
  const words = path.replace(/^contracts\/|\.ts$/g, "").split(/[-/]/);
  return words
    .filter((word) => word !== "events")
    .join(" ")
    .replace(/^./, (first) => first.toUpperCase());
};

/** Changes the paths of documents in docstrings, which start at the repository's root, to links from docs. */
const linksFromDocs = (text: string) =>
  text.replace(
    /docs\/((?:[\w-]+\/)*[\w-]+)\.md/g,
    (_, path: string) => `[${path.split("/").at(-1)}](${path}.md)`,
  );

function eventSection(
  { definition, about }: Category["events"][number],
  makers: (type: string) => readonly string[],
): string {
  const { type, schema, version, log, person } = definition;
  const commands = about.by.map((name) => `\`${name}\``).join(" or ");
  const places = makers(type).map((path) => `[\`${path}\`](../${path})`);
  const whose = person
    ? ` Person: the ${person.kind === "audience" ? "account" : person.kind} of \`${person.field}\`.`
    : "";
  const makersOfIt = places.length > 0 ? places.join(", ") : "former builds only";
  const facts = [
    `- ${commands ? `Command: ${commands} in` : "Written by"} ${makersOfIt}`,
    ...(log === "hidden" ? [] : [`- System action log: "${log.action}"`]),
    ...(version > 1
      ? [`- Version: ${version}, ${version - 1} upcaster${version === 2 ? "" : "s"}.${whose}`]
      : []),
    ...(version === 1 && whose ? [`-${whose}`] : []),
  ];
  return `### ${type}\n\n${linksFromDocs(about.text)}\n\n${facts.join("\n")}\n\n${fieldTable(schema, definition.personal)}`;
}

function fieldTable(schema: z.ZodObject, personal: readonly string[]): string {
  const fields = fieldsOf(z.toJSONSchema(schema, { unrepresentable: "any" }) as Schema);
  if (fields.length === 0) return "It has no fields.";
  const rows = fields.map(
    ({ path, type, optional, description }) =>
      `| \`${path}\` | ${cell(type)}${optional ? ", optional" : ""} | ${cell(description)} | ${
        personal.includes(path) ? "yes" : "no"
      } |`,
  );
  return `| Field | Type | Meaning | Personal |\n| --- | --- | --- | --- |\n${rows.join("\n")}`;
}

const cell = (text: string) => text.replaceAll("|", "\\|");
