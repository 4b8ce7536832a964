import type { ReactNode } from "react";
import { type Control, useController } from "react-hook-form";
import { useIntl } from "react-intl";
import type { Upstream } from "../../api/settings/upstream.ts";
import { FormField } from "../../ui/fields/form-field.tsx";
import { SelectField, type SelectOption } from "../../ui/fields/select-field.tsx";
import type { Connection } from "./connection.ts";

interface GitHostFieldsProps {
  readonly control: Control<Connection>;
  /** The current upstream. */
  readonly upstream: Upstream | null;
}

/** The Git host where change requests are opened as pull or merge requests. */
export function GitHostFields({ control, upstream }: GitHostFieldsProps): ReactNode {
  const { formatMessage } = useIntl();
  const { field } = useController({ control, name: "forge" });
  const isNamed = field.value !== "auto" && field.value !== "none";
  // On first save, HQ detects the Git host from its domain.
  const auto: SelectOption = ["auto", formatMessage({ id: "upstream.forge.auto" })];
  const options: readonly SelectOption[] = [
    ...(upstream === null ? [auto] : []),
    ["github", "GitHub"],
    ["gitlab", "GitLab"],
    ["gitea", "Gitea, Forgejo"],
    ["none", formatMessage({ id: "upstream.forge.none" })],
  ];
  return (
    <>
      <SelectField
        label={formatMessage({ id: "upstream.forge" })}
        help={formatMessage({ id: "upstream.forgeHelp" })}
        value={field.value}
        onChange={field.onChange}
        options={options}
      />
      {isNamed && (
        <>
          <FormField
            control={control}
            name="forgeUrl"
            autoComplete="off"
            spellCheck="false"
            label={formatMessage({ id: "upstream.forgeUrl" })}
            help={formatMessage({ id: "upstream.forgeUrlHelp" })}
          />
          <FormField
            control={control}
            name="forgeToken"
            type="password"
            autoComplete="off"
            label={formatMessage({ id: "upstream.forgeToken" })}
            help={formatMessage({
              id:
                upstream?.forge?.ownToken === true
                  ? "upstream.forgeTokenKept"
                  : "upstream.forgeTokenHelp",
            })}
          />
        </>
      )}
    </>
  );
}
