import { useBrand } from "../app/brand.ts";

/** The product's name next to a small ornament. */
export function Wordmark() {
  const { name } = useBrand();
  return (
    <span className="o-wordmark">
      <svg viewBox="0 0 24 28" width="24" height="28" aria-hidden="true" focusable="false">
        <g fill="none" stroke="var(--o-gold)" strokeWidth="1.4" strokeLinecap="round">
          <path d="M12 5.6a2.3 2.3 0 1 0-.01 0" />
          <rect x="9.2" y="5.4" width="5.6" height="3.8" rx="0.8" fill="var(--o-gold)" stroke="none" />
          <circle cx="12" cy="18" r="9.3" fill="var(--o-berry)" stroke="none" />
          <path d="M3.3 15.6c4.8 3 12.6 3 17.4 0" />
          <path d="M6.7 14.2c.8-1.9 2.1-3.2 3.9-3.9" stroke="var(--o-snow)" />
        </g>
      </svg>
      <span className="o-wordmark-name">{name}</span>
    </span>
  );
}
