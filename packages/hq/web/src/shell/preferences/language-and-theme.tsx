import { Globe, type LucideIcon, SunMoon } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { HiddenText } from "../../ui/notes/hidden-text.tsx";
import { changeSettings, LANGUAGES, THEMES, useSettings } from "./settings.ts";
import menu from "../../ui/menu.module.css";
import styles from "./language-and-theme.module.css";

/** Language and theme settings of this browser, for signed-out users. */
export function LanguageAndTheme(): ReactNode {
  const { formatMessage } = useIntl();
  const { language, theme } = useSettings();
  return (
    <>
      <Choice
        icon={Globe}
        name={<FormattedMessage id="settings.language" />}
        options={LANGUAGES}
        chosen={language}
        onChoose={(next) => changeSettings({ language: next })}
      />
      <Choice
        icon={SunMoon}
        name={<FormattedMessage id="settings.theme" />}
        options={THEMES.map((one) => [one, formatMessage({ id: `theme.${one}` })] as const)}
        chosen={theme}
        onChoose={(next) => changeSettings({ theme: next })}
      />
    </>
  );
}

interface ChoiceProps<Key extends string> {
  readonly icon: LucideIcon;
  readonly name: ReactNode;
  readonly options: readonly (readonly [Key, string])[];
  readonly chosen: Key;
  readonly onChoose: (key: Key) => void;
}

function Choice<Key extends string>(props: ChoiceProps<Key>): ReactNode {
  const { icon: Icon, name, options, chosen, onChoose } = props;
  return (
    <MenuTrigger>
      <AriaButton className={styles["choice"] ?? ""}>
        <Icon size={14} aria-hidden="true" />
        {options.find(([key]) => key === chosen)?.[1]}
        <HiddenText>{name}</HiddenText>
      </AriaButton>
      <Popover className={menu["popup"] ?? ""}>
        <Menu className={menu["menu"] ?? ""} selectionMode="single" selectedKeys={[chosen]}>
          {options.map(([key, label]) => (
            <MenuItem
              key={key}
              id={key}
              className={menu["item"] ?? ""}
              onAction={() => onChoose(key)}
            >
              {label}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
