import { type ReactNode, useEffect } from "react";
import { Navigate, Outlet, useLocation } from "react-router";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { Button } from "../../ui/press/button.tsx";
import { Loader } from "../../ui/progress/loader.tsx";
import { useAppDispatch, useSession } from "../app-hooks.ts";
import { forgetValues, keepValues, keptValues } from "../browser-storage/kept-values.ts";
import { sessionStore } from "../browser-storage/safe-storage.ts";
import { checkSession } from "../session/session-actions.ts";

/** The name of the page that a signed-out person requested, which this tab keeps over a reload and a forgotten password. */
const wantedPage = "wanted-page";

/**
 * Shown until the server has said who is signed in: a loader, or a button to try again if it can't be
 * reached.
 */
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

/**
 * Sends a visitor to sign-in. The requested page is kept for after it, unless the person has just signed out.
 */
function SignInFirst({ loginPath }: { loginPath: string }) {
  const { left } = useSession();
  const { pathname, search, hash } = useLocation();
  const page = pathname + search + hash;
  useEffect(() => {
    if (!left) keepValues(sessionStore, wantedPage, page);
  }, [left, page]);
  return <Navigate to={loginPath} replace />;
}

/** Shows its screens to signed-in people. Other visitors sign in first, and then see the requested page. */
export function RequireSession({
  loginPath,
  undecided = <Undecided />,
}: {
  loginPath: string;
  /** Shown until the server has said who is signed in, and while the other screen loads. */
  undecided?: ReactNode;
}) {
  const { status } = useSession();
  const signedIn = status === "signed-in";
  useEffect(() => {
    if (signedIn) forgetValues(sessionStore, wantedPage);
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

/**
 * Shows its screens only to signed-out visitors. Signed-in people are sent to the requested page, or to
 * `home`.
 */
export function GuestOnly({
  home,
  returnTo,
  undecided = <Undecided />,
}: {
  home: string;
  /** The path below which the requested page must be, e.g. "/user". Without it everyone is sent to `home`. */
  returnTo: string | undefined;
  /** Shown until the server has said who is signed in, and while the other screen loads. */
  undecided?: ReactNode;
}) {
  const { status } = useSession();
  const { hash } = useLocation();
  if (status === "unknown") return <>{undecided}</>;
  if (status !== "signed-in") return <Outlet />;
  const wanted = keptValues(sessionStore, wantedPage);
  const mayReturn = typeof wanted === "string" && returnTo !== undefined && wanted.startsWith(`${returnTo}/`);
  return (
    <>
      {undecided}
      <Navigate to={mayReturn ? wanted : home + hash} replace />
    </>
  );
}
