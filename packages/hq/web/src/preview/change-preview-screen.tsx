import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate, useParams, useSearchParams } from "react-router";
import { type ChangeDetail, useChange } from "../api/changes/change.ts";
import { type Entry, useEntry } from "../api/content/entry.ts";
import { useSchema } from "../api/content/schema.ts";
import { type Site, useSite } from "../api/sites.ts";
import { useEntryPaths } from "../shell/use-entry-paths.ts";
import { useTitle } from "../shell/use-title.ts";
import { Message } from "../ui/notes/message.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { PageBar } from "../ui/page-bar.tsx";
import { PreviewPane } from "./preview-pane.tsx";
import { ShareButton } from "./share-button.tsx";
import menu from "../ui/menu.module.css";
import styles from "./preview.module.css";

/** Previews a change request on the site; `?entry=` selects the first entry. */
export function ChangePreviewScreen(): ReactNode {
  const { change } = useParams();
  const [search] = useSearchParams();
  const { data: site } = useSite();
  const { data: detail, error } = useChange(Number(change));
  if (detail === undefined && error !== null) {
    return <Message title={<FormattedMessage id="preview.noneTitle" />}>{error.message}</Message>;
  }
  if (detail === undefined || site === undefined) return <Waiting />;
  return <ChangePreview detail={detail} site={site} chosen={search.get("entry") ?? undefined} />;
}

type ProposedEntry = ChangeDetail["entries"][number];

interface ChangePreviewProps {
  readonly detail: ChangeDetail;
  readonly site: Site;
  /** Id of the entry to start at. */
  readonly chosen: string | undefined;
}

/** Previews the site with all changes of a change request, starting at one of its entries. */
function ChangePreview({ detail, site, chosen }: ChangePreviewProps): ReactNode {
  const { formatMessage } = useIntl();
  const { change } = detail;
  const entries = detail.entries.filter(({ kind, id }) => kind !== "removed" && id !== null);
  const selected = entries.find(({ id }) => id === chosen) ?? entries[0];
  const entry = useEntry({ type: selected?.type ?? "", id: selected?.id ?? undefined });
  useTitle(`${formatMessage({ id: "preview.title" })} · ${change.title}`);
  const review = `/sites/${site.id}/review`;
  return (
    <>
      <PageBar
        trail={[
          { label: formatMessage({ id: "nav.review" }), address: review },
          { label: change.title, address: `${review}/${change.number}` },
        ]}
        title={<FormattedMessage id="preview.title" />}
      >
        {selected !== undefined && <WhichEntry entries={entries} selected={selected} />}
        {entry.data !== undefined && <ShareButton entry={entry.data} site={site} />}
      </PageBar>
      {selected === undefined ? (
        <Message title={<FormattedMessage id="preview.noEntryTitle" />}>
          <FormattedMessage id="preview.noEntry" />
        </Message>
      ) : (
        <Shown type={selected.type} site={site} entry={entry.data} error={entry.error} />
      )}
    </>
  );
}

interface WhichEntryProps {
  readonly entries: readonly ProposedEntry[];
  readonly selected: ProposedEntry;
}

/** Selects the previewed entry. */
function WhichEntry({ entries, selected }: WhichEntryProps): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { preview } = useEntryPaths();
  if (entries.length < 2) return null;
  return (
    <MenuTrigger>
      <AriaButton
        className={styles["which"] ?? ""}
        aria-label={formatMessage({ id: "preview.which" }, { title: selected.title })}
      >
        <span>{selected.title}</span>
        <ChevronDown size={14} aria-hidden="true" />
      </AriaButton>
      <Popover className={menu["popup"] ?? ""} placement="bottom end">
        <Menu
          className={menu["menu"] ?? ""}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[selected.id ?? ""]}
        >
          {entries.map(({ id, type, title }) => (
            <MenuItem
              key={id}
              id={id ?? ""}
              className={menu["item"] ?? ""}
              onAction={() => void navigate(preview(type, id ?? ""), { replace: true })}
            >
              {title}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

interface ShownProps {
  readonly type: string;
  readonly site: Site;
  readonly entry: Entry | undefined;
  readonly error: Error | null;
}

function Shown({ type, site, entry, error }: ShownProps): ReactNode {
  const schema = useSchema(type);
  const why = error ?? schema.error;
  if (why !== null) return <Refusal error={why} />;
  if (entry === undefined || schema.data === undefined) return <Waiting />;
  return <PreviewPane key={entry.id} schema={schema.data} entry={entry} site={site} />;
}
