import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import type { MessageId } from "../../messages/messages.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { COMMAND, KeyCap } from "../../ui/values/key-cap.tsx";
import type { Page } from "../pages.ts";
import { changeSettings, useSettings } from "../preferences/settings.ts";
import styles from "./help-sheet.module.css";

interface Shortcut {
  readonly label: MessageId;
  readonly keys: readonly string[];
}

interface Group {
  readonly title: MessageId;
  readonly shortcuts: readonly Shortcut[];
}

const EVERYWHERE: Group = {
  title: "help.everywhere",
  shortcuts: [
    { label: "palette.label", keys: [COMMAND, "K"] },
    { label: "help.search", keys: ["/"] },
    { label: "help.title", keys: ["?"] },
    { label: "help.close", keys: ["Esc"] },
  ],
};

const OF_ENTRIES: Group = {
  title: "help.entry",
  shortcuts: [
    { label: "entries.new", keys: ["C"] },
    { label: "entry.save", keys: [COMMAND, "S"] },
    { label: "help.undo", keys: [COMMAND, "Z"] },
    { label: "help.publish", keys: [COMMAND, "Enter"] },
    { label: "preview.title", keys: ["P"] },
    { label: "history.title", keys: ["H"] },
    { label: "help.nextProblem", keys: ["F8"] },
    { label: "help.moveRow", keys: ["Alt", "↑ ↓"] },
    { label: "help.doubleRow", keys: ["Alt", "Shift", "↓"] },
  ],
};

function leadingTo(pages: readonly Page[]): Group {
  return {
    title: "palette.goTo",
    shortcuts: pages.map(({ label, key }) => ({ label, keys: ["G", key.toUpperCase()] })),
  };
}

interface HelpSheetProps {
  readonly pages: readonly Page[];
  /** Whether the screen belongs to a site with entries. */
  readonly hasEntries: boolean;
  readonly onClose: () => void;
}

/** The list of shortcuts, with a setting to disable single-letter ones. */
export function HelpSheet({ pages, hasEntries, onClose }: HelpSheetProps): ReactNode {
  const { letterKeys } = useSettings();
  const groups = [EVERYWHERE, leadingTo(pages), ...(hasEntries ? [OF_ENTRIES] : [])];
  return (
    <Dialog title={<FormattedMessage id="help.title" />} isOpen onClose={onClose}>
      <div className={styles["groups"]}>
        {groups.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3>
              <FormattedMessage id={title} />
            </h3>
            <dl className={styles["keys"]}>
              {shortcuts.map(({ label, keys }) => (
                <div key={label}>
                  <dt>
                    <FormattedMessage id={label} />
                  </dt>
                  <dd>
                    {keys.map((key) => (
                      <KeyCap key={key}>{key}</KeyCap>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className={styles["letters"]}>
        <Switch isSelected={letterKeys} onChange={(on) => changeSettings({ letterKeys: on })}>
          <FormattedMessage id="help.letters" />
        </Switch>
      </p>
    </Dialog>
  );
}
