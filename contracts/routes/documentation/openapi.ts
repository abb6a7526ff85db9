import { z } from "zod";
import { roleLabels } from "../../values/roles.ts";
import { type Caller, includesAdmins } from "../callers.ts";
import { type ErrorCode, errorCatalogue } from "../errors.ts";
import type { RequestLimit } from "../request-limits.ts";
import { type RouteDefinition, serviceOf, showsInstants } from "../route.ts";
import { clientGuide } from "./client-guide.ts";
import { components, refusedWith } from "./components.ts";
import { exampleOf, parametersIn } from "./examples.ts";
import { refusalsOf } from "./refusals.ts";

type Json = Record<string, unknown>;

const jsonSchema = (schema: z.ZodType, io: "input" | "output"): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
  });
  return rest;
};

/** The HTTP interface as an OpenAPI 3.1 document for client developers, made from the routes. */
export function openApiDocument(routes: readonly RouteDefinition[], publicUrl: string) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Ornament", version: "1", description: clientGuide(publicUrl) },
    servers: [{ url: publicUrl }],
    tags: Object.entries(areas).map(([name, description]) => ({ name, description })),
    paths,
    components,
  };
}

type Operation = ReturnType<typeof operation>;

/** The tags: the second segment of each path. */
const areas = {
  user: "A consumer's account, PINs and devices.",
  admin: "The back office.",
  player: "The video player.",
  settings: "Settings that every visitor may read.",
  log: "The public key of the event store's proof.",
  "openapi.json": "This description for programs.",
};

function operation(route: RouteDefinition) {
  return {
    operationId: route.name,
    summary: route.summary,
    description: [callersText(route), lookText(route)].filter(Boolean).join(" "),
    tags: [route.path.split("/")[2] ?? ""],
    security: securityOf(route),
    parameters: [...parametersOf(route, "path"), ...parametersOf(route, "query"), ...headersOf(route)],
    ...(hasBody(route) ? { requestBody: bodyOf(route) } : {}),
    responses: {
      200: {
        description: "Done",
        headers: Object.fromEntries(
          [
            ...(isCommand(route) ? ["X-Position"] : []),
            ...(waits(route) ? ["X-Stale"] : []),
            ...(route.reads.length > 0 ? ["X-Not-Up-To-Date-Since"] : []),
            ...(route.answers === "csv" ? ["X-Log-Checkpoint"] : []),
          ].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
        ),
        content: {
          [mediaOf(route)]: {
            schema: jsonSchema(route.response, "output"),
            example: exampleOf(route)?.answer,
          },
        },
      },
      ...refusedOf(route),
      default: { $ref: "#/components/responses/AnyOperation" },
    },
  };
}

const isCommand = (route: RouteDefinition) => serviceOf(route) === "command-api";
/** A caller who has not signed in doesn't wait: see docs/decisions/0009-reading-your-own-writes.md. */
const waits = ({ reads, callers }: RouteDefinition) => reads.length > 0 && !callers.includes("anonymous");

const headersOf = (route: RouteDefinition) => [
  ...(route.idempotent ? [{ $ref: "#/components/parameters/Idempotency-Key" }] : []),
  ...(waits(route) ? [{ $ref: "#/components/parameters/X-Read-After" }] : []),
  ...(showsInstants(route) ? [{ $ref: "#/components/parameters/X-As-Of" }] : []),
];

/** One answer for each status, with the route's codes of that status. */
function refusedOf(route: RouteDefinition): Record<string, ReturnType<typeof refusedWith>> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of refusalsOf(route)) {
    const { status } = errorCatalogue[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      refusedWith(codes, refusalText(codes, route.limit), [429, 503, 507].includes(status)),
    ]),
  );
}

const refusalText = (codes: readonly ErrorCode[], limit: RequestLimit | undefined) =>
  codes
    .map((code) => `\`${code}\`${code === "too_many_requests" && limit ? `: ${limitText(limit)}` : ""}`)
    .join(", ");

const limitText = ({ by, atOnce, everySeconds }: RequestLimit) =>
  `each ${by} may call ${atOnce} times in a row, then once every ${everySeconds} s`;

const media = {
  csv: "text/csv",
  json: "application/json",
  "json-stream": "application/json",
};
const mediaOf = (route: RouteDefinition) => media[route.answers];

/** The callers with their roles, which security schemes don't show. */
const callersText = ({ callers }: RouteDefinition) =>
  callers.includes("anonymous")
    ? "Callers: everyone, without a token."
    : `Callers: ${callers.map((caller) => callerLabels[caller]).join(", ")}.`;

/** The look that the operation records before it answers. */
function lookText({ look, answers }: RouteDefinition): string {
  if (look === undefined) return "";
  if (look === "profile")
    return "The look is recorded in the System action log before the answer, once an hour for an admin and a consumer.";
  if (look === "dataCopy")
    return "The copy is recorded in the System action log before its first byte, each time, with the reason.";
  if (look === "evidence")
    return "The file is recorded in the System action log before its first byte, each time, with the subject.";
  return answers === "csv"
    ? "The export is recorded in the System action log before its first byte."
    : "An answer with every row is recorded in the System action log before its first byte; a page is not.";
}

const callerLabels: Readonly<Record<Caller, string>> = {
  ...roleLabels,
  anonymous: "everyone",
  consumer: "consumer",
  device: "device",
};

function securityOf({ callers }: RouteDefinition): Json[] {
  if (callers.includes("anonymous")) return [];
  const schemes = new Set(callers.map((caller) => (includesAdmins([caller]) ? "admin" : caller)));
  return [...schemes].map((scheme) => ({ [scheme]: [] }));
}

function parametersOf(route: RouteDefinition, place: "path" | "query") {
  const schema = place === "path" ? route.params : route.query;
  const example = exampleOf(route);
  const values = example ? parametersIn(route, example) : {};
  const { properties = {}, required = [] } = jsonSchema(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: property,
    ...(values[name] === undefined ? {} : { example: values[name] }),
  }));
}

const hasBody = (route: RouteDefinition) =>
  route.accepts === "multipart" ||
  !(route.body instanceof z.ZodObject) ||
  Object.keys(route.body.shape).length > 0;

function bodyOf(route: RouteDefinition) {
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
      : { "application/json": { schema: jsonSchema(route.body, "input"), example: exampleOf(route)?.body } };
  return {
    required: true,
    description: "Without `Content-Encoding`: a compressed body is refused.",
    content,
  };
}
