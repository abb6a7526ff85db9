import type { ReactNode } from "react";
import { Link, type To } from "react-router";
import type { ButtonTone } from "./button.tsx";

/** A link that looks like a button. It leads to a page; for an action use `Button`. */
export function ButtonLink(props: {
  to: To;
  children: ReactNode;
  tone?: ButtonTone | undefined;
  wide?: boolean | undefined;
  small?: boolean | undefined;
  state?: unknown;
  /** Replaces the current page in the history. */
  replace?: boolean | undefined;
  "aria-label"?: string | undefined;
}) {
  const size = props.small ? " btn-sm" : "";
  return (
    <Link
      to={props.to}
      state={props.state}
      replace={props.replace ?? false}
      className={`btn btn-${props.tone ?? "primary"}${props.wide ? " w-100" : ""}${size}`}
      aria-label={props["aria-label"]}
    >
      {props.children}
    </Link>
  );
}
