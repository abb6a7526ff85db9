import type { Caller, RouteDefinition } from "@ornament/contracts/api/route";
import { type RouteName, routes } from "@ornament/contracts/api/routes";
import { validBodies } from "@ornament/e2e/product/valid-bodies";
import fc from "fast-check";
import type { Reply, Caller as Sender } from "../../caller.ts";
import { inBatches } from "../../in-batches.ts";
import { newPeople, newPins } from "../../people.ts";
import type { Report } from "../../report.ts";
import type { Attack } from "../../scenario.ts";
import type { Target } from "../../target.ts";
import { spoiled, wildBody, wildHeaders, wildQuery, wildSegment } from "./wild.ts";

/** After so many calls the accounts that call are new ones: some of what is tried deletes them or ends their sessions. */
const callsOfOneCast = 400;

export const everyRoute: Attack = {
  name: "every-route",
  checks:
    "wild bodies, headers, paths and ids on every route: no 5xx without a time to wait, refusals in one form, answers as declared",
  usual: { calls: 1_600, clients: 8 },
  small: { calls: 120, clients: 8 },
  async run(target, { calls, clients, seed }, report) {
    const all = Object.values<RouteDefinition>(routes);
    const caller = target.caller(report);
    for (let done = 0; done < calls; done += callsOfOneCast) {
      const cast = await newCast(target);
      const drawn = fc.sample(
        fc.constantFrom(...all).chain((route) => requestOf(route, cast)),
        {
          seed: seed + done,
          numRuns: Math.min(callsOfOneCast, calls - done),
        },
      );
      await inBatches(drawn.length, clients, async (n) => {
        const request = drawn[n];
        if (request) checkAnswer(report, request, await send(caller, request));
      });
    }
  },
};

interface Cast {
  readonly tokens: Readonly<Record<Caller, string | undefined>>;
  readonly ids: readonly number[];
  readonly bodies: ReturnType<typeof validBodies>;
}

/** Somebody of each role, a PIN, and bodies that name them. The first IT Admin stays out of it. */
async function newCast(target: Target): Promise<Cast> {
  const [parent] = await newPeople(target, 1);
  const [code] = await newPins(target, 1);
  const admins = await Promise.all((["ADMIN", "MEMBER"] as const).map((role) => newAdmin(target, role)));
  const pinId = Number.parseInt(code ?? "", 36);
  const about = {
    adminId: admins[1]?.id ?? 0,
    consumerId: parent?.id ?? 0,
    consumerEmail: parent?.email ?? "",
  };
  return {
    tokens: {
      anonymous: undefined,
      device: "x.y.z",
      consumer: parent?.token,
      ADMIN: admins[0]?.token,
      MEMBER: admins[1]?.token,
    },
    ids: [about.adminId, about.consumerId, pinId, pinId * 65_536, 1],
    bodies: validBodies(about),
  };
}

async function newAdmin(target: Target, role: "ADMIN" | "MEMBER") {
  const email = `fuzz-${target.number()}@ornament.test`;
  const password = "Another-2026";
  const caller = target.prepare();
  const { body: created } = await caller.call("POST", "/api/admin/registration", {
    token: target.admin,
    body: { email, password, role },
  });
  const { body } = await caller.call("POST", "/api/admin/login", {
    body: { email, password },
    source: target.source(),
  });
  return { id: Number(created.id), token: String(body.accessToken) };
}

interface WildRequest {
  readonly route: RouteDefinition;
  readonly method: string;
  readonly path: string;
  readonly token: string | undefined;
  readonly body: string | undefined;
  readonly headers: Record<string, string>;
}

const often = <T>(usual: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: usual, weight: 4 }, { arbitrary: odd, weight: 1 });

function requestOf(route: RouteDefinition, cast: Cast): fc.Arbitrary<WildRequest> {
  const segments = route.path
    .split("/")
    .map((segment) =>
      segment.startsWith(":")
        ? fc.oneof(fc.constantFrom(...cast.ids).map(String), wildSegment)
        : fc.constant(segment),
    );
  const queryNames = Object.keys((route.query as { shape?: object }).shape ?? {});
  const valid = cast.bodies[route.name as RouteName];
  const body = valid ? often<unknown>(spoiled(valid), wildBody) : wildBody;
  return fc.record({
    route: fc.constant(route),
    method: often(
      fc.constant<string>(route.method),
      fc.constantFrom("GET", "HEAD", "OPTIONS", "PATCH", "DELETE"),
    ),
    path: fc
      .tuple(fc.tuple(...segments), fc.oneof(fc.constant(""), wildQuery(queryNames)))
      .map(([parts, query]) => parts.join("/") + query),
    token: often(
      fc.constantFrom(...route.callers.map((caller) => cast.tokens[caller])),
      fc.constantFrom(...Object.values(cast.tokens)),
    ),
    body:
      route.method === "GET"
        ? fc.constant(undefined)
        : fc.option(body.map(String), { nil: undefined, freq: 20 }),
    headers: often(fc.constant({}), wildHeaders),
  });
}

const withoutBody = new Set(["GET", "HEAD", "OPTIONS"]);

const send = (caller: Sender, { method, path, token, body, headers }: WildRequest) =>
  caller.call(method, path, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined || withoutBody.has(method) ? {} : { raw: body }),
    headers,
  });

/** What is answered 200 is what the contract says. */
function checkAnswer(report: Report, { route, method, path }: WildRequest, reply: Reply): void {
  if (reply.status !== 200 || method !== route.method || route.answers !== "json") return;
  const { success } = route.response.safeParse(reply.body);
  report.check(success, `${method} ${path}: 200 with another content than declared`);
}
