import type { OpenApiDocument, Operation } from "@ornament/contracts/api/documentation/openapi";
import { fieldsOf, type Schema, typeOf } from "@ornament/contracts/api/documentation/schema-fields";
import { escaped, headingsOf, htmlOf, idOf, inline, type LinkOf } from "./markdown.ts";
import { style } from "./style.ts";

interface Called extends Operation {
  readonly method: string;
  readonly path: string;
}

/** The OpenAPI document as a page for people. It has no script and loads nothing. */
export function pageOf(document: OpenApiDocument, rawAddress: string): string {
  const operations = operationsOf(document);
  const targets = new Map([
    ...document.components.schemas.ErrorCode.oneOf.map(
      (code) => [code.const, `error-${code.const}`] as const,
    ),
    ...operations.flatMap(({ method, path, operationId }) => [
      [`${method} ${path}`, operationId] as const,
      [operationId, operationId] as const,
    ]),
  ]);
  const linkOf: LinkOf = (code) => targets.get(code);
  const { title, description } = document.info;
  const areas = document.tags.map((area) => ({
    ...area,
    operations: operations.filter(({ tags }) => tags.includes(area.name)),
  }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<title>${escaped(title)}: the API</title>
<style>${style}</style>
</head>
<body>
<header><h1>${escaped(title)}: the API</h1>
<p>For developers of clients. For programs: <a href="${rawAddress}">the OpenAPI document</a>.</p></header>
<nav aria-label="Contents">
<h2>Contents</h2>
<ul>${headingsOf(description)
    .map((heading) => entry(idOf(heading), escaped(heading)))
    .concat(entry("error-codes", "Error codes"))
    .join("")}</ul>
${areas
  .map(({ name, operations: own }) =>
    own.length === 1
      ? `<ul>${own.map(({ operationId }) => entry(operationId, `/api/${escaped(name)}`)).join("")}</ul>`
      : `<details><summary>/api/${escaped(name)} (${own.length})</summary><ul>${own
          .map(({ operationId }) => entry(operationId, escaped(operationId)))
          .join("")}</ul></details>`,
  )
  .join("\n")}
</nav>
<main>
${htmlOf(description, linkOf)}
<h2 id="error-codes">Error codes</h2>
<p>${inline(document.components.responses.AnyOperation.description, linkOf)}</p>
${errorsOf(document, linkOf)}
${areas
  .map(
    (area) =>
      `<h2 id="area-${idOf(area.name)}">/api/${escaped(area.name)}</h2>\n<p>${inline(area.description, linkOf)}</p>\n${area.operations
        .map((operation) => operationHtml(operation, document, linkOf))
        .join("\n")}`,
  )
  .join("\n")}
</main>
</body>
</html>
`;
}

const entry = (id: string, text: string) => `<li><a href="#${id}">${text}</a></li>`;

const operationsOf = ({ paths }: OpenApiDocument): Called[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );

const errorsOf = ({ components }: OpenApiDocument, linkOf: LinkOf): string =>
  components.schemas.ErrorCode.oneOf
    .map(
      (code) =>
        `<section class="error"><h3 id="error-${code.const}"><code>${code.const}</code> <span>${code["x-status"]}</span></h3>
${htmlOf(code.description, linkOf)}<p class="soft">Message: ${escaped(code.title)}</p></section>`,
    )
    .join("\n");

function operationHtml(operation: Called, document: OpenApiDocument, linkOf: LinkOf): string {
  const { method, path, operationId, summary } = operation;
  return `<section class="operation"><h3 id="${operationId}"><code>${method} ${escaped(path)}</code></h3>
<p>${inline(summary, linkOf)}</p>
<p class="soft">${inline(operation.description, linkOf)} <code>${operationId}</code></p>
${parametersOf(operation, document, linkOf)}
${bodyOf(operation, linkOf)}
${answerOf(operation, linkOf)}
${refusalsOf(operation, linkOf)}
</section>`;
}

function parametersOf({ parameters }: Operation, { components }: OpenApiDocument, linkOf: LinkOf): string {
  const named = parameters.map((parameter) => {
    if (!("$ref" in parameter)) return parameter;
    const name = parameter.$ref.split("/").at(-1) as keyof typeof components.parameters;
    return components.parameters[name];
  });
  const rows = named.map((parameter) => [
    `<code>${escaped(parameter.name)}</code>`,
    parameter.in,
    `${escaped(typeOf(parameter.schema as Schema))}${parameter.required ? ", required" : ""}`,
    "description" in parameter ? inline(String(parameter.description), linkOf) : "",
  ]);
  return tableOf(["Parameter", "In", "Type", "Meaning"], rows);
}

function bodyOf({ requestBody }: Operation, linkOf: LinkOf): string {
  const [[media, content] = []] = Object.entries(requestBody?.content ?? {});
  if (media === undefined || content === undefined) return "";
  return `<h4>Body: ${escaped(media)}</h4>${fieldTable(content.schema as Schema, linkOf)}`;
}

function answerOf({ responses }: Operation, linkOf: LinkOf): string {
  const done = responses[200];
  const [[media = "", content] = []] = Object.entries(done.content);
  const headers = Object.keys(done.headers).map((name) => `, <code>${name}</code>`);
  const table = fieldTable((content?.schema ?? {}) as Schema, linkOf);
  const title = `200: ${escaped(media)}${headers.join("")}`;
  return table === "" ? `<h4>${title}</h4>` : `<details><summary>${title}</summary>${table}</details>`;
}

function refusalsOf({ responses }: Operation, linkOf: LinkOf): string {
  const items = Object.entries(responses).flatMap(([status, answer]) =>
    "content" in answer && status !== "200"
      ? [`<li>${status}: ${inline(answer.description, linkOf)}</li>`]
      : [],
  );
  return items.length === 0 ? "" : `<h4>Refusals</h4><ul>${items.join("")}</ul>`;
}

function fieldTable(schema: Schema, linkOf: LinkOf): string {
  const fields = fieldsOf(schema);
  const explained = fields.some(({ description }) => description !== "");
  return tableOf(
    ["Field", "Type", ...(explained ? ["Meaning"] : [])],
    fields.map(({ path, type, optional, description }) => [
      `<code>${escaped(path)}</code>`,
      `${escaped(type)}${optional ? ", optional" : ""}`,
      ...(explained ? [inline(description, linkOf)] : []),
    ]),
  );
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const cells = (tag: string, row: readonly string[]) =>
    row.map((cell) => `<${tag}>${cell}</${tag}>`).join("");
  const body = rows.map((row) => `<tr>${cells("td", row)}</tr>`).join("");
  return `<div class="wide" tabindex="0"><table><thead><tr>${cells("th", head)}</tr></thead><tbody>${body}</tbody></table></div>`;
}
