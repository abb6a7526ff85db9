import { errorHandler } from "@ornament/platform/http/answers";
import { silentLogger } from "@ornament/platform/logging/logger";
import express, { type Express } from "express";

/** The embedded video player: static pages under `/player`, which call `GET /api/player/session`. */
export function playerApp(root: string): Express {
  const app = express();
  app.disable("x-powered-by");
  app.use((_request, response, next) => {
    response.set({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });
    next();
  });
  // It depends on nothing, so it is always ready.
  app.get(["/healthz", "/readyz"], (_request, response) => void response.json({ status: "ok", ready: true }));
  app.use("/player", express.static(root, { cacheControl: false }));
  app.use((_request, response) => void response.status(404).type("text").send("Not found"));
  app.use(errorHandler(silentLogger()));
  return app;
}
