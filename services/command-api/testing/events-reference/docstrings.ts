import { parseSync } from "oxc-parser";

/** The docstring of a stream category or of an event, and the commands that its tag `@by` names. */
export interface Docstring {
  readonly text: string;
  readonly by: readonly string[];
}

/**
 * The docstrings of a file of contracts: those of its tables of events, under "", and that of each event, under
 * its type.
 */
export function docstringsOf(source: string): ReadonlyMap<string, Docstring> {
  const { program, comments } = parseSync("events.ts", source);
  const before = (start: number): Docstring => {
    const comment = comments.find(({ end }) => end < start && source.slice(end, start).trim() === "");
    return read(comment?.value ?? "");
  };
  const found = new Map<string, Docstring>();
  for (const statement of program.body) {
    if (statement.type !== "ExportNamedDeclaration" || statement.declaration?.type !== "VariableDeclaration")
      continue;
    const [table] = statement.declaration.declarations;
    if (table?.id.type !== "Identifier" || !table.id.name.endsWith("Events")) continue;
    const [events] = table.init?.type === "CallExpression" ? table.init.arguments : [];
    if (events?.type !== "ObjectExpression") continue;
    const { text, by } = before(statement.start);
    const tables = [found.get("")?.text ?? "", text].filter((each) => each !== "");
    found.set("", { text: tables.join("\n\n"), by });
    for (const event of events.properties)
      if (event.type === "Property" && event.key.type === "Identifier")
        found.set(event.key.name, before(event.start));
  }
  return found;
}

function read(comment: string): Docstring {
  const lines = comment.replace(/^\*/, "").split("\n");
  const whole = lines.map((line) => line.replace(/^\s*\*? ?/, "").trim()).join(" ");
  const [text = "", by = ""] = whole.split("@by");
  return { text: text.trim(), by: by.split(",").flatMap((name) => name.trim() || []) };
}
