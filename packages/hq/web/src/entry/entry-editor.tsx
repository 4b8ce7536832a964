import { type ReactNode, useEffect } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { useBlocker, useNavigate } from "react-router";
import { type Entry, usePublishing, useSaveEntry } from "../api/entry.ts";
import type { TypeSchema } from "../api/schema.ts";
import type { Site } from "../api/sites.ts";
import { useTitle } from "../shell/use-title.ts";
import { Note } from "../ui/note.tsx";
import { Refusal } from "../ui/refusal.tsx";
import { EntryBar } from "./entry-bar.tsx";
import { EntryForm } from "./entry-form.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { BEGUN, wasBegun } from "./new-address.ts";
import { ProblemList } from "./problem-list.tsx";
import { emptyFields, labelOf, problemsOf } from "./problems.ts";
import { StateBar } from "./state-bar.tsx";
import { type EntryDraft, useEntryDraft } from "./use-entry-draft.ts";
import styles from "./entry.module.css";

interface EntryEditorProps {
  readonly type: string;
  readonly schema: TypeSchema;
  /** Absent for one that is not there yet. */
  readonly entry: Entry | undefined;
  readonly site: Site;
}

/** An entry that is being written: its fields, where it stands, and what can be done with it. */
export function EntryEditor({ type, schema, entry, site }: EntryEditorProps): ReactNode {
  const { formatMessage } = useIntl();
  const draft = useEntryDraft(entry);
  const acts = useActs({ type, entry, site, draft });
  const { title: typed } = draft.values;
  const untitled = formatMessage({ id: "entry.untitled" });
  const title = typeof typed === "string" && typed !== "" ? typed : (entry?.title ?? untitled);
  useTitle(title);
  useSaveKey(acts.save);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      draft.isChanged &&
      !wasBegun(nextLocation.state) &&
      currentLocation.pathname !== nextLocation.pathname,
  );
  const missing = emptyFields(schema.fields, draft.values);
  const { canPublish, why } = publishing(entry, draft.isChanged);
  const problems = problemsOf(acts.error);
  return (
    <>
      <EntryBar
        listLabel={schema.label}
        listAddress={`/sites/${site.id}/entries/${type}`}
        title={title}
        entry={entry}
        isChanged={draft.isChanged}
        isOnly={schema.kind === "object"}
        mayWrite={site.role !== "view"}
        mayPublish={missing.length === 0 && canPublish}
        working={acts.working}
        onSave={acts.save}
        onPublish={acts.publish}
        onUnpublish={acts.unpublish}
      />
      <StateBar entry={entry} missing={missing} why={why} />
      <div className={styles["scroll"]}>
        <div className={styles["notes"]}>
          <Refusal error={acts.error} />
          <ProblemList problems={problems} fields={schema.fields} />
          {entry?.fromOthers !== undefined && entry.fromOthers.length > 0 && (
            <Note tone="leaf">
              <FormattedMessage
                id="entry.fromOthers"
                values={{
                  fields: entry.fromOthers.map((id) => labelOf(id, schema.fields)).join(", "),
                }}
              />
            </Note>
          )}
        </div>
        <EntryForm
          schema={schema}
          draft={draft}
          problems={new Map(problems.map(({ path, message }) => [path, message]))}
        />
      </div>
      <LeaveGuard blocker={blocker} isChanged={draft.isChanged} />
    </>
  );
}

/** Whether there is something to publish, and why there is not. */
function publishing(
  entry: Entry | undefined,
  isChanged: boolean,
): { readonly canPublish: boolean; readonly why: ReactNode } {
  if (isChanged || entry === undefined) {
    return { canPublish: false, why: <FormattedMessage id="entry.saveFirst" /> };
  }
  if (entry.state === "published") {
    return { canPublish: false, why: <FormattedMessage id="entry.isLive" /> };
  }
  return { canPublish: true, why: null };
}

interface Acts {
  readonly working: "save" | "publish" | "unpublish" | undefined;
  readonly error: Error | null;
  readonly save: () => void;
  readonly publish: () => void;
  readonly unpublish: () => void;
}

interface ActsOf extends Omit<EntryEditorProps, "schema"> {
  readonly draft: EntryDraft;
}

function useActs({ type, entry, site, draft }: ActsOf): Acts {
  const navigate = useNavigate();
  const name = { type, id: entry?.id };
  const save = useSaveEntry(name);
  const shown = { ...name, version: entry?.version };
  const publish = usePublishing(shown, "publish");
  const unpublish = usePublishing(shown, "unpublish");
  const working = [
    save.isPending && ("save" as const),
    publish.isPending && ("publish" as const),
    unpublish.isPending && ("unpublish" as const),
  ].find((act) => act !== false);
  const reset = (): void => {
    save.reset();
    publish.reset();
    unpublish.reset();
  };
  const begin = (act: () => void) => (): void => {
    if (working !== undefined) return;
    reset();
    act();
  };
  return {
    working,
    error: save.error ?? publish.error ?? unpublish.error,
    save() {
      if (!draft.isChanged) return;
      const { changes, version } = draft;
      const onSuccess = (saved: Entry): void => {
        draft.settle(changes, saved);
        if (entry !== undefined) return;
        // The form stays as it is: somebody may be typing on.
        const address = `/sites/${site.id}/entries/${type}/${saved.id}`;
        void navigate(address, { replace: true, state: BEGUN });
      };
      begin(() => save.mutate({ fields: changes, version }, { onSuccess }))();
    },
    publish: begin(() => publish.mutate()),
    unpublish: begin(() => unpublish.mutate()),
  };
}

/** Ctrl-S and ⌘S save, wherever the focus is. */
function useSaveKey(save: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      save();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [save]);
}
