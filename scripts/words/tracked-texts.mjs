import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

const patterns = ["*.md", "*.ts", "*.tsx", "*.mjs", "*.yml", "Dockerfile", ".env.example"];

/**
 * The texts of the repository: documents, code with its comments, and settings. Generated files and the words
 * of this check are left out.
 */
export function* trackedTexts() {
  const listed = execFileSync("git", [
    "ls-files",
    ...patterns,
    ":!*_pb.*",
    ":!scripts/words",
    ":!docs/glossary.md",
  ]);
  for (const file of listed.toString().split("\n"))
    if (file !== "" && existsSync(file)) yield { file, text: readFileSync(file, "utf8") };
}
