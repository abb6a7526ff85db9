import { type ComponentProps, createContext, useContext } from "react";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/press/button-link.tsx";

const instantParameter = "at";

/** The instant of an open screen, on screens that have one. */
export interface ShownInstant {
  /** ISO 8601 in UTC; undefined for Now. */
  readonly at: string | undefined;
  /** Opens the same screen as it stood at another instant, or as it is now. */
  readonly show: (at: string | undefined) => void;
  /** Opens the screen again after a refusal. */
  readonly retry: () => void;
}

export const InstantContext = createContext<ShownInstant | undefined>(undefined);

/** Undefined on a screen that is only shown as it is now, and for admins who may not see former states. */
export const useShownInstant = (): ShownInstant | undefined => useContext(InstantContext);

/** The instant whose state the screen shows; undefined for Now. */
export const useInstant = (): string | undefined => useShownInstant()?.at;

/** The text that a URL has for the instant. */
export const instantIn = (search: string): string | undefined =>
  new URLSearchParams(search).get(instantParameter) ?? undefined;

/** Reads an instant in UTC, such as `2026-11-24T12:00Z`; undefined for another text. */
export function readInstant(text: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/.test(text)) return undefined;
  const instant = new Date(text);
  return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString();
}

/** A query with an instant, or without one for Now. Its other parameters stay. */
export function searchWithInstant(search: string, at: string | undefined): string {
  const params = new URLSearchParams(search);
  if (at === undefined) params.delete(instantParameter);
  else params.set(instantParameter, at);
  return params.toString();
}

/** A path of this site with an instant. */
export function pathWithInstant(path: string, at: string | undefined): string {
  const { pathname, search, hash } = new URL(path, "https://path");
  const query = searchWithInstant(search, at);
  return `${pathname}${query && `?${query}`}${hash}`;
}

type To<Props> = Omit<Props, "to"> & { to: string };

/** A link to a screen that has an instant. It leads to the instant of the open screen. */
export const PageLink = ({ to, ...rest }: To<ComponentProps<typeof Link>>) => (
  <Link {...rest} to={pathWithInstant(to, useInstant())} />
);

/** The same as a button. */
export const PageButtonLink = ({ to, ...rest }: To<ComponentProps<typeof ButtonLink>>) => (
  <ButtonLink {...rest} to={pathWithInstant(to, useInstant())} />
);
