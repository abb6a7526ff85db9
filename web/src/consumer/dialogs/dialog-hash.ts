/** The dialogs that every consumer screen can open with a link to the hash, such as `<Link to="#terms">`. */
export type DialogHash = "#how-it-works" | "#faq" | "#support" | "#privacy" | "#terms";
