/** The SVG path of a pine, whose tiers get wider towards the ground. */
function pinePath(centre: number, ground: number, height: number, width: number, tiers = 4): string {
  const points: [number, number][] = [[centre, ground - height]];
  const right: [number, number][] = [];
  for (let tier = 1; tier <= tiers; tier++) {
    const down = ground - height + (height * 0.92 * tier) / tiers;
    const half = (width / 2) * (0.35 + (0.65 * tier) / tiers);
    right.push([half, down]);
    if (tier < tiers) right.push([half * 0.52, down - height * 0.03]);
  }
  for (const [half, down] of right) points.push([centre + half, down]);
  points.push([centre + width * 0.06, ground - height * 0.08], [centre + width * 0.06, ground]);
  points.push([centre - width * 0.06, ground], [centre - width * 0.06, ground - height * 0.08]);
  for (const [half, down] of right.reverse()) points.push([centre - half, down]);
  return `M${points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}Z`;
}

/** The path of several pines, each as "centre ground height width". */
export const pinePaths = (pines: string): string =>
  pines
    .split(", ")
    .map((pine) => {
      const [centre = 0, ground = 0, height = 0, width = 0] = pine.split(" ").map(Number);
      return pinePath(centre, ground, height, width);
    })
    .join("");
