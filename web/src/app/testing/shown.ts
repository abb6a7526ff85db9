import { jest } from "@jest/globals";

/** The texts of elements. */
export const textsOf = (elements: Element[]) => elements.map(({ textContent }) => textContent);

/** The texts and addresses of links. */
export const linksOf = (links: Element[]) =>
  links.map((link) => [link.textContent, link.getAttribute("href")]);

/** The names of the files that the page saves from now on. */
export function savedFiles(): readonly string[] {
  const saved: string[] = [];
  URL.createObjectURL = () => "blob:file";
  URL.revokeObjectURL = () => undefined;
  jest.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  return saved;
}
