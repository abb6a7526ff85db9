import type { EventDefinition } from "@ornament/contracts/events/definition";
import { z } from "zod";
import type { Docstring } from "./docstrings.ts";

/** A JSON Schema as the OpenAPI document has it, with the keywords that are shown. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly description?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A field of a schema: its path (`pins.rows[].id`), its type in words, and its meaning ("" without one). */
interface Field {
  readonly path: string;
  readonly type: string;
  readonly optional: boolean;
  readonly description: string;
}

/**
 * The fields of a schema and of its parts, in their order. With several shapes, a path begins with the number
 * of its shape.
 */
function fieldsOf(schema: Schema, prefix = ""): Field[] {
  const shapes = alternativesOf(schema).filter((shape) => shape.properties ?? shape.items);
  if (shapes.length > 1) return shapes.flatMap((shape, index) => fieldsOf(shape, `${prefix}(${index + 1}) `));
  const [shape] = shapes;
  if (shape?.items) return fieldsOf(shape.items, `${prefix}[].`.replace(/\.\[\]/, "[]"));
  return Object.entries(shape?.properties ?? {}).flatMap(([name, property]) => [
    {
      path: `${prefix}${name}`,
      type: typeOf(property),
      optional: !shape?.required?.includes(name),
      description: descriptionOf(property),
    },
    ...fieldsOf(property, `${prefix}${name}.`),
  ]);
}

/** A schema's type in words, with its limits: `string or null`, `integer ≥ 1`, `"ASC" or "DESC"`. */
function typeOf(schema: Schema): string {
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 1) return [...new Set(alternatives.map(typeOf))].join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  const type = [schema.type ?? "any"].flat().join(" or ");
  const preset = schema.default === undefined ? "" : `, ${JSON.stringify(schema.default)} by default`;
  return `${schema.format === "binary" ? "file" : type}${limitsOf(schema)}${preset}`;
}

/** The schema's description, or an alternative's: zod describes a nullable value in its alternatives. */
const descriptionOf = (schema: Schema): string =>
  schema.description ?? alternativesOf(schema).find(({ description }) => description)?.description ?? "";

const alternativesOf = (schema: Schema): readonly Schema[] =>
  (schema.anyOf ?? schema.oneOf)?.flatMap(alternativesOf) ?? [schema];

function limitsOf({ minLength, maxLength, minimum, maximum }: Schema): string {
  const safe = (limit: number | undefined) =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER ? limit : undefined;
  const [least, most] = [safe(minimum), safe(maximum)];
  return [
    minLength === 1 ? ", not empty" : "",
    minLength !== undefined && minLength > 1 ? `, at least ${minLength} characters` : "",
    maxLength === undefined ? "" : `, at most ${maxLength} characters`,
    least === undefined ? "" : `, from ${least}`,
    most === undefined ? "" : `, up to ${most}`,
  ].join("");
}

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
