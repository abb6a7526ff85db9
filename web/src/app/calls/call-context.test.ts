/** @jest-environment jsdom */
import { expect, test } from "@jest/globals";
import { apiOriginOf } from "./call-context.ts";

const own = "https://www.ornament.example";
const pageWith = (content: string) => {
  const page = document.implementation.createHTMLDocument();
  page.head.innerHTML = `<meta name="api:base" content="${content}">`;
  return page;
};

test("calls go to the origin that the gateway has written into the page, or else to the page's origin", () => {
  expect(apiOriginOf(pageWith("https://api.ornament.example"), own)).toBe("https://api.ornament.example");
  expect(apiOriginOf(pageWith(""), own)).toBe(own);
  expect(apiOriginOf(pageWith("{{apiBase}}"), own)).toBe(own);
  expect(apiOriginOf(document.implementation.createHTMLDocument(), own)).toBe(own);
});
