import { createHash } from "node:crypto";
import { openApiDocument } from "@ornament/contracts/api/documentation/openapi";
import type { RouteDefinition } from "@ornament/contracts/api/route";
import { routes } from "@ornament/contracts/api/routes";
import { type HandlersFor, streamed } from "@ornament/platform/http/route-request";
import { pageOf } from "./page.ts";
import { style } from "./style.ts";

type Routes = Pick<typeof routes, "openApi" | "apiDocs">;

/** The page has no script, its only style has this hash, and its only picture is the icon. */
const pagePolicy = `default-src 'none';img-src 'self';style-src 'sha256-${createHash("sha256").update(style).digest("base64")}';base-uri 'none';form-action 'none';frame-ancestors 'none'`;

/** The description of the API, for programs and for people. */
export function documentationHandlers(publicUrl: string): HandlersFor<Routes> {
  const document = openApiDocument(Object.values<RouteDefinition>(routes), publicUrl);
  let page: string | undefined;
  return {
    openApi: async () => document,

    /** A caller that does not ask for HTML gets the OpenAPI document, which had this URL before the page. */
    apiDocs: async ({ req, res }) => {
      res.vary("Accept");
      if (req.accepts(["json", "html"]) !== "html") {
        res.json(document);
        return streamed;
      }
      page ??= pageOf(document, routes.openApi.path);
      res.set("Content-Security-Policy", pagePolicy).type("html").send(page);
      return streamed;
    },
  };
}
