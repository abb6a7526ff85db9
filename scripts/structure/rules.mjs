import { places, uses } from "./features.mjs";

/** What the files of a folder may import besides their own folder, which is in the first brackets. */
const layers = [
  [/^(contracts)\//, /^$/, "contracts know nobody"],
  [/^(platform)\//, /^contracts\//, "platform knows contracts alone"],
  [/^(services\/[\w-]+)\//, /^(contracts|platform)\//, "a service knows platform and contracts"],
  [/^(tools)\//, /^(contracts|platform|services)\//, "tools know no start and no test of the product"],
  [/^(embedded)\//, /^(contracts|platform|services|tools)\//, "the start contains no kit of a test"],
  [/^(testing)\/attack\//, /^contracts\//, "an attack knows the product from outside"],
  [/^(web\/src\/(?:consumer|admin))\//, /^(contracts|web\/src\/(?!consumer|admin))/, "a site loads no other"],
  [
    /^()web\/(?!src\/(?:consumer|admin)\/)/,
    /^(contracts|web\/(?!src\/(consumer|admin)\/))/,
    "it knows no site",
  ],
];
const isTest = (file) => /\.test\.tsx?$|.\/testing\//.test(file);
const forTests = /^(embedded|testing|tools)\//;

/** The files of a feature that decide. */
const pure =
  /^(services\/command-api\/[\w-]+)\/((\w+-)?decider|decide-\w+|commands|compaction|evolve|state)\.ts$/;

/**
 * A line for each import that breaks a rule.
 * @param {ReadonlyMap<string, ReadonlySet<string>>} graph the imports of each file
 */
export function brokenRules(graph) {
  return importsOf(graph).flatMap(([file, target]) => {
    const why = layerBroken(file, target) ?? purityBroken(file, target) ?? featureBroken(file, target);
    return why === undefined ? [] : [`${file} imports ${target}: ${why}`];
  });
}

/** A line for each pair of features in the list that no import needs. */
export function unusedPairs(graph) {
  const used = new Set(importsOf(graph).map(([file, target]) => pairOf(file, target)));
  return Object.keys(uses).flatMap((pair) => (used.has(pair) ? [] : [`No import needs "${pair}" any more`]));
}

const importsOf = (graph) =>
  [...graph].flatMap(([file, targets]) => [...targets].map((target) => [file, target]));

function layerBroken(file, target) {
  for (const [from, to, why] of layers) {
    const own = from.exec(file)?.[1];
    if (own === undefined || to.test(target) || target.startsWith(`${own}/`)) continue;
    if (!isTest(file) || !forTests.test(target)) return why;
  }
  return undefined;
}

function purityBroken(file, target) {
  const [, feature] = pure.exec(file) ?? [];
  if (feature === undefined) return undefined;
  if (/\/(consumers|pins)$/.test(feature) && target === "contracts/routes/errors.ts")
    return "`refuse` makes the refusals, which the commands name";
  const isOther = target.startsWith("services/") && pure.exec(target)?.[1] !== feature;
  return isOther || target.startsWith("platform/http/") ? "what decides is pure" : undefined;
}

function featureBroken(file, target) {
  const [from, to] = [partOf(file), partOf(target)];
  if (isTest(file) || from === undefined || from.place !== to?.place || from.name === to.name)
    return undefined;
  if (from.kind === "above" || to.kind === "shared") return undefined;
  if (to.kind === "above") return "it puts the features together, which don't know it";
  if (from.kind === "shared") return "it's for all features and knows none";
  return Object.hasOwn(uses, pairOf(file, target))
    ? undefined
    : "scripts/structure/features.mjs lacks this pair";
}

/** `pins → devices` for an import of a feature by another one. */
function pairOf(file, target) {
  const [from, to] = [partOf(file), partOf(target)];
  const isPair =
    from?.kind === "feature" && to?.kind === "feature" && from.place === to.place && !isTest(file);
  return isPair ? `${from.name} → ${to.name}` : undefined;
}

function partOf(file) {
  const place = Object.keys(places).find((name) => file.startsWith(`${name}/`));
  if (place === undefined) return undefined;
  const [part] = file.slice(place.length + 1).split("/");
  const { shared, above } = places[place];
  const kind = shared.test(part) ? "shared" : above.test(part) ? "above" : "feature";
  return { place, kind, name: part.replace(/\.ts$/, "") };
}
