import { existsSync } from "node:fs";
import { join } from "node:path";
import express, { type RequestHandler, Router } from "express";

/**
 * The two single-page applications: hashed assets for a year, their pages never cached (they may carry a token in the
 * address). Every path that is no file gets the page of its application.
 */
export function serveWeb(webRoot: string): Router {
  const router = Router();
  router.use(
    "/assets",
    compressedByTheBuild(join(webRoot, "assets")),
    express.static(join(webRoot, "assets"), { immutable: true, maxAge: "365d", fallthrough: false }),
  );
  router.use(express.static(webRoot, { index: false, redirect: false, maxAge: "1h" }));
  router.get(/.*/, (request, response) => {
    const admin = /^\/admin(\/|$)/.test(request.path);
    response.set("Cache-Control", "no-store");
    response.sendFile(admin ? "admin/index.html" : "index.html", { root: webRoot, cacheControl: false });
  });
  router.use((_request, response) => void response.status(405).set("Allow", "GET, HEAD").end());
  return router;
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
