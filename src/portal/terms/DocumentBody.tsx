import { keepHotlineWhole } from "#contract/hotline.ts";
import { type DocumentName, documentVersions } from "#contract/documents.ts";
import type { DocumentBlock, DocumentText } from "#portal/texts/documentText.ts";
import { useLanguage, useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { formatDate } from "#ui/DateText.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { ChevronDown, Printer } from "lucide-react";
import { type MouseEvent, useEffect } from "react";
import { sectionNumber } from "./sectionNumber.ts";
import "./terms.css";
import { useDocument } from "./useDocument.ts";

type Place = "page" | "dialog";

/** A whole text under a title that is already there: lead, version, contents and sections. */
export function DocumentBody({ name, place }: { name: DocumentName; place: Place }) {
  const common = useTexts("common");
  const { document, hasFailed, retry } = useDocument(name);
  if (document !== undefined) return <Whole name={name} document={document} place={place} />;
  return hasFailed ? (
    <Notice kind="bad" role="alert">
      <p>{common.noAnswer}</p>
      <Button onClick={retry}>{common.tryAgain}</Button>
    </Notice>
  ) : (
    <Loading>
      <Skeleton width="100%" height="24rem" />
    </Loading>
  );
}

function Whole(props: { name: DocumentName; document: DocumentText; place: Place }) {
  const { name, place } = props;
  const { lead, sections, words } = props.document;
  const language = useLanguage();
  const issuedAt = new Date(`${documentVersions[name]}T00:00:00+08:00`);
  const Heading = place === "page" ? "h2" : "h3";
  const idOf = (section: string) => `${name}-${section}`;
  useAddressOfSection(place);
  return (
    <div className="document">
      <p className="lead">{lead}</p>
      <div className="document-bar">
        <p className="meta">{words.version(formatDate(issuedAt, "dayLong", language))}</p>
        {place === "page" && (
          <Button className="no-print" look="quiet" small onClick={() => print()}>
            <Printer />
            {words.print}
          </Button>
        )}
      </div>
      <details className="document-contents" open={place === "page"}>
        <summary id={idOf("contents")}>
          {words.contents}
          <ChevronDown />
        </summary>
        <nav aria-label={words.contents}>
          <ol>
            {sections.map(({ id, title }, index) => (
              <li key={id}>
                <SectionLink id={idOf(id)} place={place}>
                  {`${sectionNumber(name, index)}. ${title}`}
                </SectionLink>
              </li>
            ))}
          </ol>
        </nav>
      </details>
      {sections.map(({ id, title, blocks }, index) => (
        <section key={id} aria-labelledby={idOf(id)}>
          <Heading id={idOf(id)} tabIndex={-1}>
            {`${sectionNumber(name, index)}. ${title}`}
          </Heading>
          {blocks.map((block) => (
            <Block key={String(block)} block={block} />
          ))}
        </section>
      ))}
      <p className="no-print">
        <SectionLink id={idOf("contents")} place={place}>
          {words.backToContents}
        </SectionLink>
      </p>
    </div>
  );
}

function Block({ block }: { block: DocumentBlock }) {
  if (typeof block === "string") return <p>{keepHotlineWhole(block)}</p>;
  return (
    <ul>
      {block.map((point) => (
        <li key={point}>{keepHotlineWhole(point)}</li>
      ))}
    </ul>
  );
}

/** In a dialog the address is the screen's below: there the link only scrolls. */
function SectionLink(props: { id: string; place: Place; children: string }) {
  function go(event: MouseEvent) {
    if (props.place === "page") return;
    event.preventDefault();
    goTo(props.id);
  }
  return (
    <a className="tap-link" href={`#${props.id}`} onClick={go}>
      {props.children}
    </a>
  );
}

/** The text comes after the page, when the browser has already looked for the section in vain. */
function useAddressOfSection(place: Place): void {
  useEffect(() => {
    if (place === "page" && location.hash !== "") goTo(location.hash.slice(1));
  }, [place]);
}

function goTo(id: string): void {
  const target = document.getElementById(id);
  target?.focus({ preventScroll: true });
  target?.scrollIntoView();
}
