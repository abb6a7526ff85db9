/** `npm run check:links`: fails for a link of the documents or a reference in a comment that leads nowhere. */
import { fileURLToPath } from "node:url";
import { brokenLinks } from "./links.mjs";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");
const problems = brokenLinks(root);
for (const problem of problems) console.error(problem);
if (problems.length > 0) console.error(`\n${problems.length} problems in documents and references`);
process.exitCode = problems.length > 0 ? 1 : 0;
