/** A JSON Schema as the OpenAPI document has it, with the keywords that are shown. */
export interface Schema {
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
export interface Field {
  readonly path: string;
  readonly type: string;
  readonly optional: boolean;
  readonly description: string;
}

/**
 * The fields of a schema and of its parts, in their order. With several shapes, a path begins with the number
 * of its shape.
 */
export function fieldsOf(schema: Schema, prefix = ""): Field[] {
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
export function typeOf(schema: Schema): string {
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
