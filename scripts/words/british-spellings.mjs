import { parseSync } from "oxc-parser";

/** Words of British English, whose endings differ in the USA. */
const british =
  /\b\w*(?:(?:recogn|organ|author|normal|apolog|custom|minim|maxim|personal|final|real|util|categor|summar)is(?:e[ds]?|ing|ation)|colour|favour|honour|neighbour|behaviour|(?:cancel|travel|label)l(?:ed|ing)|licence|defence|programme|centre|catalogue|grey|cheque|whilst|learnt|fulfil\b)\w*/i;

/** Whether a text is a sentence for people: names and paths have no space. */
const isSentence = (text) => /\s/.test(text.trim());

/** The text of a node of the syntax tree, if it is a text. */
function textOf({ type, value }) {
  if (type === "TemplateElement") return value.cooked;
  return (type === "Literal" || type === "JSXText") && typeof value === "string" ? value : undefined;
}

const isClassName = ({ type, name }) => type === "JSXAttribute" && name.name === "className";

/**
 * The British spellings in the texts that a source file shows: its strings, templates and the text of its elements.
 * Names and comments are not looked at.
 * @param {string} file
 * @param {string} source
 * @returns {{ line: number, word: string }[]}
 */
export function britishSpellings(file, source) {
  const found = [];
  const look = (node) => {
    if (typeof node !== "object" || node === null || (node.type && isClassName(node))) return;
    const text = node.type ? textOf(node) : undefined;
    const match = text !== undefined && isSentence(text) ? british.exec(text) : null;
    if (match) found.push({ line: source.slice(0, node.start).split("\n").length, word: match[0] });
    for (const part of Object.values(node)) look(part);
  };
  look(parseSync(file, source).program.body);
  return found;
}
