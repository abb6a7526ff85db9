import { withoutTurning } from "@ornament/contracts/values/hidden-characters";
import { dateTimesIn } from "../table/date-times.ts";
import type { DataCopyInParts } from "./read-data-copy.ts";
import { sectionTitles } from "./texts.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The copy as a page for the person, in pieces. It has no script and loads nothing. */
export async function* htmlCopy({ facts, entries }: DataCopyInParts): AsyncGenerator<string> {
  const { about, account, ...lists } = facts;
  const { sections: meanings, ...made } = about;
  const show = shownIn(about.timeZone);
  const whom = show(account.email ?? `account ${account.id}`);
  yield pageBegin(`Copy of the data about ${whom.replace(/<[^>]*>/g, "")}`);
  yield `<h1>Copy of the data about ${whom}</h1>\n${show(made)}`;
  for (const [name, value] of Object.entries({ account, ...lists }))
    yield headOf(name as Section, meanings) + (Array.isArray(value) ? tableOf(value, show) : show(value));
  yield headOf("log", meanings);
  let columns: string[] | undefined;
  for await (const chunk of entries) {
    const [first] = chunk;
    if (!columns && first) {
      columns = Object.keys(first);
      yield tableHead(columns);
    }
    yield rowsOf(chunk, show);
  }
  yield columns ? tableEnd : nothing;
  yield "\n</body>\n</html>\n";
}

type Section = keyof typeof sectionTitles;

const headOf = (name: Section, meanings: Readonly<Record<string, string>>): string =>
  `\n<h2 id="${name}">${sectionTitles[name]}</h2>\n<p>${escaped(meanings[name] ?? "")}</p>\n`;

const nothing = "<p>Nothing is stored.</p>";
const tableEnd = "</tbody></table></div>";

const tableHead = (columns: readonly string[]): string => {
  const cells = columns.map((name) => `<th scope="col">${labelOf(name)}</th>`);
  return `<div class="wide" tabindex="0"><table><thead><tr>${cells.join("")}</tr></thead>\n<tbody>\n`;
};

const rowsOf = (rows: readonly Fields[], show: (value: unknown) => string): string =>
  rows
    .map(
      (row) =>
        `<tr>${Object.values(row)
          .map((value) => `<td>${show(value)}</td>`)
          .join("")}</tr>\n`,
    )
    .join("");

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;
const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;

const tableOf = (rows: readonly Fields[], show: (value: unknown) => string): string =>
  rows[0] ? tableHead(Object.keys(rows[0])) + rowsOf(rows, show) + tableEnd : nothing;

function shownIn(timeZone: string): (value: unknown) => string {
  const dateTime = dateTimesIn(timeZone);
  const show = (value: unknown): string => {
    if (value === null || value === "") return "none";
    if (typeof value === "boolean") return value ? "yes" : "no";
    if (Array.isArray(value))
      return value.length === 0
        ? "none"
        : `<ul>${value.map((each) => `<li>${show(each)}</li>`).join("")}</ul>`;
    if (isFields(value)) {
      const fields = Object.entries(value).map(
        ([name, part]) => `<dt>${labelOf(name)}</dt><dd>${show(part)}</dd>`,
      );
      return `<dl>${fields.join("\n")}</dl>`;
    }
    const text = String(value);
    if (instant.test(text)) return `<time datetime="${text}">${dateTime(new Date(text))}</time>`;
    return `<bdi>${escaped(text)}</bdi>`;
  };
  return show;
}

/** `lastSignInAt` is "Last sign in at". */
function labelOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return escaped(words.charAt(0).toUpperCase() + words.slice(1));
}

const escaped = (text: string): string =>
  withoutTurning(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const pageBegin = (title: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>
body{max-width:64rem;margin:0 auto;padding:1rem;font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9em}
th,td{text-align:left;vertical-align:top;padding:.3rem .75rem .3rem 0;border-bottom:1px solid gray;min-width:5rem}
dt{font-weight:600}
dd,ul{margin:0 0 .25rem;padding-left:1rem}
td dl,td ul{margin:0;padding:0;list-style:none}
tr{break-inside:avoid}
</style>
</head>
<body>
`;
