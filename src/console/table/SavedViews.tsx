import { call } from "#console/api/call.ts";
import { FormDialog } from "#console/parts/FormDialog.tsx";
import { useNamedForm } from "#console/parts/forms.ts";
import { read } from "#console/api/queries.ts";
import { failureText } from "#console/texts/failureText.ts";
import { useTexts } from "#console/texts/texts.ts";
import { type ListName, deleteView, getSavedViews, saveView } from "#contract/staff/views.ts";
import { Button } from "#ui/Button.tsx";
import { TextField } from "#ui/TextField.tsx";
import { showToast } from "#ui/toasts.ts";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useState } from "react";
import "./filters.css";
import type { ListState } from "./useListState.ts";

const viewsRead = (list: ListName) =>
  queryOptions({
    queryKey: ["views", list],
    queryFn: async ({ signal }) => (await read(getSavedViews, { query: { list } }, signal)).results,
    staleTime: 5 * 60_000,
  });

const textOf = (kept: Record<string, string>) => {
  const params = new URLSearchParams(kept);
  params.sort();
  return params.toString();
};

/** One's own views of a list as tabs: all, each that was kept, and a way to keep what shows now. */
export function SavedViews({ list, state }: { list: ListName; state: ListState }) {
  const texts = useTexts("table");
  const queries = useQueryClient();
  const { data: views = [] } = useQuery(viewsRead(list));
  const [isSaving, setIsSaving] = useState(false);
  const shown = textOf(state.inView);
  const isKept = shown === "" || views.some(({ query }) => query === shown);
  const forget = async (viewId: string) => {
    const answer = await call(deleteView, { params: { viewId } });
    if (!answer.status) return showToast({ kind: "bad", text: failureText(answer) });
    await queries.invalidateQueries({ queryKey: ["views", list] });
    showToast({ kind: "ok", text: texts.viewDeleted });
  };
  return (
    <nav className="t-views" aria-label={texts.views}>
      <View isShown={shown === ""} name={texts.all} onShow={() => state.show("")} />
      {views.map(({ id, name, query }) => (
        <span key={id} className="t-view-kept">
          <View isShown={query === shown} name={name} onShow={() => state.show(query)} />
          {query === shown && (
            <button
              type="button"
              className="t-view-off"
              aria-label={texts.deleteView(name)}
              onClick={() => void forget(id)}
            >
              <X />
            </button>
          )}
        </span>
      ))}
      {!isKept && (
        <Button look="quiet" small onClick={() => setIsSaving(true)}>
          {texts.saveView}
        </Button>
      )}
      {isSaving && (
        <SaveDialog
          list={list}
          query={shown}
          onClose={() => setIsSaving(false)}
          onSaved={() => void queries.invalidateQueries({ queryKey: ["views", list] })}
        />
      )}
    </nav>
  );
}

function View(props: { isShown: boolean; name: string; onShow: () => void }) {
  return (
    <button
      type="button"
      className="t-view"
      aria-current={props.isShown ? "true" : undefined}
      onClick={props.onShow}
    >
      {props.name}
    </button>
  );
}

function SaveDialog(props: {
  list: ListName;
  query: string;
  onClose: () => void;
  onSaved: () => void;
}) {
  const { list, query, onClose, onSaved } = props;
  const texts = useTexts("table");
  const form = useNamedForm({
    required: ["name"],
    send: async (field) => {
      const answer = await call(saveView, { body: { list, name: field("name").trim(), query } });
      if (!answer.status) return answer;
      onSaved();
      showToast({ kind: "ok", text: texts.viewSaved });
      onClose();
      return undefined;
    },
  });
  return (
    <FormDialog title={texts.saveViewTitle} form={form} onClose={onClose}>
      <TextField
        label={texts.viewName}
        hint={texts.viewHint}
        name="name"
        maxLength={40}
        autoComplete="off"
        error={form.errors["name"]}
      />
    </FormDialog>
  );
}
