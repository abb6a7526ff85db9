import { type MouseEvent, type ReactNode, useRef } from "react";
import { pageLoads } from "../../app/loading/page-loads.ts";
import { Button } from "../../ui/press/button.tsx";
import { type PlayerJump, usePlayerJump } from "./use-player-jump.ts";

interface Words {
  /** The text before the player opens. */
  waiting?: string | undefined;
  /** The text of the link. */
  label?: string | undefined;
  /** The text without a connection. */
  offline?: ReactNode;
}

export type PlayerRedirectProps = PlayerJump & Words;

/**
 * Opens the player after `afterMs` milliseconds, unless the consumer stops it with the button or any key,
 * leaves the page or comes back to it. The link opens the player at any time.
 */
export function PlayerRedirect({ waiting, label, ...jump }: PlayerRedirectProps) {
  return (
    <PlayerLink
      link={jump.link}
      jump={usePlayerJump(jump)}
      canStay={jump.afterMs > 0}
      waiting={waiting}
      label={label}
    />
  );
}

const NoConnection = () => (
  <span>
    <strong>No connection.</strong> The player opens by itself when the connection is back.
  </span>
);

/** The link to the player, what happens next, and the button that stops it. */
export function PlayerLink(
  props: Words & { link: string; jump: ReturnType<typeof usePlayerJump>; canStay: boolean },
) {
  const { link, jump, canStay, waiting = "The videos will open in a moment.", label = "Watch now" } = props;
  const { offline = <NoConnection /> } = props;
  const { state } = jump;
  const watch = useRef<HTMLAnchorElement>(null);

  const press = (event: MouseEvent) => {
    if (!pageLoads.offline()) return;
    event.preventDefault();
    jump.hold();
  };
  const stay = () => {
    jump.stay();
    watch.current?.focus();
  };
  return (
    <div className="o-main-action">
      <p className={state === "offline" ? "text-center" : "o-hint text-center"} role="status">
        {state === "offline" ? offline : state === "stopped" ? "Continue when you are ready." : waiting}
      </p>
      <div className="o-watch-or-stay">
        <a className="btn btn-action" href={link} ref={watch} onClick={press}>
          {label}
        </a>
        {state !== "stopped" && state !== "going" && canStay && (
          <Button tone="quiet" onClick={stay}>
            Stay here
          </Button>
        )}
      </div>
    </div>
  );
}
