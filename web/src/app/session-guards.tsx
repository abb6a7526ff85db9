import type { ReactNode } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loader } from "../ui/loader.tsx";
import { useAppDispatch, useSession } from "./app-hooks.ts";
import { checkSession } from "./session-actions.ts";

/** Until it is known who is signed in: a loader, or a button to try again if the server can't be reached. */
function Undecided() {
  const { unreachable } = useSession();
  const dispatch = useAppDispatch();
  if (!unreachable) return <Loader />;
  return (
    <EmptyState action={<Button onClick={() => void dispatch(checkSession())}>Try again</Button>}>
      We could not reach the server. You are still signed in.
    </EmptyState>
  );
}

/** The page that a visitor asked for before sign-in. It is in the history state of the sign-in page. */
export interface CameFrom {
  from: string;
}

/** Shows its screens to signed-in people. Others are sent to sign-in, which remembers the page they asked for. */
export function RequireSession({
  loginPath,
  undecided = <Undecided />,
}: {
  loginPath: string;
  /** Shown until it is known who is signed in. */
  undecided?: ReactNode;
}) {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  if (status === "unknown") return undecided;
  if (status === "signed-in") return <Outlet />;
  return <Navigate to={loginPath} replace state={{ from: pathname + search } satisfies CameFrom} />;
}

/** Shows its screens only to people who aren't signed in. Others are sent to `home`. */
export function GuestOnly({
  home,
  undecided = <Undecided />,
}: {
  home: string;
  /** Shown until it is known who is signed in. */
  undecided?: ReactNode;
}) {
  const { status } = useSession();
  if (status === "unknown") return undecided;
  return status === "signed-in" ? <Navigate to={home} replace /> : <Outlet />;
}
