import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { fieldsOf, type Schema, typeOf } from "./schema-fields.ts";

describe("the fields of a schema", () => {
  const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input" }) as Schema;

  test("the path of a field names the objects, lists and alternatives around it", () => {
    const item = z.object({ id: z.int(), name: z.string().describe("A name.").nullable() });
    const schema = schemaOf(z.object({ rows: z.array(item), only: item.nullable().optional() }));
    expect(fieldsOf(schema).map(({ path, type, optional }) => [path, type, optional])).toEqual([
      ["rows", "list of object", false],
      ["rows[].id", "integer", false],
      ["rows[].name", "string or null", false],
      ["only", "object or null", true],
      ["only.id", "integer", false],
      ["only.name", "string or null", false],
    ]);
    expect(fieldsOf(schema)[2]?.description).toBe("A name.");
    const either = schemaOf(z.union([z.object({ a: z.literal(1) }), z.object({ b: z.enum(["x", "y"]) })]));
    expect(fieldsOf(either).map(({ path, type }) => [path, type])).toEqual([
      ["(1) a", "1"],
      ["(2) b", '"x" or "y"'],
    ]);
  });

  test("a type names its limits and its default", () => {
    expect(typeOf(schemaOf(z.string().min(2).max(9).default("abc")))).toBe(
      'string, at least 2 characters, at most 9 characters, "abc" by default',
    );
    expect(typeOf(schemaOf(z.int().min(1)))).toBe("integer, from 1");
  });
});
