/** The texts of elements. */
export const textsOf = (elements: Element[]) => elements.map(({ textContent }) => textContent);

/** The texts and addresses of links. */
export const linksOf = (links: Element[]) =>
  links.map((link) => [link.textContent, link.getAttribute("href")]);
