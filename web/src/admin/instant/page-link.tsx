import type { ComponentProps } from "react";
import { Link } from "react-router";
import { ButtonLink } from "../../ui/press/button-link.tsx";
import { pathWithInstant, useInstant } from "./shown-instant.ts";

type To<Props> = Omit<Props, "to"> & { to: string };

/** A link to a screen that has an instant. It leads to the instant of the open screen. */
export const PageLink = ({ to, ...rest }: To<ComponentProps<typeof Link>>) => (
  <Link {...rest} to={pathWithInstant(to, useInstant())} />
);

/** The same as a button. */
export const PageButtonLink = ({ to, ...rest }: To<ComponentProps<typeof ButtonLink>>) => (
  <ButtonLink {...rest} to={pathWithInstant(to, useInstant())} />
);
