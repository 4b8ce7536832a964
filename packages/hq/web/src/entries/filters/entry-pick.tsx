import { type ReactNode, useState } from "react";
import {
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from "react-aria-components";
import { FormattedMessage } from "react-intl";
import { useEntries } from "../../api/content/entries.ts";
import { useTypes } from "../../api/sites.ts";
import frame from "../../ui/fields/field.module.css";
import heading from "../../ui/heading.module.css";
import menu from "../../ui/menu.module.css";
import text from "../../ui/text.module.css";
import styles from "./filters.module.css";

interface EntryPickProps {
  readonly label: string;
  /** API IDs of the allowed types; absent for all. */
  readonly types?: readonly string[];
  readonly onChoose: (id: string) => void;
}

/** Searches for a single entry on the server, by title or text. */
export function EntryPick({ label, types = [], onChoose }: EntryPickProps): ReactNode {
  const [search, setSearch] = useState("");
  const { data } = useEntries({ types, search, order: "-updatedAt" });
  const { data: known = [] } = useTypes();
  const found = (data?.pages[0]?.entries ?? []).flatMap(({ id, title, type }) => {
    return id === undefined ? [] : [{ id, title, type }];
  });
  return (
    <ComboBox
      className={frame["field"] ?? ""}
      menuTrigger="focus"
      items={found}
      inputValue={search}
      onInputChange={setSearch}
      allowsEmptyCollection
      onSelectionChange={(key) => {
        if (key !== null) onChoose(String(key));
      }}
    >
      <Label className={heading["label"] ?? ""}>{label}</Label>
      <Input className={frame["input"] ?? ""} />
      <FieldError className={frame["error"] ?? ""} />
      <Popover className={`${menu["popup"]} ${styles["found"]}`}>
        <ListBox<(typeof found)[number]>
          className={menu["menu"] ?? ""}
          renderEmptyState={() => (
            <p className={text["soft"]}>
              <FormattedMessage id="entries.noMatch" />
            </p>
          )}
        >
          {({ id, title, type }) => (
            <ListBoxItem id={id} textValue={title} className={menu["item"] ?? ""}>
              {title}
              <span className={menu["aside"]}>
                {known.find(({ apiId }) => apiId === type)?.label ?? type}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
