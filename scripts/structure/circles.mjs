/**
 * A line for each circle of imports: between files, and between the parts of each folder. A part is a file of
 * the folder or a subfolder with all its files.
 * @param {ReadonlyMap<string, ReadonlySet<string>>} graph the imports of each file
 */
export function circlesIn(graph) {
  const lines = circlesOf(graph).map((circle) => `These files import each other: ${circle.join(", ")}`);
  for (const folder of foldersOf(graph.keys())) {
    const isFile = (part) => graph.has(folder === "" ? part : `${folder}/${part}`);
    for (const circle of circlesOf(partsOf(graph, folder))) {
      // Circles that consist only of files are listed above.
      if (!circle.every(isFile))
        lines.push(`In ${folder || "the root"} these import each other: ${circle.join(", ")}`);
    }
  }
  return lines;
}

function foldersOf(files) {
  const folders = new Set();
  for (const file of files) {
    const names = file.split("/");
    for (let depth = 0; depth < names.length; depth += 1) folders.add(names.slice(0, depth).join("/"));
  }
  return folders;
}

/** The imports between the parts of a folder. */
function partsOf(graph, folder) {
  const prefix = folder === "" ? "" : `${folder}/`;
  const partOf = (file) => (file.startsWith(prefix) ? file.slice(prefix.length).split("/")[0] : undefined);
  const parts = new Map();
  for (const [file, targets] of graph) {
    const from = partOf(file);
    if (from === undefined) continue;
    const edges = parts.get(from) ?? new Set();
    for (const to of [...targets].map(partOf)) if (to !== undefined && to !== from) edges.add(to);
    parts.set(from, edges);
  }
  return parts;
}

/** Groups of nodes that reach each other. */
function circlesOf(graph) {
  const reached = new Map([...graph.keys()].map((node) => [node, reachedFrom(node, graph)]));
  const circles = new Map();
  for (const [node, others] of reached) {
    const circle = [...others].filter((other) => reached.get(other)?.has(node)).sort();
    if (circle.length > 0) circles.set(circle.join(), circle);
  }
  return [...circles.values()];
}

function reachedFrom(start, graph) {
  const found = new Set(graph.get(start));
  for (const node of found) for (const next of graph.get(node) ?? []) found.add(next);
  return found;
}
