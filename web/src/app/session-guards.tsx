import type { ReactNode } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { Loader } from "../ui/loader.tsx";
import { useAppDispatch, useSession } from "./app-hooks.ts";
import { checkSession } from "./session-actions.ts";

/** While nobody knows yet who is there: a loader, or a way to ask again when the server is out of reach. */
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

/** The place a visitor wanted before sign-in; sign-in reads it from the location's state. */
export interface CameFrom {
  from: string;
}

/** Lets signed-in people through and sends the others to sign in, remembering where they wanted to go. */
export function RequireSession({
  loginPath,
  undecided = <Undecided />,
}: {
  loginPath: string;
  /** Shown while nobody knows yet who is there. */
  undecided?: ReactNode;
}) {
  const { status } = useSession();
  const { pathname, search } = useLocation();
  if (status === "unknown") return undecided;
  if (status === "signed-in") return <Outlet />;
  return <Navigate to={loginPath} replace state={{ from: pathname + search } satisfies CameFrom} />;
}

/** For screens that make no sense once signed in; `home` says where to go instead. */
export function GuestOnly({
  home,
  undecided = <Undecided />,
}: {
  home: string;
  /** Shown while nobody knows yet who is there. */
  undecided?: ReactNode;
}) {
  const { status } = useSession();
  if (status === "unknown") return undecided;
  return status === "signed-in" ? <Navigate to={home} replace /> : <Outlet />;
}
