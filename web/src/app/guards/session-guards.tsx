import { type ReactNode, useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { Button } from "../../ui/press/button.tsx";
import { Loader } from "../../ui/progress/loader.tsx";
import { useAppDispatch, useSession } from "../app-hooks.ts";
import { sessionStore } from "../browser-storage/safe-storage.ts";
import { forgetWantedPage, keepWantedPage, wantedPage } from "../browser-storage/wanted-page.ts";
import { checkSession } from "../session/session-actions.ts";

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

/** Sends a visitor to sign-in. The page they asked for is kept for after it, unless the person has just signed out. */
function SignInFirst({ loginPath }: { loginPath: string }) {
  const { left } = useSession();
  const { pathname, search, hash } = useLocation();
  const page = pathname + search + hash;
  useEffect(() => {
    if (!left) keepWantedPage(sessionStore, page);
  }, [left, page]);
  return <Navigate to={loginPath} replace />;
}

/** Shows its screens to signed-in people. Others sign in first, and then see the page they asked for. */
export function RequireSession({
  loginPath,
  undecided = <Undecided />,
}: {
  loginPath: string;
  /** Shown until it is known who is signed in, and while the other screen loads. */
  undecided?: ReactNode;
}) {
  const { status } = useSession();
  const signedIn = status === "signed-in";
  useEffect(() => {
    if (signedIn) forgetWantedPage(sessionStore);
  }, [signedIn]);
  if (status === "unknown") return <>{undecided}</>;
  if (signedIn) return <Outlet />;
  return (
    <>
      {undecided}
      <SignInFirst loginPath={loginPath} />
    </>
  );
}

/** Shows its screens only to people who aren't signed in. Others are sent to the page they asked for before sign-in, or to `home`. */
export function GuestOnly({
  home,
  returnTo,
  undecided = <Undecided />,
}: {
  home: string;
  /** The path below which the page they asked for must be, e.g. "/user"; without it everyone is sent to `home`. */
  returnTo: string | undefined;
  /** Shown until it is known who is signed in, and while the other screen loads. */
  undecided?: ReactNode;
}) {
  const { status } = useSession();
  if (status === "unknown") return <>{undecided}</>;
  if (status !== "signed-in") return <Outlet />;
  const wanted = returnTo === undefined ? undefined : wantedPage(sessionStore, returnTo);
  return (
    <>
      {undecided}
      <Navigate to={wanted ?? home} replace />
    </>
  );
}
