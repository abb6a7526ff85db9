import { z } from "zod";
import { accountRoutes } from "./account/api.ts";
import { actionLogRoutes } from "./action-log/api.ts";
import { adminAccountRoutes } from "./admins/api.ts";
import { bulkChangeRoutes } from "./bulk-changes/api.ts";
import { changesRoutes } from "./changes/api.ts";
import { consumerRoutes } from "./consumers/api.ts";
import { dataCopyRoutes } from "./data-copy/api.ts";
import { deviceRoutes, managedDeviceRoutes, playerRoutes } from "./devices/api.ts";
import { evidenceRoutes } from "./evidence/api.ts";
import { findRoutes } from "./find/api.ts";
import { pinImportRoutes } from "./imports/api.ts";
import { logKeyRoutes, logProofRoutes } from "./log-proof/api.ts";
import { lookRoutes } from "./looks/api.ts";
import { managedOrnamentRoutes, ornamentRoutes } from "./ornaments/api.ts";
import { passwordRoutes } from "./passwords/api.ts";
import { pinEntryRoutes } from "./pin-entry/api.ts";
import { pinRoutes } from "./pins/api.ts";
import { readModelRoutes } from "./read-models/api.ts";
import { registrationRoutes } from "./registration/api.ts";
import { documentationPaths } from "./routes/public.ts";
import { defineRoutes, type RouteDefinition, serviceOf } from "./routes/route.ts";
import { settingRoutes } from "./settings/api.ts";
import { adminSessionRoutes, consumerSessionRoutes } from "./sign-in/api.ts";
import { signInHelpRoutes } from "./sign-in-help/api.ts";

const documentationRoutes = defineRoutes(documentationPaths, {
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
  ...managedOrnamentRoutes,
  ...managedDeviceRoutes,
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
  ...registrationRoutes,
  ...consumerSessionRoutes,
  ...passwordRoutes,
  ...accountRoutes,
  ...pinEntryRoutes,
  ...ornamentRoutes,
  ...deviceRoutes,
  ...playerRoutes,
  ...documentationRoutes,
} as const;

export type RouteName = keyof typeof routes;

/** The routes that a service mounts. */
export const routesOf = (service: "command-api" | "query-api"): RouteDefinition[] =>
  Object.values<RouteDefinition>(routes).filter((route) => serviceOf(route) === service);
