import { z } from "zod";
import type { RequestLimit } from "../domain/request-limits.ts";
import { errorCatalogue } from "../errors.ts";
import { includesAdmins } from "./addresses/callers.ts";
import type { RouteDefinition } from "./route.ts";

type Json = Record<string, unknown>;

const jsonSchema = (schema: z.ZodType, io: "input" | "output"): Json =>
  z.toJSONSchema(schema, { io, unrepresentable: "any", target: "draft-2020-12" }) as Json;

/** The HTTP interface as an OpenAPI 3.1 document, made from the routes. See docs/decisions/0022-openapi.md. */
export function openApiDocument(routes: readonly RouteDefinition[], publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Ornament", version: "1", description: "Commands, tables and the video player's check." },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        admin: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        consumer: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        device: { type: "http", scheme: "bearer" },
      },
      schemas: { Error: errorSchema },
    },
  };
}

const errorSchema = {
  type: "object",
  required: ["error", "code", "message", "errors"],
  properties: {
    error: { const: true },
    code: { enum: Object.keys(errorCatalogue) },
    message: { type: "string" },
    errors: {
      type: "array",
      items: {
        anyOf: [
          { type: "string" },
          {
            type: "object",
            required: ["path", "message"],
            properties: {
              path: { type: "string" },
              message: { type: "string" },
              suggestion: { type: "string", description: "The PIN that was probably meant, as XXXX-XXX." },
            },
          },
        ],
      },
    },
  },
};

const errorContent = { content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } } };

function operation(route: RouteDefinition): Json {
  return {
    operationId: route.name,
    summary: route.summary,
    tags: [route.path.split("/")[2]],
    security: securityOf(route),
    parameters: [...parametersOf(route.params, "path"), ...parametersOf(route.query, "query")],
    ...(hasBody(route) ? { requestBody: bodyOf(route) } : {}),
    responses: {
      200: {
        description: "Done",
        content: { [mediaOf(route)]: { schema: jsonSchema(route.response, "output") } },
      },
      ...(route.limit ? { 429: tooMany(route.limit) } : {}),
      default: {
        description: "Refused",
        ...errorContent,
      },
    },
  };
}

const tooMany = ({ by, atOnce, everySeconds }: RequestLimit): Json => ({
  description: `Called too often: each ${by} may call ${atOnce} times at once, then once each ${everySeconds} s`,
  headers: { "Retry-After": { description: "Seconds to wait", schema: { type: "integer" } } },
  ...errorContent,
});

const mediaOf = (route: RouteDefinition) => (route.answers === "csv" ? "text/csv" : "application/json");

function securityOf({ callers }: RouteDefinition): Json[] {
  if (callers.includes("anonymous")) return [];
  const schemes = new Set(callers.map((caller) => (includesAdmins([caller]) ? "admin" : caller)));
  return [...schemes].map((scheme) => ({ [scheme]: [] }));
}

function parametersOf(schema: z.ZodType, place: "path" | "query"): Json[] {
  const { properties = {}, required = [] } = jsonSchema(schema, "input") as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property,
  }));
}

const hasBody = (route: RouteDefinition) =>
  route.accepts === "multipart" ||
  !(route.body instanceof z.ZodObject) ||
  Object.keys(route.body.shape).length > 0;

function bodyOf(route: RouteDefinition): Json {
  const content =
    route.accepts === "multipart"
      ? {
          "multipart/form-data": {
            schema: {
              type: "object",
              required: ["file"],
              properties: { file: { type: "string", format: "binary" } },
            },
          },
        }
      : { "application/json": { schema: jsonSchema(route.body, "input") } };
  return { required: true, description: "Without Content-Encoding: a compressed body is refused", content };
}
