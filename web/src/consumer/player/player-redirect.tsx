import { useEffect } from "react";

/** Takes the browser to the player after a moment; the link is there for who won't wait, or where nothing happens. */
export function PlayerRedirect({ link, afterMs }: { link: string; afterMs: number }) {
  useEffect(() => {
    const timer = setTimeout(() => window.location.assign(link), afterMs);
    return () => clearTimeout(timer);
  }, [link, afterMs]);
  return (
    <>
      <p role="status">The videos open by themselves in a moment.</p>
      <div className="o-main-action">
        <a className="btn btn-action o-wide" href={link}>
          Watch now
        </a>
      </div>
    </>
  );
}
