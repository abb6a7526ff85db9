import type { RequestListener } from "node:http";
import type { RequestHandler } from "express";
import { forwardTo } from "./forward.ts";
import { handTo } from "./hand-over.ts";
import type { HeaderChanges } from "./header-changes.ts";

/** Where a service answers: its application in this process, or its address. */
export type Upstream = RequestListener | URL;

/** Passes requests to a service, which gets the same requests wherever it runs. */
export const passTo = (upstream: Upstream, change: HeaderChanges = {}): RequestHandler =>
  upstream instanceof URL ? forwardTo(upstream, change) : handTo(upstream, change);
