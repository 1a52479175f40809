import { brand } from "#brand";
import { Phone } from "lucide-react";

/** The hotline's number, which a telephone calls when it is pressed. */
export function CallUs() {
  return (
    <p>
      <a className="tap-link call-link" href={`tel:${brand.phone.replaceAll(/[^\d+]/g, "")}`}>
        <Phone />
        {brand.phone}
      </a>
    </p>
  );
}
