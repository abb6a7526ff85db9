import { withoutTurning } from "@ornament/contracts/domain/hidden-characters";
import { escaped } from "../documentation/markdown.ts";

/** A text in HTML, without the characters that change the order of its letters. */
export const htmlOf = (text: string): string => escaped(withoutTurning(text));

/** The heading of a column, and the HTML of its cell for a row. */
export type Column<Row> = readonly [heading: string, cell: (row: Row) => string];

export const sectionBegin = (id: string, title: string, meaning: string): string =>
  `<section id="${id}"><h2>${htmlOf(title)}</h2>\n<p>${htmlOf(meaning)}</p>\n`;

export const sectionEnd = "\n</section>\n";

/** Facts as a list. The values are HTML. */
export const factList = (facts: readonly (readonly [name: string, value: string])[]): string =>
  `<dl>\n${facts.map(([name, value]) => `<div><dt>${htmlOf(name)}</dt><dd>${value}</dd></div>`).join("\n")}\n</dl>`;

// On a phone a row is a card. The roles keep it a table for screen readers there.

export const tableHead = <Row>(caption: string, columns: readonly Column<Row>[]): string => {
  const cells = columns.map(([heading]) => `<th role="columnheader" scope="col">${htmlOf(heading)}</th>`);
  return `<table role="table"><caption>${htmlOf(caption)}</caption>
<thead role="rowgroup"><tr role="row">${cells.join("")}</tr></thead>
<tbody role="rowgroup">
`;
};

export const rowsOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  rows
    .map((row) => {
      const cells = columns.map(([heading, cell]) => {
        const content = cell(row);
        const empty = content === "" ? ' class="empty"' : "";
        return `<td role="cell"${empty} data-label="${htmlOf(heading)}"><div>${content}</div></td>`;
      });
      return `<tr role="row">${cells.join("")}</tr>\n`;
    })
    .join("");

export const tableEnd = "</tbody></table>";

/** A table, or a line for no rows. */
export const tableOf = <Row>(
  caption: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): string =>
  rows.length === 0
    ? '<p class="none">Nothing is stored.</p>'
    : tableHead(caption, columns) + rowsOf(columns, rows) + tableEnd;
