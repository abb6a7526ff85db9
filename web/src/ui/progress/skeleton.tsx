const widths = ["", " w-75", " w-50"] as const;

/**
 * A placeholder for text that is being loaded. Give it as many lines as the text has, so that the page
 * doesn't jump.
 */
export function Skeleton({ lines = 1 }: { lines?: number }) {
  return (
    <div className="vstack gap-2" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <span key={line} className={`o-skeleton${widths[line % widths.length] ?? ""}`} />
      ))}
    </div>
  );
}

/** Placeholder rows for a table that is being loaded, inside `<tbody>`. */
export function SkeletonTable({ rows, columns }: { rows: number; columns: number }) {
  const lines = Array.from({ length: rows }, (_, row) => row);
  const cells = Array.from({ length: columns }, (_, column) => column);
  return lines.map((row) => (
    // biome-ignore lint/a11y/noRedundantRoles: see `DataTable`.
    <tr key={row} role="row">
      {cells.map((column) => (
        // biome-ignore lint/a11y/noRedundantRoles: see `DataTable`.
        <td key={column} role="cell">
          <span className={`o-skeleton${widths[(row + column) % widths.length] ?? ""}`} />
        </td>
      ))}
    </tr>
  ));
}
