import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { Brand } from "@ornament/contracts/values/brand";
import { type PageSettings, withBrand } from "@ornament/contracts/values/brand-in-page";
import express, { type RequestHandler, Router } from "express";

export const webPages = [
  "landing/index.html",
  "index.html",
  "admin/index.html",
  "api-docs/index.html",
] as const;

export const apiDocsPath = "/api/docs";

/**
 * The two single-page applications. Hashed assets are cached for a year, their pages never (their URLs may
 * carry a token). Every path without a file gets the page of its application, with the brand and the
 * settings of the installation in it. The landing page and the page about the API are separate pages.
 */
export function serveWeb(webRoot: string, brand: Brand, settings: PageSettings = {}): Router {
  const page = pagesOf(webRoot, brand, settings);
  const router = Router();
  router.use(
    "/assets",
    compressedByTheBuild(join(webRoot, "assets")),
    express.static(join(webRoot, "assets"), { immutable: true, maxAge: "365d", fallthrough: false }),
  );
  router.get(/\.html$/, page);
  router.use(express.static(webRoot, { index: false, redirect: false, maxAge: "1h" }));
  router.get(/.*/, page);
  router.use((_request, response) => void response.status(405).set("Allow", "GET, HEAD").end());
  return router;
}

/** The pages are read and compressed once, when the gateway starts. */
function pagesOf(webRoot: string, brand: Brand, settings: PageSettings): RequestHandler {
  const read = (file: (typeof webPages)[number]) => {
    const page = Buffer.from(withBrand(readFileSync(join(webRoot, file), "utf8"), brand, settings));
    return { page, compressed: brotliCompressSync(page) };
  };
  const landing = read("landing/index.html");
  const consumer = read("index.html");
  const admin = read("admin/index.html");
  const apiDocs = read("api-docs/index.html");
  return (request, response) => {
    const { path } = request;
    const app = /^\/admin(\/|$)/.test(path) ? admin : consumer;
    const found = path === "/" ? landing : path === apiDocsPath ? apiDocs : app;
    response.set("Cache-Control", "no-store").type("html").vary("Accept-Encoding");
    if (!request.acceptsEncodings("br")) return void response.send(found.page);
    response.set("Content-Encoding", "br").send(found.compressed);
  };
}

/**
 * The build compresses scripts, styles and pictures better than a request has time for: `name.js.br` next to `name.js`.
 */
function compressedByTheBuild(folder: string): RequestHandler {
  return (request, response, next) => {
    const [, extension] = /^\/[\w.-]+\.(js|css|svg)$/.exec(request.path) ?? [];
    if (extension === undefined || !request.acceptsEncodings("br")) return next();
    if (!existsSync(join(folder, `${request.path}.br`))) return next();
    response.type(extension).set("Content-Encoding", "br").vary("Accept-Encoding");
    request.url = `${request.path}.br`;
    next();
  };
}
