import { brand } from "#brand";
import { profileState } from "#portal/api/sessionState.ts";
import { PageHead } from "#portal/shared/PageHead.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { Panel, KeyValueList } from "#ui/Panel.tsx";
import { useStore } from "#ui/store.ts";
import { Building2, Phone } from "lucide-react";
import type { ReactNode } from "react";
import "./offices.css";

/** What is done in person or by phone: where, and the member's details to have ready. */
export function OfficePage(props: { title: string; lead: string; children: ReactNode }) {
  return (
    <>
      <PageHead title={props.title} after={<p className="sub office-lead">{props.lead}</p>} />
      <div className="twocol">
        <div className="stack">{props.children}</div>
        <div className="stack">
          <Ways />
          <Details />
        </div>
      </div>
    </>
  );
}

function Ways() {
  const texts = useTexts("offices");
  return (
    <Panel padded className="ways">
      <div>
        <Phone />
        <div>
          <h2>{texts.callTitle}</h2>
          <p className="way-phone">
            <a href={`tel:${brand.phone.replaceAll(/[^\d+]/g, "")}`}>{brand.phone}</a>
          </p>
          <p className="meta">{texts.callBody}</p>
        </div>
      </div>
      <div>
        <Building2 />
        <div>
          <h2>{texts.visitTitle}</h2>
          <p className="meta">{texts.visitBody}</p>
        </div>
      </div>
    </Panel>
  );
}

function Details() {
  const texts = useTexts("offices");
  const profile = useStore(profileState);
  if (profile === undefined) return null;
  const or = (value: string) => (value.trim() === "" ? texts.notAvailable : value);
  return (
    <Panel padded>
      <h2 className="ways-title">{texts.details}</h2>
      <KeyValueList
        isTight
        rows={[
          { key: "name", name: texts.name, value: or(`${profile.firstName} ${profile.lastName}`) },
          { key: "number", name: texts.membershipNo, value: or(profile.membershipNo) },
          { key: "office", name: texts.office, value: or(profile.branchName) },
        ]}
      />
    </Panel>
  );
}
