import { useTexts } from "#portal/texts/texts.ts";
import { buttonClass } from "#ui/Button.tsx";
import { Wordmark } from "#ui/Mark.tsx";
import { Notice } from "#ui/Notice.tsx";
import "./signedOut.css";

/** Instead of the portal on an address without encryption: nothing is asked and nothing is sent. */
export function SecureConnectionPage() {
  const { secure } = useTexts("common");
  return (
    <div className="signed-out">
      <header className="hero">
        <Wordmark />
      </header>
      <main className="form-side">
        <div className="form-box">
          <div className="form-head">
            <h1>{secure.title}</h1>
          </div>
          <p className="lead">{secure.body}</p>
          <a
            className={buttonClass({ look: "primary", block: true })}
            href={`https://${location.host}/login`}
          >
            {secure.open}
          </a>
          <Notice kind="safety">{secure.help}</Notice>
        </div>
      </main>
    </div>
  );
}
