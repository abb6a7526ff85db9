import type { RoutePath } from "@ornament/contracts/routes/path";
import { type ApiError, offlineError, otherInstantError, toApiError } from "./api-error.ts";
import type { CallContext } from "./call-context.ts";

type Scalar = string | number | boolean;

/** A request to the API. */
export interface Call {
  url: string;
  method?: RoutePath["method"] | undefined;
  body?: unknown;
  /** The query. Empty and absent values are not sent. */
  params?: Readonly<Record<string, Scalar | undefined>> | undefined;
  /** For sign-in, refresh and similar calls: sends no token, and a 401 causes no refresh. */
  withoutSession?: boolean | undefined;
  /** A token that isn't the session's, e.g. a device token. */
  bearer?: string | undefined;
  /** A POST that changes nothing, whose body has what no URL may have. */
  reads?: boolean | undefined;
  /** `blob` gives a File with the server's name for it, or "". */
  answers?: "json" | "text" | "blob" | undefined;
  /** Whether a read is of the instant that the open screen shows. */
  ofShownInstant?: boolean | undefined;
  /** Reads the state at this instant, ISO 8601 in UTC. */
  asOf?: string | undefined;
}

export interface Answer {
  outcome: { data: unknown } | { error: ApiError };
  stale: boolean;
  /** The answer shows nothing that happened from this instant on; undefined if it shows all. */
  incompleteSince?: string | undefined;
}

/** One request and its answer, without a refresh or a repeat. */
export async function exchange(
  context: CallContext,
  call: Call,
  send: { token: string | undefined; key: string | undefined; signal?: AbortSignal | undefined },
): Promise<Answer> {
  let response: Response;
  try {
    response = await context.fetch(requestOf(context, call, send));
  } catch {
    return { outcome: { error: offlineError }, stale: false };
  }
  context.position.seen(response.headers.get("X-Position"));
  const stale = response.headers.get("X-Stale") === "true";
  const incompleteSince = response.headers.get("X-Not-Up-To-Date-Since") ?? undefined;
  return { outcome: await outcomeOf(response, call), stale, incompleteSince };
}

function requestOf(
  context: CallContext,
  call: Call,
  {
    token,
    key,
    signal,
  }: { token: string | undefined; key: string | undefined; signal?: AbortSignal | undefined },
): Request {
  const url = new URL(call.url, context.origin);
  for (const [name, value] of Object.entries(call.params ?? {}))
    if (value !== undefined && value !== "") url.searchParams.set(name, String(value));

  const headers = new Headers({ Accept: "application/json" });
  const bearer = call.bearer ?? (call.withoutSession ? undefined : token);
  if (bearer) headers.set("Authorization", `Bearer ${bearer}`);
  if (key) headers.set("Idempotency-Key", key);
  const position = context.position.get();
  if (call.asOf !== undefined) headers.set("X-As-Of", call.asOf);
  else if (position !== undefined && isRead(call)) headers.set("X-Read-After", position);

  const form = call.body instanceof FormData;
  if (call.body !== undefined && !form) headers.set("Content-Type", "application/json");
  return new Request(url, {
    method: call.method ?? "GET",
    headers,
    credentials: "include",
    ...(signal ? { signal } : {}),
    ...(call.body === undefined ? {} : { body: form ? (call.body as FormData) : JSON.stringify(call.body) }),
  });
}

export const isRead = ({ method, reads }: Call) => reads === true || method === undefined || method === "GET";

async function outcomeOf(response: Response, { answers = "json", asOf }: Call): Promise<Answer["outcome"]> {
  try {
    if (!response.ok) return { error: await errorOf(response) };
    if (asOf !== undefined && !isSameInstant(asOf, response.headers.get("X-As-Of")))
      return { error: otherInstantError };
    if (answers === "blob") return { data: await fileOf(response) };
    const text = await response.text();
    return { data: answers === "text" ? text : text === "" ? null : JSON.parse(text) };
  } catch {
    // The answer was cut off. If it was a command, its outcome is unknown.
    return { error: offlineError };
  }
}

/** A server that doesn't know the header answers the present state, which must not be shown as a former one. */
const isSameInstant = (asked: string, answered: string | null): boolean =>
  answered !== null && Date.parse(asked) === Date.parse(answered);

async function fileOf(response: Response): Promise<File> {
  const content = await response.blob();
  const name = proposedFileName(response.headers.get("Content-Disposition"));
  return new File([content], name ?? "", { type: content.type });
}

async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text();
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    body = undefined;
  }
  return toApiError(response.status, body, response.headers.get("Retry-After"));
}

/** The file name of a Content-Disposition header, preferably in its UTF-8 form; undefined if it has none. */
export function proposedFileName(disposition: string | null): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  const decoded = encoded && decode(encoded.trim());
  return decoded || /filename="([^"]*)"/i.exec(disposition ?? "")?.[1] || undefined;
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
