import type { RouteDefinition } from "../route.ts";
import recorded from "./examples.json" with { type: "json" };

/** A call of a test that the product answered with 200. Long lists, texts and tokens are cut. */
export interface Example {
  /** The path with the parameters and the query. */
  readonly path: string;
  readonly body?: unknown;
  readonly answer: unknown;
}

const examples: Readonly<Record<string, Example>> = recorded;

/** The example of an operation; `undefined` for one that is not recorded yet. */
export const exampleOf = ({ name }: Pick<RouteDefinition, "name">): Example | undefined => examples[name];

/** The values of the parameters in an example's path and query, by their names. */
export function parametersIn(
  route: Pick<RouteDefinition, "path">,
  { path }: Example,
): Record<string, string> {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const parts = pathname.split("/");
  const inPath = route.path
    .split("/")
    .flatMap((part, place) =>
      part.startsWith(":") ? [[part.slice(1), decodeURIComponent(parts[place] ?? "")] as const] : [],
    );
  return Object.fromEntries([...inPath, ...searchParams]);
}
