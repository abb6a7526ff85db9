import { type RouteName, routes } from "@ornament/contracts/routes";
import type { Caller } from "@ornament/contracts/routes/callers";
import type { RouteDefinition } from "@ornament/contracts/routes/route";
import { pinIdOf } from "@ornament/contracts/values/pin-code";
import type { Reply } from "@ornament/testing/calls/kept-connections";
import { validBodies } from "@ornament/testing/commands/valid-bodies";
import { inBatches } from "@ornament/testing/suites/in-batches";
import fc from "fast-check";
import type { Report } from "../../report/report.ts";
import type { Caller as Sender } from "../../target/caller.ts";
import { newAdmin, newPerson, newPins } from "../../target/people.ts";
import type { Target } from "../../target/target.ts";
import type { Attack } from "../scenario.ts";
import { spoiled, wildBody, wildHeaders, wildQuery, wildSegment } from "./wild-values.ts";

/**
 * The number of calls after which new accounts are made: some calls delete the account or end its session.
 */
const callsWithSameAccounts = 400;

export const everyRoute: Attack = {
  name: "every-route",
  checks:
    "wild bodies, headers, paths and ids on every route: every 5xx gives the time of the next try, refusals have one form, answers match the contract",
  usual: { calls: 1_600, clients: 8 },
  small: { calls: 120, clients: 8 },
  floor: { of: "requests answered 200", atLeast: ({ calls }) => calls / 20 },
  async run(target, { calls, clients, seed }, report) {
    const all = Object.values<RouteDefinition>(routes);
    const caller = target.caller(report);
    let by = target.admin;
    for (let done = 0; done < calls; done += callsWithSameAccounts) {
      const accounts = await newAccounts(target, by);
      by = accounts.nextBy;
      const drawn = fc.sample(
        fc.constantFrom(...all).chain((route) => requestOf(route, accounts)),
        {
          seed: seed + done,
          numRuns: Math.min(callsWithSameAccounts, calls - done),
        },
      );
      await inBatches(drawn.length, clients, async (n) => {
        const request = drawn[n];
        if (!request) return;
        const reply = await send(caller, target.source(), request);
        if (reply.status === 200) report.succeeded();
        checkAnswer(report, request, reply);
      });
    }
  },
};

interface Accounts {
  readonly tokens: Readonly<Record<Caller, string | undefined>>;
  readonly ids: readonly number[];
  readonly bodies: ReturnType<typeof validBodies>;
  /** The token of the IT Admin who creates the next accounts. */
  readonly nextBy: string;
}

/**
 * An account of each role, a PIN, and request bodies that name them. The first IT Admin and the creator of
 * the next accounts are not among them: one IT Admin can create only a limited number in an hour.
 */
async function newAccounts(target: Target, by: string): Promise<Accounts> {
  await target.signIn();
  const parent = await newPerson(target);
  const [code = ""] = await newPins(target, 1);
  const { token: nextBy } = await newAdmin(target, by);
  const admin = await newAdmin(target, by);
  const member = await newAdmin(target, by, "MEMBER");
  const auditor = await newAdmin(target, by, "AUDITOR");
  const pinId = pinIdOf(code);
  const about = { adminId: member.id, consumerId: parent.id, consumerEmail: parent.email };
  return {
    tokens: {
      anonymous: undefined,
      device: "x.y.z",
      consumer: parent.token,
      ADMIN: admin.token,
      MEMBER: member.token,
      AUDITOR: auditor.token,
    },
    ids: [about.adminId, about.consumerId, pinId, pinId * 65_536, 1],
    bodies: validBodies(about),
    nextBy,
  };
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

function requestOf(route: RouteDefinition, accounts: Accounts): fc.Arbitrary<WildRequest> {
  const segments = route.path
    .split("/")
    .map((segment) =>
      segment.startsWith(":")
        ? fc.oneof(fc.constantFrom(...accounts.ids).map(String), wildSegment)
        : fc.constant(segment),
    );
  const queryNames = Object.keys((route.query as { shape?: object }).shape ?? {});
  const valid = accounts.bodies[route.name as RouteName];
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
      fc.constantFrom(...route.callers.map((caller) => accounts.tokens[caller])),
      fc.constantFrom(...Object.values(accounts.tokens)),
    ),
    body:
      route.method === "GET"
        ? fc.constant(undefined)
        : fc.option(body.map(String), { nil: undefined, freq: 20 }),
    headers: often(fc.constant({}), wildHeaders),
  });
}

const withoutBody = new Set(["GET", "HEAD", "OPTIONS"]);

/** Each call comes from another network, so that no limit by network answers in place of the route. */
const send = (caller: Sender, source: string, { method, path, token, body, headers }: WildRequest) =>
  caller.call(method, path, {
    source,
    ...(token === undefined ? {} : { token }),
    ...(body === undefined || withoutBody.has(method) ? {} : { raw: body }),
    headers,
  });

/** A 200 must have the body that the contract declares. */
function checkAnswer(report: Report, { route, method, path }: WildRequest, reply: Reply): void {
  if (reply.status !== 200 || method !== route.method || route.answers !== "json") return;
  const { success } = route.response.safeParse(reply.body);
  report.check(success, `${method} ${path}: 200 with another body than declared`);
}
