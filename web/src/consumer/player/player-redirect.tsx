import { useEffect } from "react";

/** Opens the player after `afterMs` milliseconds. The link is for people who don't want to wait. */
export function PlayerRedirect({ link, afterMs }: { link: string; afterMs: number }) {
  useEffect(() => {
    const timer = setTimeout(() => window.location.assign(link), afterMs);
    return () => clearTimeout(timer);
  }, [link, afterMs]);
  return (
    <>
      <p role="status">The videos will open in a moment.</p>
      <div className="o-main-action">
        <a className="btn btn-action o-wide" href={link}>
          Watch now
        </a>
      </div>
    </>
  );
}
