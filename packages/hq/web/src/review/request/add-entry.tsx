import { Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { GridList, GridListItem } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useNavigate } from "react-router";
import { useEntriesToChoose } from "../../api/content/entries.ts";
import { useTypes } from "../../api/sites.ts";
import { useEntryPaths } from "../../shell/use-entry-paths.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SearchBox } from "../../ui/fields/search-box.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Thumbnail } from "../../ui/values/thumbnail.tsx";
import styles from "./add-entry.module.css";

/** Opens another entry for editing in the change request: an existing or a new one. */
export function AddEntry(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>
        <Plus size={15} aria-hidden="true" />
        <FormattedMessage id="review.addEntry" />
      </Button>
      <Dialog
        title={<FormattedMessage id="review.addEntry" />}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      >
        <Choice />
      </Dialog>
    </>
  );
}

const PICTURES = { thumbnails: true };

function Choice(): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const { form } = useEntryPaths();
  const { data: types = [] } = useTypes();
  const [search, setSearch] = useState("");
  const { data, error } = useEntriesToChoose({ search, order: "-updatedAt" }, PICTURES);
  const entries = (data?.pages ?? [])
    .flatMap((page) => page.entries)
    .filter(({ id, removed }) => id !== undefined && !removed);
  const begun = types.filter(({ kind, version }) => kind === "list" && version > 0);
  return (
    <div className={styles["choice"]}>
      <p className={styles["new"]}>
        <FormattedMessage id="review.beginEntry" />
        {begun.map(({ apiId, label }) => (
          <Link key={apiId} to={form(apiId, "new")}>
            {label}
          </Link>
        ))}
      </p>
      <SearchBox
        autoFocus
        label={formatMessage({ id: "entries.search" })}
        value={search}
        onChange={setSearch}
      />
      <GridList
        className={styles["entries"] ?? ""}
        aria-label={formatMessage({ id: "nav.entries" })}
        onAction={(key) => {
          const chosen = entries.find(({ id }) => id === key);
          if (chosen !== undefined) void navigate(form(chosen.type, String(key)));
        }}
        renderEmptyState={() =>
          data === undefined ? <Loading error={error} /> : <FormattedMessage id="entries.noMatch" />
        }
      >
        {entries.map(({ id = "", title, type, thumbnail }) => (
          <GridListItem key={id} id={id} textValue={title} className={styles["entry"] ?? ""}>
            <Thumbnail picture={thumbnail?.url} size="large" />
            <b>{title}</b>
            <small>{types.find(({ apiId }) => apiId === type)?.label ?? type}</small>
          </GridListItem>
        ))}
      </GridList>
    </div>
  );
}
