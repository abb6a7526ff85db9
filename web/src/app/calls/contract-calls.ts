import type { RouteName, routes } from "@ornament/contracts/routes";
import type { RoutePath, RoutePaths } from "@ornament/contracts/routes/path";
import type { BodyInputOf, ParamsInputOf, QueryInputOf, ResponseOf } from "@ornament/contracts/routes/route";
import type { Call } from "./transport.ts";

// Only types are imported from the routes, so that their schemas and zod stay out of the bundle.
type Named<N extends RouteName> = (typeof routes)[N];

/** The answer of a call. */
export type AnswerOf<N extends RouteName> = ResponseOf<Named<N>>;

/** The body of a call, before defaults and normalisation. */
export type BodyFor<N extends RouteName> = Named<N>["accepts"] extends "multipart"
  ? FormData
  : BodyInputOf<Named<N>>;

/** The query of a call. A text parameter may also be a number: a URL is always text. */
export type QueryFor<N extends RouteName> = TextOrNumber<QueryInputOf<Named<N>>>;
type TextOrNumber<T> = { [K in keyof T]: T[K] | (string extends T[K] ? number : never) };

/** One part of a call's input: not allowed if the route takes none, optional if all its fields are. */
type Part<Name extends string, Input> = [Input] extends [Record<string, never>]
  ? { [K in Name]?: never }
  : object extends Input
    ? { [K in Name]?: Input }
    : { [K in Name]: Input };

type InputOf<N extends RouteName> = Part<"params", TextOrNumber<ParamsInputOf<Named<N>>>> &
  Part<"query", QueryFor<N>> &
  Part<"body", BodyFor<N>>;

/** The parts of sending a call that the contract doesn't fix. */
type Sending = Pick<Call, "withoutSession" | "ofShownInstant">;

interface AnyInput {
  params?: Readonly<Record<string, string | number>> | undefined;
  query?: Call["params"];
  body?: unknown;
}

/** A path with its parameters filled in. */
export const pathWith = (path: string, params: AnyInput["params"] = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));

/** A call of a route by its path. */
export const callAt = (
  { method, path }: RoutePath,
  { params, query, body }: AnyInput = {},
  sending: Sending = {},
): Call => ({ url: pathWith(path, params), method, params: query, body, ...sending });

/** The argument of RTK Query's `build.query` and `build.mutation`. */
interface Endpoint<N extends RouteName, Arg> {
  query(arg: Arg): Call;
  transformResponse(answer: unknown): AnswerOf<N>;
}

/** An endpoint whose argument is the body; without an argument if the route takes no body. */
type BodyEndpoint<N extends RouteName> = [BodyFor<N>] extends [Record<string, never>]
  ? Endpoint<N, void>
  : Endpoint<N, BodyFor<N>>;

/**
 * Calls and endpoints of the routes with these paths. Parameters, query, body and answer have the types
 * of the named route. `inputOf` turns an endpoint's argument into the call's input; without it the argument
 * is the body. `sending` is for all calls.
 */
export function callsTo<A extends RoutePaths>(paths: A, sending?: Sending) {
  type Name = keyof A & RouteName;
  const call = (name: Name, input: AnyInput) => callAt(paths[name] as RoutePath, input, sending);

  function endpoint<N extends Name>(name: N): BodyEndpoint<N>;
  function endpoint<N extends Name, Arg>(name: N, inputOf: (arg: Arg) => InputOf<N>): Endpoint<N, Arg>;
  function endpoint(
    name: Name,
    inputOf: (arg: unknown) => AnyInput = (body) => ({ body }),
  ): Endpoint<Name, unknown> {
    return {
      query: (arg) => call(name, inputOf(arg)),
      transformResponse: (answer) => answer as AnswerOf<Name>,
    };
  }

  return { endpoint, call: call as <N extends Name>(name: N, input: InputOf<N>) => Call };
}
