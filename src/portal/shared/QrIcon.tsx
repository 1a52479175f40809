const DRAWN = {
  code: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM20 14v6h-6",
  scan: "M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M4 12h16",
};

/** A code, or the frame that scans one. No icons of the set: each of those comes with the first page. */
export function QrIcon({ of }: { of: keyof typeof DRAWN }) {
  return (
    <svg
      className="lucide"
      viewBox="0 0 24 24"
      width="24"
      height="24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      aria-hidden="true"
    >
      <path d={DRAWN[of]} />
    </svg>
  );
}
