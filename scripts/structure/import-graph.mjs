import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { parseSync } from "oxc-parser";

/**
 * The imports of each source file from the other files, type imports included. A part of a service may import the
 * type of the service's parts and of its dependencies, which is no import of them.
 * @param {readonly string[]} files paths from the repository's root
 * @param {ReadonlyMap<string, string>} packages the folder of each workspace by its package name
 * @returns {Map<string, Set<string>>}
 */
export function importGraph(files, packages) {
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const targets = importsOf(file).map((name) => resolved(file, name, known, packages));
      return [file, new Set(targets.filter((target) => target !== undefined))];
    }),
  );
}

function importsOf(file) {
  const { module } = parseSync(file, readFileSync(file, "utf8"));
  const reexports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest ?? []),
  );
  const imports = module.staticImports.filter((each) => !isTypeOfParts(each));
  const names = [...imports.map(({ moduleRequest }) => moduleRequest), ...reexports];
  return names.map(({ value }) => value);
}

const isTypeOfParts = ({ moduleRequest, entries }) =>
  /\/(?:(?:compose-)?parts|dependencies|aggregates)\.ts$/.test(moduleRequest.value) &&
  entries.every(({ isType }) => isType);

function resolved(file, name, known, packages) {
  const path = name.startsWith(".") ? normalize(join(dirname(file), name)) : inWorkspace(name, packages);
  return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => known.has(candidate));
}

function inWorkspace(name, packages) {
  const [scope, workspace, ...rest] = name.split("/");
  const folder = packages.get(`${scope}/${workspace}`);
  return folder === undefined ? undefined : join(folder, ...rest);
}
