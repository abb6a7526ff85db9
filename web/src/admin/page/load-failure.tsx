import { type ReactNode, useEffect } from "react";
import { fieldErrorsOf, isApiError, messageOf } from "../../app/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

const askAgainMs = 2000;

/** While the lists are being prepared (503) the question is asked again by itself. */
function useAskAgain(error: unknown, refetch: () => unknown): void {
  const waiting = isApiError(error) && error.status === 503;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new error starts a new wait.
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(refetch, askAgainMs);
    return () => clearTimeout(timer);
  }, [waiting, error, refetch]);
}

/** What was asked for isn't there, whatever an earlier answer said; an address with nonsense for an id names nothing. */
export const isMissing = (error: unknown): boolean =>
  isApiError(error) && (error.status === 404 || error.status === 400);

const isNonsense = (error: unknown) => isApiError(error) && error.status === 400;

export interface LoadFailureProps {
  error: unknown;
  refetch: () => unknown;
  prefix?: string;
  /** For a page about one thing: where to go when it doesn't exist. */
  way?: ReactNode;
}

/** Stands where an answer should be: why it isn't there, and the way on. */
export function LoadFailure({ error, refetch, prefix = "", way }: LoadFailureProps) {
  useAskAgain(error, refetch);
  const again = (
    <Button tone="quiet" onClick={() => void refetch()}>
      Try again
    </Button>
  );
  return (
    <div role="alert">
      <EmptyState action={isMissing(error) && way ? way : again}>
        {prefix}
        {isNonsense(error) && way ? "There is nothing at this address." : refusalText(error)}
      </EmptyState>
    </div>
  );
}

/** The same, in a banner over an earlier answer that is still shown. */
export function RefreshFailure({ error, refetch, prefix = "" }: Omit<LoadFailureProps, "way">) {
  useAskAgain(error, refetch);
  return (
    <>
      {prefix}
      {refusalText(error)}{" "}
      <Button small tone="plain" onClick={() => void refetch()}>
        Try again
      </Button>
    </>
  );
}

/** A refused question says which part of it was wrong. */
const refusalText = (error: unknown): string => Object.values(fieldErrorsOf(error))[0] ?? messageOf(error);
