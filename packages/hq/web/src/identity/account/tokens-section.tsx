import { type ReactNode, useState } from "react";
import { CheckboxGroup, FieldError, Label } from "react-aria-components";
import { type Control, useController, useForm } from "react-hook-form";
import { FormattedMessage, useIntl } from "react-intl";
import { expectSuccess, hq, readData, type Schemas } from "../../api/client.ts";
import { useAccountMutation, useTokens } from "../../api/people/account.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/fields/checkbox.tsx";
import { FormField } from "../../ui/fields/form-field.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { ActForm } from "../../ui/sections/act-form.tsx";
import { OneTimeSecret } from "../../ui/sections/one-time-secret.tsx";
import { Section } from "../../ui/sections/section.tsx";
import { Ago } from "../../ui/values/ago.tsx";
import field from "../../ui/fields/field.module.css";
import form from "../../ui/form.module.css";
import sections from "../../ui/sections/sections.module.css";
import text from "../../ui/text.module.css";
import styles from "./account.module.css";

/** Personal access tokens, for clients that act on behalf of the user. */
export function TokensSection(): ReactNode {
  const { data: tokens = [], error } = useTokens();
  const [newToken, setNewToken] = useState<string>();
  const revoke = useAccountMutation((id: string) =>
    expectSuccess(hq.DELETE("/tokens/{id}", { params: { path: { id } } })),
  );
  const open = tokens.filter(({ revokedAt }) => revokedAt === undefined);
  return (
    <Section title="account.tokens" text="account.tokensText">
      <Refusal error={error ?? revoke.error} />
      {newToken !== undefined && (
        <OneTimeSecret secrets={[newToken]} onDone={() => setNewToken(undefined)}>
          <FormattedMessage id="account.tokenMade" />
        </OneTimeSecret>
      )}
      {open.length > 0 && (
        <ul className={sections["rows"]}>
          {open.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => revoke.mutate(token.id)} />
          ))}
        </ul>
      )}
      <NewToken onMade={setNewToken} />
    </Section>
  );
}

interface TokenRowProps {
  readonly token: Schemas["PersonalAccessToken"];
  readonly onRevoke: () => void;
}

function TokenRow({ token, onRevoke }: TokenRowProps): ReactNode {
  const { formatMessage, formatDate } = useIntl();
  const { name, hint, scopes, lastUsedAt, expiresAt } = token;
  const isOver = Date.parse(expiresAt) <= Date.now();
  return (
    <li>
      <div>
        <b>
          {name} <code className={`${text["code"]} ${styles["hint"]}`}>{hint}</code>
        </b>
        <small>{scopes.join(" · ")}</small>
        <small>
          <FormattedMessage
            id={isOver ? "account.expired" : "account.expires"}
            values={{ date: formatDate(expiresAt, { dateStyle: "medium" }) }}
          />{" "}
          {lastUsedAt === undefined ? (
            <FormattedMessage id="account.neverUsed" />
          ) : (
            <FormattedMessage id="account.used" values={{ ago: <Ago time={lastUsedAt} /> }} />
          )}
        </small>
      </div>
      <Button
        look="quiet"
        aria-label={formatMessage({ id: "account.revokeOne" }, { name })}
        onPress={onRevoke}
      >
        <FormattedMessage id="account.revoke" />
      </Button>
    </li>
  );
}

type Scope = Schemas["TokenScope"];

/** Each scope is described by a message of the same name. */
const SCOPES: readonly Scope[] = [
  "content:read",
  "content:write",
  "content:publish",
  "media:write",
  "schema:write",
  "site:admin",
  "workspace:admin",
  "skill:read",
  "skill:write",
  "variable:write",
  "project:admin",
  "worker:admin",
  "run:write",
];

const LIFETIMES = [7, 30, 90, 365] as const;
const DAY_MS = 86_400_000;

interface TokenWish {
  readonly name: string;
  readonly scopes: Scope[];
  readonly days: number;
}

/** Creates a token and passes on its secret, which can't be displayed again. */
function NewToken({ onMade }: { readonly onMade: (token: string) => void }): ReactNode {
  const { formatMessage } = useIntl();
  const { control, handleSubmit, reset } = useForm<TokenWish>({
    defaultValues: { name: "", scopes: ["content:read"], days: 90 },
  });
  const make = useAccountMutation(async ({ name, scopes, days }: TokenWish) => {
    const expiresAt = new Date(Date.now() + days * DAY_MS).toISOString();
    const { token } = await readData(hq.POST("/tokens", { body: { name, scopes, expiresAt } }));
    onMade(token);
    reset();
  });
  const required = formatMessage({ id: "form.required" });
  return (
    <ActForm
      act={make}
      submit="account.makeToken"
      onSubmit={() => void handleSubmit((wish) => make.mutate(wish))()}
    >
      <FormField
        control={control}
        name="name"
        rules={{ required }}
        maxLength={200}
        label={formatMessage({ id: "account.tokenName" })}
        help={formatMessage({ id: "account.tokenNameHelp" })}
      />
      <ScopeChoice control={control} />
      <LifetimeChoice control={control} />
    </ActForm>
  );
}

interface ChoiceProps {
  readonly control: Control<TokenWish>;
}

function ScopeChoice({ control }: ChoiceProps): ReactNode {
  const { formatMessage } = useIntl();
  const { field: scopes, fieldState } = useController({
    control,
    name: "scopes",
    rules: { validate: (chosen) => chosen.length > 0 || formatMessage({ id: "form.required" }) },
  });
  return (
    <CheckboxGroup
      className={`${form["form"]} ${styles["scopes"]}`}
      value={scopes.value}
      onChange={scopes.onChange}
      isInvalid={fieldState.invalid}
      validationBehavior="aria"
    >
      <Label className={field["label"] ?? ""}>
        <FormattedMessage id="account.may" />
      </Label>
      {SCOPES.map((scope) => (
        <Checkbox key={scope} value={scope}>
          <span>
            <FormattedMessage id={`scope.${scope}`} />{" "}
            <code className={`${text["code"]} ${styles["hint"]}`}>{scope}</code>
          </span>
        </Checkbox>
      ))}
      <FieldError className={field["error"] ?? ""}>{fieldState.error?.message}</FieldError>
    </CheckboxGroup>
  );
}

function LifetimeChoice({ control }: ChoiceProps): ReactNode {
  const { formatMessage } = useIntl();
  const { field: lifetime } = useController({ control, name: "days" });
  return (
    <SelectField
      label={formatMessage({ id: "account.lifetime" })}
      value={String(lifetime.value)}
      onChange={(days) => lifetime.onChange(Number(days))}
      options={LIFETIMES.map((days) => [
        String(days),
        formatMessage({ id: "account.days" }, { days }),
      ])}
    />
  );
}
