/**
 * `npm run check:links`: fails where a link of the documents or a reference in a comment leads nowhere, where documents say a
 * paragraph twice, and where they name a length that a file doesn't have.
 */
import { fileURLToPath } from "node:url";
import { documentProblems } from "./documents.mjs";
import { brokenLinks } from "./links.mjs";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");
const problems = [...brokenLinks(root), ...documentProblems(root)];
for (const problem of problems) console.error(problem);
if (problems.length > 0) console.error(`\n${problems.length} problems in documents and references`);
process.exitCode = problems.length > 0 ? 1 : 0;
