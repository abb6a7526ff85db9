/** `npm run check:links`: fails where a link of the documents or a reference in a comment leads nowhere. */
import { fileURLToPath } from "node:url";
import { brokenLinks } from "./links.mjs";

const problems = brokenLinks(fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, ""));
for (const problem of problems) console.error(problem);
if (problems.length > 0) console.error(`\n${problems.length} links or references lead nowhere`);
process.exitCode = problems.length > 0 ? 1 : 0;
