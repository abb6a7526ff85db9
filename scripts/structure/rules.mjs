const commandApi = "services/command-api";

/** The forbidden imports of each layer, with the reason. */
const rules = [
  {
    from: /^(contracts|platform|services|embedded|web|tools)\//,
    to: (file) => file.startsWith("testing/"),
    why: "no program that ships contains the kit of its tests",
  },
  {
    from: new RegExp(`^${commandApi}/aggregates/([^/]+)/`),
    to: (file, [, aggregate]) =>
      file.startsWith(`${commandApi}/`) && !file.startsWith(`${commandApi}/aggregates/${aggregate}/`),
    why: "an aggregate imports neither another aggregate nor a use case",
  },
  {
    from: new RegExp(`^${commandApi}/aggregates/(consumer|pin)/(?!.*\\.test\\.ts$)`),
    to: (file) => file === "contracts/routes/errors.ts",
    why: "these aggregates name the refusals of each command, and `refuse` makes them",
  },
  {
    from: new RegExp(`^${commandApi}/(sessions|http)/`),
    to: (file) => file.startsWith(`${commandApi}/use-cases/`),
    why: "use cases build on sessions and HTTP, not the other way round",
  },
  {
    from: new RegExp(`^${commandApi}/(aggregates|sessions|http|use-cases)/`),
    to: (file) => file.startsWith(`${commandApi}/`) && !file.slice(commandApi.length + 1).includes("/"),
    why: "the parts of command-api are put together at its root and don't know it",
  },
];

/**
 * A line for each import that breaks a rule.
 * @param {ReadonlyMap<string, ReadonlySet<string>>} graph the imports of each file
 */
export function brokenRules(graph) {
  const lines = [];
  for (const [file, targets] of graph) {
    for (const { from, to, why } of rules) {
      const match = from.exec(file);
      if (!match) continue;
      for (const target of targets) if (to(target, match)) lines.push(`${file} imports ${target}: ${why}`);
    }
  }
  return lines;
}
