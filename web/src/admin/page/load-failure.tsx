import { type ReactNode, useEffect } from "react";
import { fieldErrorsOf, isApiError, messageOf } from "../../app/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

const retryMs = 2000;

/** While the lists are being prepared (503), the page tries again without a click. */
function useRetry(error: unknown, refetch: () => unknown): void {
  const waiting = isApiError(error) && error.status === 503;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new error starts a new wait.
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(refetch, retryMs);
    return () => clearTimeout(timer);
  }, [waiting, error, refetch]);
}

/** Whether the error says that there is no such thing: not found, or the id in the address is invalid. */
export const isMissing = (error: unknown): boolean =>
  isApiError(error) && (error.status === 404 || error.status === 400);

const hasInvalidId = (error: unknown) => isApiError(error) && error.status === 400;

export interface LoadFailureProps {
  error: unknown;
  refetch: () => unknown;
  prefix?: string;
  /** For a page about one thing: a link to show if it doesn't exist. */
  wayOut?: ReactNode;
}

/** Shown in place of what couldn't be loaded: the reason, and a button to try again. */
export function LoadFailure({ error, refetch, prefix = "", wayOut }: LoadFailureProps) {
  useRetry(error, refetch);
  const again = (
    <Button tone="quiet" onClick={() => void refetch()}>
      Try again
    </Button>
  );
  return (
    <div role="alert">
      <EmptyState action={isMissing(error) && wayOut ? wayOut : again}>
        {prefix}
        {hasInvalidId(error) && wayOut ? "There is nothing at this address." : refusalText(error)}
      </EmptyState>
    </div>
  );
}

/** The same inside a banner, above the earlier answer that is still shown. */
export function RefreshFailure({ error, refetch, prefix = "" }: Omit<LoadFailureProps, "wayOut">) {
  useRetry(error, refetch);
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

/** If one field of the query was refused, its message. */
const refusalText = (error: unknown): string => Object.values(fieldErrorsOf(error))[0] ?? messageOf(error);
