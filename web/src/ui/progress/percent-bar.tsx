/** A bar with its percentage, which is not announced. */
export const PercentBar = ({ percent, label }: { percent: number; label: string }) => (
  <div className="hstack gap-3">
    <progress max={100} value={percent} aria-label={label} />
    <span className="o-numbers text-nowrap" aria-hidden="true">
      {`${percent} %`}
    </span>
  </div>
);
