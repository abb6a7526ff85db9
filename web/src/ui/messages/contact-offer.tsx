import { asksForLongWait } from "@ornament/contracts/values/wait";
import { createContext, type ReactNode, useContext } from "react";

const Contact = createContext<ReactNode>(undefined);

/** The contact of this app. An app without it, such as the back office, offers no contact. */
export const ContactProvider = Contact.Provider;

/** Whether a message calls for help: it says "contact us", or asks for a wait of a minute or more. */
const needsContact = (message: ReactNode): boolean =>
  typeof message === "string" && (message.includes("contact us") || asksForLongWait(message));

/** The contact below a message that needs it; nothing below other messages. */
export function ContactOffer({ of: messages }: { of: readonly ReactNode[] }) {
  const contact = useContext(Contact);
  return contact && messages.some(needsContact) ? <div className="o-contact-offer">{contact}</div> : null;
}
