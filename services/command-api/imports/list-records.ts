import { parseString } from "@fast-csv/parse";
import { Refusal } from "@ornament/contracts/routes/errors";

/** A record of a list of PINs and the line where it begins; the first line is 1. */
export interface ListRecord {
  readonly line: number;
  readonly cells: readonly string[];
  /** The cells are the parts between separators, because a quotation mark is in a wrong place. */
  readonly torn: boolean;
}

interface Line {
  readonly number: number;
  readonly text: string;
}

/** In characters. No row of a list of PINs is longer, and it limits the memory. */
const longestRecord = 4096;

/**
 * The records of a list of PINs, in pages. A record is one line, also with a quotation mark that is not closed,
 * so that such a cell costs no other PIN. It is several lines only if they make one well-formed record of at
 * most one PIN. Throws `import_unreadable` with the line of an open quotation mark if the line itself has no PIN.
 */
export async function* recordsOf(
  pieces: AsyncIterable<string> | Iterable<string>,
  separator: string,
  hasPin: (cells: readonly string[]) => boolean,
): AsyncGenerator<ListRecord[], void, undefined> {
  const parsed = (lines: readonly Line[]): Promise<string[][]> =>
    parseString<string[], string[]>(lines.map(({ text }) => text).join("\n"), { delimiter: separator })
      .toArray()
      .catch(() => []);
  const split = ({ text }: Line) => text.split(separator);

  async function recordAt(lines: readonly Line[], isEnd: boolean) {
    const [line] = lines as [Line];
    const [cells] = await parsed([line]);
    if (cells && line.text.length <= longestRecord) return { cells, torn: false, count: 1 };
    const count = linesOfQuotes(lines);
    if (count === undefined && !isEnd && lengthOf(lines) <= longestRecord) return undefined;
    const whole = lines.slice(0, count ?? 1);
    const joined = whole.length > 1 ? await parsed(whole) : [];
    if (joined[0] && joined.length === 1 && whole.map(split).filter(hasPin).length <= 1)
      return { cells: joined[0], torn: false, count: whole.length };
    const closed = split(line).map((cell) => (quotesIn(cell) % 2 === 0 ? cell : ""));
    if (count === undefined && line.text.length <= longestRecord && !hasPin(closed))
      throw new Refusal("import_unreadable", {
        details: { reason: `line ${line.number}: a quotation mark is not closed` },
      });
    return { cells: split(line), torn: true, count: 1 };
  }

  let lines: Line[] = [];
  for await (const { page, isEnd } of linesOf(pieces)) {
    lines = [...lines, ...page];
    const rows = await parsed(lines);
    // Nearly always each line is a record.
    if (rows.length === lines.length && lines.every(({ text }) => text.length <= longestRecord)) {
      yield rows.map((cells, at) => ({ line: lines[at]?.number ?? 0, cells, torn: false }));
      lines = [];
      continue;
    }
    const records: ListRecord[] = [];
    while (lines[0]) {
      const record = await recordAt(lines, isEnd);
      if (!record) break;
      records.push({ line: lines[0].number, cells: record.cells, torn: record.torn });
      lines = lines.slice(record.count);
    }
    yield records;
  }
}

/** The lines that are not empty. LF, CRLF and CR end a line, also mixed in one file. */
async function* linesOf(
  pieces: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<{ page: Line[]; isEnd: boolean }, void, undefined> {
  let rest = "";
  let number = 0;
  const numbered = (texts: readonly string[]) =>
    texts
      .map((text) => ({ number: ++number, text: text.slice(0, longestRecord + 1) }))
      .filter(({ text }) => text.trim() !== "");
  for await (const piece of pieces) {
    // A CR at the end of a piece may be the half of a CRLF.
    const texts = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    const last = texts.pop() ?? "";
    rest =
      last.length > longestRecord ? last.slice(0, longestRecord + 1) + (/\r$/.exec(last)?.[0] ?? "") : last;
    yield { page: numbered(texts), isEnd: false };
  }
  yield { page: numbered(rest.split("\r")), isEnd: true };
}

const quotesIn = (text: string) => text.split('"').length - 1;
const lengthOf = (lines: readonly Line[]) => lines.reduce((sum, { text }) => sum + text.length + 1, 0);

/** The number of lines after which every quotation mark is closed; `undefined` if they are too few or too long. */
function linesOfQuotes(lines: readonly Line[]): number | undefined {
  let quotes = 0;
  let length = 0;
  for (const [at, { text }] of lines.entries()) {
    quotes += quotesIn(text);
    length += text.length;
    if (length > longestRecord) return undefined;
    if (quotes % 2 === 0) return at + 1;
  }
  return undefined;
}
