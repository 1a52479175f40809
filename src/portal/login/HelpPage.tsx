import { brand } from "#brand";
import { SignedOutHead, SignedOutLayout } from "#portal/layout/SignedOutLayout.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { Building2, Check, ChevronLeft, Phone } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

/** The points of the terms that members ask about, and where the whole text is. */
export function TermsPage() {
  const { help } = useTexts("login");
  const { mobile, codes, report, inactive, charges, notices } = help.termsFacts;
  return (
    <SignedOutLayout>
      <BackToLogin />
      <SignedOutHead title={help.termsTitle} takesFocus />
      <p className="lead">{help.termsLead}</p>
      <h2>{help.termsKeyTitle}</h2>
      <ul className="help-list">
        {[mobile, codes, report, inactive, charges, notices].map((fact) => (
          <Point key={fact} icon={<Check />}>
            {fact}
          </Point>
        ))}
      </ul>
      <WaysToReachUs />
    </SignedOutLayout>
  );
}

function WaysToReachUs() {
  const { help } = useTexts("login");
  return (
    <>
      <h2>{help.callTitle}</h2>
      <p className="sub">{help.callBody}</p>
      <p className="help-call">
        <a
          className={buttonClass({ look: "primary", block: true })}
          href={`tel:${brand.phone.replaceAll(/\D/g, "")}`}
        >
          <Phone />
          {brand.phone}
        </a>
      </p>
      <h2>{help.visitTitle}</h2>
      <ul className="help-list">
        <Point icon={<Building2 />}>{help.visitBody}</Point>
      </ul>
    </>
  );
}

function Point({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      <span>{children}</span>
    </li>
  );
}

function BackToLogin() {
  const { help } = useTexts("login");
  return (
    <Link className="back-link" to="/login">
      <ChevronLeft />
      {help.backToLogin}
    </Link>
  );
}
