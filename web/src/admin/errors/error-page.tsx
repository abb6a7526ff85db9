import { useRouteError } from "react-router";
import { NoConnection } from "../../app/loading/chunk.ts";
import { useTryAgain } from "../../app/screens/screens.tsx";
import { Button } from "../../ui/press/button.tsx";
import { homePath } from "../page/paths.ts";
import { usePageTitle } from "../page/use-page-title.ts";
import { SignInLayout } from "../sign-in/sign-in-layout.tsx";

const titleOf = (error: unknown) =>
  error instanceof NoConnection ? "No connection" : "Something went wrong";

/** An error of a page after sign-in. It replaces the page, so that the menu stays. */
export function PageError() {
  const title = titleOf(useRouteError());
  usePageTitle(title);
  return (
    <div className="o-empty">
      <h1>{title}</h1>
      <WhatToDo />
    </div>
  );
}

/** An error of a page before sign-in, or of the menu itself. */
export function ErrorPage() {
  return (
    <SignInLayout title={titleOf(useRouteError())}>
      <div className="vstack gap-4">
        <WhatToDo />
      </div>
    </SignInLayout>
  );
}

function WhatToDo() {
  const { busy, tryAgain } = useTryAgain();
  if (useRouteError() instanceof NoConnection)
    return (
      <>
        <p role="alert">We could not load this page. Please check your internet and try again.</p>
        <Button busy={busy} onClick={tryAgain}>
          Try again
        </Button>
      </>
    );
  return (
    <>
      <p role="alert">
        We could not show this page. Please reload it. If that doesn’t help, tell your IT Admin.
      </p>
      <Button onClick={() => window.location.reload()}>Reload page</Button>
      {/* Loads the whole page, because the cause of the error could still be in this one. */}
      <a href={homePath}>Go to the Pins table</a>
    </>
  );
}
