import { beforeAll, describe, expect, test } from "@jest/globals";
import { type OpenApiDocument, openApiDocument } from "@ornament/contracts/api/documentation/openapi";
import type { RouteDefinition } from "@ornament/contracts/api/route";
import { routes } from "@ornament/contracts/api/routes";
import { errorCatalogue } from "@ornament/contracts/errors";
import { htmlOf } from "./markdown.ts";
import { pageOf } from "./page.ts";

const all = Object.values<RouteDefinition>(routes);
let document: OpenApiDocument;
let page: string;
beforeAll(() => {
  document = openApiDocument(all, "https://o.example");
  page = pageOf(document, "/api/openapi.json");
});

const ids = () => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id);

describe("the page of the API", () => {
  test("the page of the API has a heading for each operation and for each error code, and no id twice", () => {
    const expected = [
      ...all.map(({ name }) => name),
      ...Object.keys(errorCatalogue).map((code) => `error-${code}`),
    ];
    expect(expected.filter((id) => !ids().includes(id))).toEqual([]);
    expect(new Set(ids()).size).toBe(ids().length);
  });

  test("every link within the page of the API leads to an id of the page", () => {
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id = ""]) => id);
    expect(targets.length).toBeGreaterThan(100);
    expect(targets.filter((id) => !ids().includes(id))).toEqual([]);
  });

  test("the page of the API has no script and loads nothing but the product's icon", () => {
    const icon = '<link rel="icon" type="image/svg+xml" href="/favicon.svg">';
    expect(page).toContain(icon);
    expect(page.replace(icon, "")).not.toMatch(/<script|<link|<img|<iframe| style=| on\w+=|@import|url\(/);
  });

  test("text of the document that looks like HTML is shown as text", () => {
    const hostile = {
      ...document,
      info: { ...document.info, title: "<b>", description: "<script> `<i>` **<u>**" },
    };
    const shown = pageOf(hostile, "/raw");
    expect(shown).not.toMatch(/<script>|<i>|<u>|<h1><b>/);
    expect(shown).toContain("&#60;script&#62; <code>&#60;i&#62;</code> <strong>&#60;u&#62;</strong>");
  });
});

test("Markdown with a heading, a list, a table and a link to an error code becomes HTML", () => {
  const linkOf = (code: string) => (code === "busy" ? "error-busy" : undefined);
  const text = "## A & b\n\n1. One `busy`\n\n2. Two\n\n| H | I |\n| --- | --- |\n| `x` | y |";
  expect(htmlOf(text, linkOf).replaceAll("\n", "")).toBe(
    '<h2 id="a-b">A &#38; b</h2>' +
      '<ol><li>One <a href="#error-busy"><code>busy</code></a></li><li>Two</li></ol>' +
      '<div class="wide" tabindex="0"><table><thead><tr><th scope="col">H</th><th scope="col">I</th></tr></thead>' +
      "<tbody><tr><td><code>x</code></td><td>y</td></tr></tbody></table></div>",
  );
});
