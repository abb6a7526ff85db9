/** The dialogs every consumer screen can open by a link to the hash, such as `<Link to="#terms">`. */
export type DialogHash = "#how-it-works" | "#faq" | "#support" | "#privacy" | "#terms";
