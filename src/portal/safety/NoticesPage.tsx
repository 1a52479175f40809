import {
  NOTICE_CHANNELS,
  type NoticeChannel,
  type NoticeChoices,
  type NoticeGroup,
  setNoticeChoices,
} from "#contract/noticeChoices.ts";
import { PageHead } from "#client/PageHead.tsx";
import { call } from "#portal/api/call.ts";
import { queryClient } from "#portal/api/queries.ts";
import { pushRead } from "#portal/api/pushing.ts";
import { noticeChoicesRead, readSafetyAnew } from "#portal/api/safetyReads.ts";
import { useGuid } from "#portal/api/useSession.ts";
import { paths } from "#portal/paths.ts";
import { BackLink } from "#portal/shared/BackLink.tsx";
import { showFailure } from "#portal/shared/showFailure.ts";
import { useTexts } from "#portal/texts/texts.ts";
import { Button } from "#ui/Button.tsx";
import { Notice } from "#ui/Notice.tsx";
import { Panel } from "#ui/Panel.tsx";
import { Switch } from "#ui/Switch.tsx";
import { showToast } from "#ui/toasts.ts";
import { Check } from "lucide-react";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { PushedNotices } from "./PushedNotices.tsx";
import { SafetySection, WaitingRows } from "./SafetySection.tsx";
import { keepUnsaved, type Place, type Switched, unsavedChoices } from "./unsavedChoices.ts";
import "./notices.css";
import "./safety.css";

/** Which channels tell the member of what, besides the portal, and which browsers are among them. */
export function NoticesPage() {
  const safety = useTexts("safety");
  const texts = useTexts("notices");
  const guid = useGuid();
  const query = useQuery(noticeChoicesRead(guid));
  const push = useQuery(pushRead(guid));
  return (
    <>
      <PageHead
        title={texts.title}
        before={<BackLink to={paths.safety}>{safety.title}</BackLink>}
        after={<p className="sub safety-lead">{texts.lead}</p>}
      />
      <div className="notices-page">
        <PushedNotices />
        <SafetySection id="notices" title={texts.kinds} query={query} rows={6}>
          {(choices) =>
            push.isPending ? (
              <Panel>
                <WaitingRows rows={6} />
              </Panel>
            ) : (
              <ChoicesForm choices={choices} push={push} />
            )
          }
        </SafetySection>
      </div>
    </>
  );
}

type PushQuery = Pick<UseQueryResult<PushState>, "data" | "isFetching" | "refetch">;
type PushState = { browsers: readonly unknown[] };
type Group = NoticeChoices["groups"][number];

/** Nothing is switched before it is saved, so that all of it is one change, and told once. */
function useSwitched(choices: NoticeChoices) {
  const texts = useTexts("notices");
  const guid = useGuid();
  const [switched, setSwitched] = useState(unsavedChoices);
  const [isSaving, setIsSaving] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const keep = (now: Switched) => {
    setSwitched(now);
    keepUnsaved(now);
  };
  const changes = choices.groups.flatMap((each) =>
    NOTICE_CHANNELS.flatMap((channel) => {
      const isOn = switched[`${each.group} ${channel}`];
      if (isOn === undefined || isOn === each[channel].isOn) return [];
      return { group: each.group, channel, position: isOn ? ("on" as const) : ("off" as const) };
    }),
  );

  async function save() {
    if (changes.length === 0) {
      showToast({ kind: "info", text: texts.unchanged });
      return;
    }
    setIsSaving(true);
    const answer = await call(setNoticeChoices, { params: { guid }, body: { changes } });
    if (!answer.status) showFailure(answer);
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: noticeChoicesRead(guid).queryKey }),
      readSafetyAnew(),
    ]);
    if (answer.status) keep({});
    setIsSaved(answer.status);
    setIsSaving(false);
  }

  const state: SaveState = changes.length > 0 ? "unsaved" : isSaved ? "saved" : "unchanged";
  return {
    switched,
    choose: (place: Place, isOn: boolean) => {
      setIsSaved(false);
      keep({ ...switched, [place]: isOn });
    },
    bar: { state, isSaving, onSave: () => void save() },
  };
}

function ChoicesForm({ choices, push }: { choices: NoticeChoices; push: PushQuery }) {
  const texts = useTexts("notices");
  const isPushed = (push.data?.browsers ?? []).length > 0;
  const { switched, choose, bar } = useSwitched(choices);
  return (
    <div className="stack">
      {push.data === undefined && <PushUnknown push={push} />}
      <Panel>
        <ul>
          <InPortal />
          {choices.groups.map((each) => (
            <GroupRow
              key={each.group}
              of={each}
              choices={choices}
              isPushed={isPushed}
              switched={switched}
              onSwitch={choose}
            />
          ))}
        </ul>
      </Panel>
      <div className="meta">
        {choices.mobileNumber !== "" && <p>{texts.textTo(choices.mobileNumber)}</p>}
        {choices.emailAddress !== null && choices.emailAddress !== "" && (
          <p className="notice-address">{texts.emailTo(choices.emailAddress)}</p>
        )}
        {push.data !== undefined && !isPushed && <p>{texts.nothingPushed}</p>}
        <p>{texts.lessened}</p>
      </div>
      <SaveBar {...bar} />
    </div>
  );
}

type SaveState = "unchanged" | "unsaved" | "saved";

/** Stays in sight while something is not saved, and where it says that it is. */
function SaveBar(props: { state: SaveState; isSaving: boolean; onSave: () => void }) {
  const texts = useTexts("notices");
  const { state } = props;
  return (
    <div className={state === "unchanged" ? "btnrow start" : "btnrow start notices-unsaved"}>
      <output className="meta">
        {state === "unsaved" && texts.notSaved}
        {state === "saved" && (
          <span className="notices-saved">
            <Check size={18} aria-hidden="true" /> {texts.saved}
          </span>
        )}
      </output>
      <Button
        look="primary"
        pending={props.isSaving}
        pendingLabel={texts.saving}
        onClick={props.onSave}
      >
        {texts.save}
      </Button>
    </div>
  );
}

/** Without it nobody knows whether there is a device to choose notices for: its switches are not there, and that is said. */
function PushUnknown({ push }: { push: PushQuery }) {
  const common = useTexts("common");
  const texts = useTexts("notices");
  return (
    <Notice kind="warn">
      <p>{texts.pushUnknown}</p>
      <p className="notice-again">
        <Button small pending={push.isFetching} onClick={() => void push.refetch()}>
          {common.tryAgain}
        </Button>
      </p>
    </Notice>
  );
}

/** What nobody can switch off, whatever is chosen beneath. */
function InPortal() {
  const texts = useTexts("notices");
  return (
    <li className="notice-group">
      <div>
        <h3 className="notice-name">{texts.inPortal}</h3>
        <p className="meta">{texts.inPortalAbout}</p>
      </div>
      <div className="notice-channels">
        <div className="notice-channel">
          <span className="notice-channel-name">{texts.allKinds}</span>
          <b>{texts.always}</b>
        </div>
      </div>
    </li>
  );
}

function GroupRow(props: {
  of: Group;
  choices: NoticeChoices;
  isPushed: boolean;
  switched: Switched;
  onSwitch: (place: Place, isOn: boolean) => void;
}) {
  const { of, choices, isPushed, switched, onSwitch } = props;
  const texts = useTexts("notices");
  const { group } = of;
  const at = (channel: NoticeChannel) => switched[`${group} ${channel}`] ?? of[channel].isOn;
  return (
    <li className="notice-group">
      <div>
        <h3 className="notice-name" id={`kind-${group}`}>
          {texts.groups[group].name}
        </h3>
        <p className="meta">{texts.groups[group].about}</p>
      </div>
      <div className="notice-channels">
        <Channel
          id={`${group}-text`}
          kind={group}
          name={texts.text}
          hint={[texts.rules[of.text.rule], texts.byText[group]].filter(Boolean).join(". ")}
          isOn={of.text.rule === "always" || of.text.rule === "by_amount" ? undefined : at("text")}
          fixed={of.text.rule === "by_amount" ? <AmountLink /> : <b>{texts.always}</b>}
          onChange={(isOn) => onSwitch(`${group} text`, isOn)}
        />
        {choices.emailAddress !== null && (
          <Channel
            id={`${group}-email`}
            kind={group}
            name={texts.email}
            hint=""
            isOn={choices.emailAddress === "" ? undefined : at("email")}
            fixed={<span className="meta">{texts.noAddress}</span>}
            onChange={(isOn) => onSwitch(`${group} email`, isOn)}
          />
        )}
        {isPushed && (
          <Channel
            id={`${group}-push`}
            kind={group}
            name={texts.push}
            hint=""
            isOn={at("push")}
            fixed={null}
            onChange={(isOn) => onSwitch(`${group} push`, isOn)}
          />
        )}
      </div>
    </li>
  );
}

/** From which amount on is the card's business. */
function AmountLink() {
  const texts = useTexts("notices");
  return <Link to={paths.cardSettings}>{texts.byAmount}</Link>;
}

/** One channel of one kind: its switch, or in words why there is none. */
function Channel(props: {
  id: string;
  kind: NoticeGroup;
  name: string;
  hint: string;
  /** undefined where nothing is to be chosen here; `fixed` says how it is then. */
  isOn: boolean | undefined;
  fixed: ReactNode;
  onChange: (isOn: boolean) => void;
}) {
  const { id, isOn } = props;
  return (
    <div className="notice-channel">
      <div className="notice-channel-name">
        <span id={`${id}-name`}>{props.name}</span>
        {props.hint !== "" && (
          <span className="meta" id={`${id}-hint`}>
            {props.hint}
          </span>
        )}
      </div>
      {isOn === undefined ? (
        props.fixed
      ) : (
        <Switch
          id={id}
          labelledBy={`kind-${props.kind} ${id}-name`}
          {...(props.hint !== "" && { describedBy: `${id}-hint` })}
          isOn={isOn}
          onChange={props.onChange}
        />
      )}
    </div>
  );
}
