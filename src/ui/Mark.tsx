import { brand } from "#brand";
import "./surface.css";

/** Five bars in formation; the middle row is brass. Decorative: the name stands beside it. */
export function Mark() {
  return (
    <svg className="mark" viewBox="0 0 24 24" aria-hidden="true">
      <g className="mark-bars">
        <rect x="2" y="2.5" width="6.6" height="5.4" rx="1.1" />
        <rect x="15.4" y="2.5" width="6.6" height="5.4" rx="1.1" />
        <rect x="2" y="16.1" width="6.6" height="5.4" rx="1.1" />
        <rect x="15.4" y="16.1" width="6.6" height="5.4" rx="1.1" />
      </g>
      <rect className="mark-row" x="2" y="9.3" width="20" height="5.4" rx="1.1" />
    </svg>
  );
}

/** The mark with the name of portal or console; `short` leaves only the product's. */
export function Wordmark({ short, name = brand.portal }: { short?: boolean; name?: string }) {
  const rest = name.replace(brand.product, "").trim();
  return (
    <div className="wordmark">
      <Mark />
      <div>
        {brand.product}
        {!short && <span> {rest}</span>}
      </div>
    </div>
  );
}
