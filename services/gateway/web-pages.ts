import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Brand } from "@ornament/contracts/domain/brand";
import { withBrand } from "@ornament/contracts/domain/brand-in-page";
import express, { type RequestHandler, Router } from "express";

/**
 * The two single-page applications: hashed assets for a year, their pages never cached (they may carry a token in the
 * address). Every path that is no file gets the page of its application, with the brand in it.
 */
export function serveWeb(webRoot: string, brand: Brand): Router {
  const page = pagesOf(webRoot, brand);
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

/** Answers with the page of the consumer site or of the back office. Both are read once, when the gateway starts. */
function pagesOf(webRoot: string, brand: Brand): RequestHandler {
  const read = (file: string) => withBrand(readFileSync(join(webRoot, file), "utf8"), brand);
  const consumer = read("index.html");
  const admin = read("admin/index.html");
  return ({ path }, response) => {
    response.set("Cache-Control", "no-store").type("html");
    response.send(/^\/admin(\/|$)/.test(path) ? admin : consumer);
  };
}

/** The build compresses scripts and styles better than a request has time for: `name.js.br` beside `name.js`. */
function compressedByTheBuild(folder: string): RequestHandler {
  return (request, response, next) => {
    const [, extension] = /^\/[\w.-]+\.(js|css)$/.exec(request.path) ?? [];
    if (extension === undefined || !request.acceptsEncodings("br")) return next();
    if (!existsSync(join(folder, `${request.path}.br`))) return next();
    response.type(extension).set("Content-Encoding", "br").vary("Accept-Encoding");
    request.url = `${request.path}.br`;
    next();
  };
}
