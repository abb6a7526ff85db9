import { z } from "zod";
import { actionLogRoutes } from "./action-log.ts";
import { documentationAddresses } from "./addresses/public.ts";
import { adminAccountRoutes } from "./admin-accounts.ts";
import { adminSessionRoutes } from "./admin-session.ts";
import { bulkChangeRoutes } from "./bulk-changes.ts";
import { changesRoutes } from "./changes.ts";
import { consumerSessionRoutes } from "./consumer-session.ts";
import { consumerRoutes } from "./consumers.ts";
import { dataCopyRoutes } from "./data-copy.ts";
import { evidenceRoutes } from "./evidence.ts";
import { findRoutes } from "./find.ts";
import { logKeyRoutes, logProofRoutes } from "./log-proof.ts";
import { lookRoutes } from "./looks.ts";
import { ornamentRoutes, playerRoutes } from "./ornaments.ts";
import { pinImportRoutes } from "./pin-import.ts";
import { pinRoutes } from "./pins.ts";
import { readModelRoutes } from "./read-models.ts";
import { defineRoutes, type RouteDefinition, serviceOf } from "./route.ts";
import { settingRoutes } from "./settings.ts";
import { signInHelpRoutes } from "./sign-in-help.ts";

const documentationRoutes = defineRoutes(documentationAddresses, {
  openApi: {
    summary: "This API as an OpenAPI document.",
    response: z.record(z.string(), z.unknown()),
  },
});

/** Every route of the product. A service mounts exactly its routes. The role matrix is generated from it. */
export const routes = {
  ...adminSessionRoutes,
  ...adminAccountRoutes,
  ...pinRoutes,
  ...bulkChangeRoutes,
  ...pinImportRoutes,
  ...settingRoutes,
  ...consumerRoutes,
  ...actionLogRoutes,
  ...changesRoutes,
  ...lookRoutes,
  ...findRoutes,
  ...signInHelpRoutes,
  ...dataCopyRoutes,
  ...readModelRoutes,
  ...logProofRoutes,
  ...evidenceRoutes,
  ...logKeyRoutes,
  ...consumerSessionRoutes,
  ...ornamentRoutes,
  ...playerRoutes,
  ...documentationRoutes,
} as const;

export type RouteName = keyof typeof routes;

/** The routes that a service mounts. */
export const routesOf = (service: "command-api" | "query-api"): RouteDefinition[] =>
  Object.values<RouteDefinition>(routes).filter((route) => serviceOf(route) === service);
