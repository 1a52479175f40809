import { brand } from "#brand";
import { hotline, hotlineLink } from "#contract/hotline.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button, buttonClass } from "#ui/Button.tsx";
import { Dialog } from "#ui/Dialog.tsx";
import { Building2, Phone } from "lucide-react";

/** The member is on the books without a mobile number: where it is registered. */
export function NoMobileDialog({ onClose }: { onClose: () => void }) {
  const common = useTexts("common");
  const { noMobile } = useTexts("signup");
  const places = [brand.offices.head, brand.offices.branch, noMobile.satellite];
  return (
    <Dialog title={noMobile.title} onClose={onClose}>
      <p className="sub">{noMobile.body}</p>
      <p className="ways-line">{noMobile.call}</p>
      <a className={buttonClass({ look: "secondary", block: true })} href={hotlineLink}>
        <Phone />
        {hotline}
      </a>
      <p className="ways-line">{noMobile.visit}</p>
      <ul className="help-list">
        {places.map((place) => (
          <li key={place}>
            <Building2 />
            <span>{place}</span>
          </li>
        ))}
      </ul>
      <div className="btnrow">
        <Button look="primary" onClick={onClose}>
          {common.ok}
        </Button>
      </div>
    </Dialog>
  );
}
