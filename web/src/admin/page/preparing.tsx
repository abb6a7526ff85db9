/** The progress of former tables that are being prepared. The beginning is announced, the percentage is not. */
export function Preparing({ percent, what }: { percent: number; what: string }) {
  return (
    <div className="o-preparing">
      <p role="status">{what} is being prepared. Please stand by!</p>
      <div className="o-preparing-line">
        <progress max={100} value={percent} aria-label={what} />
        <span className="o-numbers" aria-hidden="true">
          {`${percent} %`}
        </span>
      </div>
    </div>
  );
}
