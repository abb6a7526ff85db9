import { createContext, type ReactNode, useContext } from "react";
import { createPortal } from "react-dom";

/** The element in which the messages of the controls in a closed menu are shown. */
export const MessagePlace = createContext<HTMLElement | null>(null);

/** Shows a message at the surrounding `MessagePlace`, or here without one. */
export function PlacedMessage({ children }: { children: ReactNode }) {
  const place = useContext(MessagePlace);
  return place ? createPortal(children, place) : children;
}
