/** The text with entities for the characters that have a meaning in HTML. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * The target of a link from a piece of code in a text, such as the description of an error code; `undefined`
 * for no link.
 */
export type LinkOf = (code: string) => string | undefined;

/** The id of a heading: `Sign-in and refresh` is `sign-in-and-refresh`. */
export const idOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");

/** The headings of the second level of a text in Markdown. */
export const headingsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^## (.+)$/gm)].map(([, heading = ""]) => heading);

/**
 * HTML of the Markdown in descriptions of the OpenAPI document: headings, paragraphs, numbered lists, tables,
 * code and bold text. Other text stays as it is written.
 */
export function htmlOf(markdown: string, linkOf: LinkOf): string {
  const blocks = markdown.split(/\n{2,}/).map((block) => blockOf(block, linkOf));
  return blocks.join("\n").replaceAll("</ol>\n<ol>", "");
}

function blockOf(block: string, linkOf: LinkOf): string {
  const heading = /^## (.+)$/.exec(block)?.[1];
  if (heading !== undefined) return `<h2 id="${idOf(heading)}">${escaped(heading)}</h2>`;
  if (block.startsWith("|")) return tableOf(block, linkOf);
  const item = /^\d+\. (.+)$/s.exec(block)?.[1];
  if (item !== undefined) return `<ol><li>${inline(item, linkOf)}</li></ol>`;
  return `<p>${inline(block, linkOf)}</p>`;
}

function tableOf(block: string, linkOf: LinkOf): string {
  const [head = [], , ...rows] = block.split("\n").map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => inline(cell.trim(), linkOf)),
  );
  const labels = head.map((cell) => `<th scope="col">${cell}</th>`).join("");
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`);
  return `<div class="wide" tabindex="0"><table><thead><tr>${labels}</tr></thead><tbody>${body.join("")}</tbody></table></div>`;
}

/** A text without line breaks: code in backticks, and bold text between two asterisks. */
export const inline = (text: string, linkOf: LinkOf): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith("`") && part.length > 2
        ? linked(part.slice(1, -1), linkOf)
        : escaped(part).replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>"),
    )
    .join("");

function linked(code: string, linkOf: LinkOf): string {
  const target = linkOf(code);
  const shown = `<code>${escaped(code)}</code>`;
  return target === undefined ? shown : `<a href="#${escaped(target)}">${shown}</a>`;
}
