import { openApiDocument } from "@ornament/contracts/api/documentation/openapi";
import type { RouteDefinition } from "@ornament/contracts/api/route";
import { routes } from "@ornament/contracts/api/routes";
import type { HandlersFor } from "@ornament/platform/http/route-request";

/** The description of the API, which the page `/api/docs` of the web shows. */
export function documentationHandlers(publicUrl: string): HandlersFor<Pick<typeof routes, "openApi">> {
  const document = openApiDocument(Object.values<RouteDefinition>(routes), publicUrl);
  return { openApi: async () => document };
}
