import { Download } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Link as AriaLink, ProgressBar } from "react-aria-components";
import { useController, useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import {
  type ExportPlan,
  exportUrl,
  type JobProgress,
  useDuplicateSite,
  useExportProgress,
  usePlanExport,
} from "../api/settings/whole-site.ts";
import { type Site, useSite, useSiteId } from "../api/sites.ts";
import { Button } from "../ui/button.tsx";
import { DialogFoot } from "../ui/dialog-foot.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Checkbox } from "../ui/fields/checkbox.tsx";
import { FormField } from "../ui/fields/form-field.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { ActForm } from "../ui/sections/act-form.tsx";
import { Section } from "../ui/sections/section.tsx";
import { Sections } from "../ui/sections/sections.tsx";
import { Bar } from "../ui/values/bar.tsx";
import { Facts } from "../ui/values/facts.tsx";
import { FileSize } from "../ui/values/file-size.tsx";
import button from "../ui/button.module.css";
import form from "../ui/form.module.css";
import styles from "./settings.module.css";

/** Export and duplication of the site. */
export function CopiesSection(): ReactNode {
  const { data: site } = useSite();
  if (site === undefined) return null;
  return (
    <Sections>
      <Section title="copies.export" text="copies.exportText">
        <Export />
      </Section>
      <Section title="copies.duplicate" text="copies.duplicateText">
        <Duplicate site={site} />
      </Section>
    </Sections>
  );
}

function Export(): ReactNode {
  const plan = usePlanExport();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Refusal error={plan.error} />
      <div>
        <Button
          isWorking={plan.isPending}
          onPress={() =>
            !plan.isPending && plan.mutate(undefined, { onSuccess: () => setIsOpen(true) })
          }
        >
          <FormattedMessage id="copies.exportOpen" />
        </Button>
      </div>
      {isOpen && plan.data !== undefined && (
        <ExportDialog plan={plan.data} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

const MAX_NAME = 100;

function Duplicate({ site }: { readonly site: Site }): ReactNode {
  const { formatMessage } = useIntl();
  const name = formatMessage({ id: "copies.nameOf" }, { name: site.name }).slice(0, MAX_NAME);
  const { control, handleSubmit } = useForm({
    defaultValues: { name, entries: true, media: true },
  });
  const { field: entries } = useController({ control, name: "entries" });
  const { field: media } = useController({ control, name: "media" });
  const duplicate = useDuplicateSite();
  return (
    <>
      <ActForm
        act={duplicate}
        submit="copies.duplicateAct"
        onSubmit={() => void handleSubmit((wish) => duplicate.mutate(wish))()}
      >
        <FormField
          control={control}
          name="name"
          rules={{
            validate: (text) => text.trim() !== "" || formatMessage({ id: "form.required" }),
          }}
          maxLength={MAX_NAME}
          label={formatMessage({ id: "copies.name" })}
        />
        <div className={styles["checks"]}>
          <Checkbox isSelected={entries.value} onChange={entries.onChange}>
            <FormattedMessage id="copies.withEntries" />
          </Checkbox>
          <Checkbox isSelected={media.value} onChange={media.onChange}>
            <FormattedMessage id="copies.withMedia" />
          </Checkbox>
        </div>
      </ActForm>
      {duplicate.data !== undefined && (
        <Note tone="leaf">
          <FormattedMessage
            id="copies.made"
            values={{
              site: <Link to={`/sites/${duplicate.data.id}`}>{duplicate.data.name}</Link>,
            }}
          />
        </Note>
      )}
    </>
  );
}

interface ExportDialogProps {
  readonly plan: ExportPlan;
  readonly onClose: () => void;
}

/** The contents of the export, its download, and its progress. The browser downloads it independently of the page. */
function ExportDialog({ plan, onClose }: ExportDialogProps): ReactNode {
  const site = useSiteId();
  const progress = useExportProgress();
  const { filename, files, entries, media } = plan;
  return (
    <Dialog title={<FormattedMessage id="copies.export" />} isOpen onClose={onClose}>
      <div className={form["form"]}>
        <Facts>
          <li>
            <FormattedMessage id="copies.holdsEntries" values={{ entries, files }} />
          </li>
          <li>
            <FormattedMessage
              id="copies.holdsMedia"
              values={{ count: media.bundled, size: <FileSize bytes={media.bundledBytes} /> }}
            />
          </li>
          {media.linked > 0 && (
            <li>
              <FormattedMessage
                id="copies.linksMedia"
                values={{
                  count: media.linked,
                  size: <FileSize bytes={media.linkedBytes} />,
                  limit: <FileSize bytes={media.limitBytes} />,
                }}
              />
            </li>
          )}
          {media.missing > 0 && (
            <li>
              <FormattedMessage id="copies.lacksMedia" values={{ count: media.missing }} />
            </li>
          )}
          <li>
            <FormattedMessage id="copies.holdsHistory" />
          </li>
        </Facts>
        {progress !== undefined && <Progress progress={progress} />}
        <DialogFoot>
          <Button onPress={onClose}>
            <FormattedMessage id="copies.close" />
          </Button>
          <AriaLink
            href={exportUrl(site)}
            download={filename}
            className={`${button["button"]} ${button["primary"]}`}
          >
            <Download size={14} aria-hidden="true" />
            <FormattedMessage id="copies.download" />
          </AriaLink>
        </DialogFoot>
      </div>
    </Dialog>
  );
}

function Progress({ progress }: { readonly progress: JobProgress }): ReactNode {
  const { formatMessage } = useIntl();
  const { state, done, total = done } = progress;
  if (state === "failed") {
    return (
      <Note tone="madder">
        <FormattedMessage id="copies.failed" />
      </Note>
    );
  }
  if (state === "done") {
    return (
      <Note tone="leaf">
        <FormattedMessage id="copies.done" values={{ files: done }} />
      </Note>
    );
  }
  return (
    <ProgressBar
      className={styles["progress"] ?? ""}
      value={done}
      maxValue={Math.max(total, 1)}
      aria-label={formatMessage({ id: "copies.progress" })}
    >
      {({ percentage = 0 }) => (
        <>
          <FormattedMessage id="copies.through" values={{ done, total }} />
          <Bar percentage={percentage} />
        </>
      )}
    </ProgressBar>
  );
}
