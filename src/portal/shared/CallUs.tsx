import { hotline, hotlineLink } from "#contract/hotline.ts";
import { Phone } from "lucide-react";

/** The hotline's number, which a telephone calls when it is pressed. */
export function CallUs() {
  return (
    <p>
      <a className="tap-link call-link" href={hotlineLink}>
        <Phone />
        {hotline}
      </a>
    </p>
  );
}
