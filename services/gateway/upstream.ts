import type { RequestListener } from "node:http";
import type { RequestHandler } from "express";
import { forwardTo } from "./forward.ts";
import { handTo } from "./hand-over.ts";
import type { HeaderChanges } from "./header-changes.ts";

export type Upstream = RequestListener | URL;

/** Passes requests to a service, which gets the same requests in both cases. */
export const passTo = (upstream: Upstream, change: HeaderChanges = {}): RequestHandler =>
  upstream instanceof URL ? forwardTo(upstream, change) : handTo(upstream, change);
