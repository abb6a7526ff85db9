import { type ReactNode, useEffect, useRef } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { useAppSelector } from "../../app/app-hooks.ts";
import type { ApiError } from "../../app/calls/api-error.ts";
import { Banner } from "../../ui/messages/banner.tsx";
import { EmptyState } from "../../ui/messages/empty-state.tsx";
import { MoreMenu } from "../../ui/popover/popover.tsx";
import { Button } from "../../ui/press/button.tsx";
import { InstantControl } from "../instant/instant-control.tsx";
import { withInstant } from "../instant/instant-texts.ts";
import { type ShownInstant, useShownInstant } from "../instant/shown-instant.tsx";
import { Panel } from "./panel.tsx";
import { usePageTitle } from "./use-page-title.ts";

export interface AdminPageProps {
  title: string;
  /** The title as the heading shows it, if not as plain text. */
  heading?: ReactNode;
  /** After the heading, on its line: a button to copy it. */
  afterHeading?: ReactNode;
  /** The name in the browser's tab, if the page is about one person or PIN that the heading doesn't name. */
  tab?: string | undefined;
  /** Links and buttons next to the heading. */
  actions?: ReactNode;
  /** The page's menu "More", in which "As it stood at…" is the last entry. */
  more?: ReactNode;
  /** "As it stood at…" is in the menu of the page's table. */
  instantElsewhere?: boolean;
  /** Shown under the heading, e.g. whose profile it is. */
  subtitle?: ReactNode;
  children: ReactNode;
}

/** A page of the back office: its heading, then its panels. */
export function AdminPage({
  title,
  heading,
  afterHeading,
  tab,
  actions,
  more,
  instantElsewhere = false,
  subtitle,
  children,
}: AdminPageProps) {
  const shown = useShownInstant();
  const refusal = useInstantRefusal();
  usePageTitle(withInstant(tab ? `${tab} – ${title}` : title, shown?.at));
  const focus = useHeadingFocus();
  const [notice, dismissNotice] = usePageNotice();
  return (
    <div className="o-page">
      <header className="o-page-head hstack flex-wrap gap-3 justify-content-between">
        <div className="o-page-title">
          <div className="hstack gap-2">
            <h1 ref={focus} tabIndex={-1}>
              {heading ?? title}
            </h1>
            {afterHeading}
          </div>
          {subtitle && <p className="text-body-secondary">{subtitle}</p>}
        </div>
        {(actions || more || (shown && !instantElsewhere)) && (
          <div className="hstack flex-wrap gap-3 o-page-actions">
            {actions}
            {more ? (
              <MoreMenu>
                {more}
                <InstantControl />
              </MoreMenu>
            ) : (
              !instantElsewhere && <InstantControl />
            )}
          </div>
        )}
      </header>
      <Banner tone="notice">
        {notice && (
          <>
            {notice}{" "}
            <Button small tone="plain" onClick={dismissNotice}>
              Dismiss
            </Button>
          </>
        )}
      </Banner>
      {refusal ? <InstantRefused error={refusal} shown={shown} /> : children}
    </div>
  );
}

/** The link that led here disappeared with its page, so the new page's heading gets the focus. */
function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null);
  const followed = useNavigationType() !== "POP";
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the page opens, also from one profile to another.
  useEffect(() => {
    if (followed && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [pathname]);
  return heading;
}

/** The reason why the state of the shown instant can't be shown; undefined if it can. */
const useInstantRefusal = () => useAppSelector(({ formerState }) => formerState.refusal);

/** Replaces a screen that can't be shown as it stood. */
function InstantRefused({ error, shown }: { error: ApiError; shown: ShownInstant | undefined }) {
  return (
    <Panel>
      <div role="alert">
        <EmptyState
          action={
            <div className="hstack flex-wrap gap-3 justify-content-center">
              <Button onClick={() => shown?.show(undefined)}>Show the screen as it is now</Button>
              {error.code !== "forbidden" && (
                <Button tone="quiet" onClick={shown?.retry}>
                  Try again
                </Button>
              )}
            </div>
          }
        >
          {error.message}
        </EmptyState>
      </div>
    </Panel>
  );
}

/** For a navigation's `state`: a message on the next page, such as why another page was not opened. */
export const withNotice = (pageNotice: string) => ({ pageNotice });

/** The message of the navigation that led here, and the function that removes it. */
function usePageNotice(): [string | undefined, () => void] {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const { pageNotice } = (state ?? {}) as Partial<ReturnType<typeof withNotice>>;
  const dismiss = () =>
    void navigate({ pathname, search, hash }, { replace: true, preventScrollReset: true });
  return [pageNotice, dismiss];
}
