import { PageHead } from "#client/PageHead.tsx";
import type { TransferSetup } from "#contract/transferSetup.ts";
import { transferSetupRead } from "#portal/api/reads.ts";
import { paths } from "#portal/paths.ts";
import { BackLink } from "#portal/shared/BackLink.tsx";
import { NotRead } from "#portal/shared/NotRead.tsx";
import { useTexts } from "#portal/texts/texts.ts";
import { Panel } from "#ui/Panel.tsx";
import { Loading, Skeleton } from "#ui/Skeleton.tsx";
import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { MyCode } from "./MyCode.tsx";
import { ScanCode } from "./ScanCode.tsx";
import "./qrCode.css";

/** QR Ph: to pay by a code (?scan: with the camera on), and to be paid (?mine: that first). The one page whose document may use the camera. */
export function QrCodePage() {
  const texts = useTexts("qr");
  const query = useQuery(transferSetupRead());
  const [wanted] = useSearchParams();
  const isMineFirst = wanted.has("mine");
  const mine = (setup: TransferSetup) => (
    <Panel padded className="stack">
      <h2>{texts.myCode}</h2>
      <p className="sub">{texts.myCodeLead}</p>
      <MyCode setup={setup} />
    </Panel>
  );
  const { data: setup } = query;
  return (
    <>
      <PageHead
        title={texts.title}
        before={<BackLink to={paths.transferFunds}>{texts.back}</BackLink>}
      />
      {setup === undefined ? (
        query.isError ? (
          <Panel>
            <NotRead query={query} title={texts.notLoaded} />
          </Panel>
        ) : (
          <Loading label={texts.loading}>
            <Skeleton width="100%" height="20rem" />
          </Loading>
        )
      ) : (
        <div className="twocol">
          {isMineFirst && mine(setup)}
          <Panel padded className="stack">
            <h2>{texts.pay}</h2>
            <p className="sub">{texts.payLead}</p>
            <ScanCode setup={setup} isCameraOn={wanted.has("scan")} />
          </Panel>
          {!isMineFirst && mine(setup)}
        </div>
      )}
    </>
  );
}
