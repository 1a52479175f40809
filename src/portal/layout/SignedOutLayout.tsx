import { brand } from "#brand";
import { paths } from "#portal/paths.ts";
import { changeLanguage, useLanguage, useTexts } from "#portal/texts/texts.ts";
import { classNames } from "#ui/classNames.ts";
import { Wordmark } from "#ui/Mark.tsx";
import { Segmented } from "#ui/Segmented.tsx";
import { CreditCard, HandCoins, Wallet } from "lucide-react";
import type { ReactNode } from "react";
import { useEffect, useLayoutEffect, useRef } from "react";
import { Link } from "react-router";
import "./signedOut.css";

/**
 * The frame of every signed-out page: banner with the three features, the page, the footer. On a phone the banner
 * leads the first screen alone; later ones begin under a bar, and have the features beneath the page.
 */
export function SignedOutLayout(props: { children: ReactNode; isFirst?: boolean }) {
  const login = useTexts("login");
  return (
    <div className={classNames("signed-out", !props.isFirst && "later")}>
      <header className="hero">
        <Wordmark />
        <div className="rack" />
        <div className="hero-words">
          <p className="tagline">
            {login.tagline
              .split(/(.*?,) /)
              .map((half) => half !== "" && <span key={half}>{half} </span>)}
          </p>
          <ul className="features">
            <li>
              <Wallet />
              {login.features.balance}
            </li>
            <li>
              <HandCoins />
              {login.features.loans}
            </li>
            <li>
              <CreditCard />
              {login.features.card}
            </li>
          </ul>
        </div>
      </header>
      <main className="form-side">
        <div className="form-box">
          {props.children}
          <Footer />
        </div>
      </main>
    </div>
  );
}

/** The page's h1 with the language switch. The h1 takes the focus when the page comes after another. */
export function SignedOutHead({ title, takesFocus }: { title: string; takesFocus?: boolean }) {
  const common = useTexts("common");
  const language = useLanguage();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = `${title} · ${brand.portal}`;
  }, [title]);

  // With the first look, so that a press that comes with it keeps its own focus.
  useLayoutEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);

  return (
    <div className="form-head">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <Segmented
        label={common.language}
        value={language}
        choices={[
          { value: "en", label: "EN", spoken: "English", lang: "en" },
          { value: "fil", label: "FIL", spoken: "Filipino", lang: "fil" },
        ]}
        onChange={(chosen) => void changeLanguage(chosen)}
      />
    </div>
  );
}

function Footer() {
  const login = useTexts("login");
  return (
    <footer className="signed-out-foot">
      <Link to="/terms-and-conditions">{login.terms}</Link>
      <Link to="/privacy">{login.privacy}</Link>
      <Link to={paths.comeBack}>{login.comeBack}</Link>
      <a href={brand.links.forms} rel="noreferrer">
        {login.forms}
      </a>
      <a href={brand.links.becomeMember} rel="noreferrer">
        {login.becomeMember}
      </a>
      <p>
        {login.regulator}{" "}
        <a href={`mailto:${brand.links.regulatorEmail}`}>{brand.links.regulatorEmail}</a>
      </p>
    </footer>
  );
}
