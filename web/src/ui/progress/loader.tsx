/** Replaces a page that is being loaded. */
export function Loader({ label = "Loading" }: { label?: string }) {
  return (
    <div className="o-loader" role="status">
      <span className="spinner-border spinner-border-sm" aria-hidden="true" />
      <span>{label}…</span>
    </div>
  );
}
