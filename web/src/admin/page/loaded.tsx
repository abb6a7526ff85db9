import { type ReactNode, useEffect, useState } from "react";
import { fieldErrorsOf, isApiError, messageOf } from "../../app/calls/api-error.ts";
import { type QueryResult, StaleNote } from "../../app/stale-note.tsx";
import { useRepeat } from "../../app/use-repeat.ts";
import { Banner } from "../../ui/messages/banner.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { Button } from "../../ui/press/button.tsx";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { Skeleton } from "../../ui/progress/skeleton.tsx";
import { useInstant } from "../instant/shown-instant.tsx";
import { Panel, type PanelProps } from "./panel.tsx";
import { homePath } from "./paths.ts";

const retryMs = 2000;

/** Whether the error says that the thing doesn't exist: not found, or an invalid id in the URL. */
const isMissing = (error: unknown): boolean =>
  isApiError(error) && (error.status === 404 || error.status === 400);

/** Why nothing has the id of the URL; undefined if the server's message says it. */
function missingText(error: unknown, at: string | undefined): string | undefined {
  if (at !== undefined && isMissing(error)) return "This didn’t exist at that time.";
  return isApiError(error) && error.status === 400 ? "There’s nothing here. Check the link." : undefined;
}

/** Whether the same call can have another answer: not if the call itself is refused. */
const canChange = (error: unknown): boolean =>
  !isApiError(error) || error.status === 0 || error.status >= 500 || [408, 425, 429].includes(error.status);

/** Whether the wait that the server asked for is over. */
function useWaited(error: unknown): boolean {
  const wait = isApiError(error) && error.status === 429 ? (error.retryAfter ?? 0) : 0;
  const [waited, setWaited] = useState<unknown>();
  useEffect(() => {
    if (wait === 0) return;
    const timer = setTimeout(() => setWaited(error), wait * 1000);
    return () => clearTimeout(timer);
  }, [error, wait]);
  return wait === 0 || waited === error;
}

export interface LoadFailureProps {
  error: unknown;
  refetch: () => unknown;
  prefix?: string;
  /** The way out if the same call would be refused again: a link or a button. */
  wayOut?: ReactNode;
  /**
   * Replaces the messages for a refused field: the URL names one thing by its id, and nothing can have that
   * id.
   */
  ofOneThing?: boolean;
}

const homeLink = (
  <ButtonLink tone="quiet" to={homePath}>
    Go to the Pins table
  </ButtonLink>
);

/** The one button or link for a failure. Nothing while the server asks to wait. */
function useRemedy({ error, refetch, wayOut }: LoadFailureProps, small: boolean): ReactNode {
  // While the lists are being prepared, the page tries again without a click.
  useRepeat(refetch, isApiError(error) && error.status === 503, retryMs);
  const waited = useWaited(error);
  if (!canChange(error)) return isApiError(error) && error.status === 403 ? homeLink : wayOut;
  return (
    waited && (
      <Button small={small} tone={small ? "plain" : "quiet"} onClick={() => void refetch()}>
        Try again
      </Button>
    )
  );
}

/** Replaces the part that couldn't be loaded: the reason, and a button or link. */
export function LoadFailure(props: LoadFailureProps) {
  const { error, prefix = "", ofOneThing = false } = props;
  const remedy = useRemedy(props, false);
  const at = useInstant();
  // Left from an earlier visit of the screen: it is being asked for again.
  if (isApiError(error) && error.code === "past_tables_filling") return <Skeleton lines={4} />;
  const text = (ofOneThing && missingText(error, at)) || refusalText(error);
  return (
    <div role="alert">
      <EmptyState action={remedy}>{`${prefix}${text}`}</EmptyState>
    </div>
  );
}

/** Why the answer that is still shown couldn't be read again. Nothing while it can. */
export function RefreshFailure(
  props: Omit<LoadFailureProps, "error" | "refetch"> & { query: QueryResult<unknown> },
) {
  const { data, error } = props.query;
  return (
    <Banner tone="error">
      {data !== undefined && error !== undefined && (
        <Refusal {...props} error={error} refetch={props.query.refetch} />
      )}
    </Banner>
  );
}

function Refusal(props: LoadFailureProps) {
  const remedy = useRemedy(props, true);
  return (
    <>
      <span>{`${props.prefix ?? ""}${refusalText(props.error)} `}</span>
      {remedy}
    </>
  );
}

/** The thing that a page is about: never the one before it, and none that doesn't exist any more. */
export const thingOf = <Data,>({ currentData, error }: QueryResult<Data>): Data | undefined =>
  isMissing(error) ? undefined : currentData;

interface LoadedProps<Data> extends Omit<LoadFailureProps, "error" | "refetch"> {
  query: QueryResult<Data>;
  /** The lines of the placeholder. */
  lines?: number;
  /** The panel around the placeholder or the failure. */
  panel?: PanelProps["width"];
  children: (data: Data) => ReactNode;
}

/**
 * What a query has loaded; until then a placeholder, or the reason why it can't be loaded. Says above it whether it
 * is up to date.
 */
export function Loaded<Data>({ query, lines = 2, panel, children, ...failure }: LoadedProps<Data>) {
  const { error, refetch } = query;
  const data = failure.ofOneThing ? thingOf(query) : query.data;
  const instead =
    error === undefined ? (
      <Skeleton lines={lines} />
    ) : (
      <LoadFailure error={error} refetch={refetch} {...failure} />
    );
  return (
    <>
      <StaleNote query={query} />
      {data !== undefined && children(data)}
      {data === undefined && (panel ? <Panel width={panel}>{instead}</Panel> : instead)}
    </>
  );
}

/** If one field of the query was refused, its message. */
const refusalText = (error: unknown): string => Object.values(fieldErrorsOf(error))[0] ?? messageOf(error);
