import { classNames } from "./classNames.ts";
import { stripesOf } from "./ribbons.ts";
import "./surface.css";

/** The ribbon of a loan type ('SL') or of the shell ('SHELL'), stretched to its box. Decorative. */
export function Ribbon({ code, className }: { code: string; className?: string }) {
  const { stripes, width } = stripesOf(code);
  return (
    <svg
      className={classNames("ribbon", className)}
      viewBox={`0 0 ${width} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      {stripes.map((stripe) => (
        <rect key={stripe.x} x={stripe.x} width={stripe.width} height="1" fill={stripe.colour} />
      ))}
    </svg>
  );
}
