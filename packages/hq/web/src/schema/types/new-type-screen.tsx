import { isCmsError, makeTypeApiId, parseTypeApiId } from "@loam/cms-core/browser";
import { FileText, List } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate, useSearchParams } from "react-router";
import { RefusedError } from "../../api/client.ts";
import { useCreateType } from "../../api/content/working-schema.ts";
import { type Site, useTypes } from "../../api/sites.ts";
import { BuildersOnly } from "../../shell/frame/builders-only.tsx";
import { useTitle } from "../../shell/use-title.ts";
import { Button } from "../../ui/button.tsx";
import { AreaField } from "../../ui/fields/area-field.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { PageBar } from "../../ui/page-bar.tsx";
import { StarterChoice } from "./starter-choice.tsx";
import card from "../../ui/card.module.css";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import textStyles from "../../ui/text.module.css";
import styles from "./types.module.css";

export function NewTypeScreen(): ReactNode {
  const { formatMessage } = useIntl();
  useTitle(formatMessage({ id: "schema.newType" }));
  return <BuildersOnly>{(site) => <NewType site={site} />}</BuildersOnly>;
}

const KINDS = [
  { id: "list", icon: List, label: "schema.list", about: "schema.listAbout" },
  { id: "object", icon: FileText, label: "schema.object", about: "schema.objectAbout" },
] as const;

type Kind = (typeof KINDS)[number]["id"];

/** Creates a content type: asks for its kind and names, or offers templates with several types. */
function NewType({ site }: { readonly site: Site }): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const schema = `/sites/${site.id}/schema`;
  return (
    <>
      <PageBar
        trail={[{ label: formatMessage({ id: "nav.schema" }), address: schema }]}
        title={<FormattedMessage id="schema.newType" />}
      >
        {null}
      </PageBar>
      <div className={styles["begin"]}>
        <TypeForm onMade={(apiId) => void navigate(`${schema}/${apiId}`)} />
        <section className={styles["templates"]}>
          <h2 className={heading["heading"]}>
            <FormattedMessage id="schema.templates" />
          </h2>
          <p className={textStyles["soft"]}>
            <FormattedMessage id="schema.templatesHelp" />
          </p>
          <StarterChoice site={site} onMade={() => void navigate(schema)} />
        </section>
      </div>
    </>
  );
}

function TypeForm({ onMade }: { readonly onMade: (apiId: string) => void }): ReactNode {
  const { formatMessage } = useIntl();
  const [address] = useSearchParams();
  const { data: types = [] } = useTypes();
  const create = useCreateType();
  const [kind, setKind] = useState<Kind>("list");
  const [label, setLabel] = useState("");
  const [typed, setTyped] = useState(address.get("apiId") ?? "");
  const [description, setDescription] = useState("");
  const [isTried, setIsTried] = useState(false);
  const name = label.trim();
  const taken = types.map(({ apiId }) => apiId);
  const apiId = typed || (name === "" ? "" : makeTypeApiId(name, taken));
  const problem = apiIdProblem(apiId, taken);
  const isUnnamed = isTried && name === "";
  const make = (): void => {
    setIsTried(true);
    if (name === "" || problem !== undefined || create.isPending) return;
    const text = description.trim();
    const body = { apiId, kind, label: name, ...(text !== "" && { description: text }) };
    create.mutate(body, { onSuccess: (made) => onMade(made.apiId) });
  };
  return (
    <form
      className={`${form["form"]} ${styles["form"]}`}
      onSubmit={(event) => {
        event.preventDefault();
        make();
      }}
    >
      <Kinds kind={kind} onChange={setKind} />
      <TextField
        label={formatMessage({ id: "schema.label" })}
        help={formatMessage({ id: "schema.typeLabelHelp" })}
        value={label}
        onChange={setLabel}
        isInvalid={isUnnamed}
        error={isUnnamed ? formatMessage({ id: "schema.problem.label" }) : undefined}
        validationBehavior="aria"
        maxLength={200}
        autoComplete="off"
        autoFocus
      />
      <TypeApiIdField
        value={apiId}
        onChange={setTyped}
        problem={apiId === "" ? undefined : problem}
      />
      <AreaField
        label={formatMessage({ id: "schema.description" })}
        help={formatMessage({ id: "schema.descriptionHelp" })}
        value={description}
        onChange={setDescription}
        maxLength={2000}
        rows={2}
      />
      <Refusal error={refusalOf(create.error)} />
      <div>
        <Button type="submit" look="primary" isWorking={create.isPending}>
          <FormattedMessage id="schema.makeType" />
        </Button>
      </div>
    </form>
  );
}

interface TypeApiIdFieldProps {
  readonly value: string;
  readonly onChange: (apiId: string) => void;
  readonly problem: ApiIdProblem | undefined;
}

/** The name of the published file, which can't be changed later. */
function TypeApiIdField({ value, onChange, problem }: TypeApiIdFieldProps): ReactNode {
  const { formatMessage } = useIntl();
  const file = `/api/${value || "…"}.json`;
  return (
    <div className={styles["mono"]}>
      <TextField
        label={formatMessage({ id: "schema.apiId" })}
        help={formatMessage({ id: "schema.typeApiIdHelp" }, { file })}
        value={value}
        onChange={onChange}
        isInvalid={problem !== undefined}
        error={problem && formatMessage({ id: MESSAGES[problem] })}
        validationBehavior="aria"
        maxLength={64}
        autoComplete="off"
        spellCheck="false"
      />
    </div>
  );
}

interface KindsProps {
  readonly kind: Kind;
  readonly onChange: (kind: Kind) => void;
}

/** List or object, which can't be changed later. */
function Kinds({ kind, onChange }: KindsProps): ReactNode {
  return (
    <RadioGroup
      className={styles["kinds"] ?? ""}
      value={kind}
      onChange={(next) => (next === "list" || next === "object") && onChange(next)}
    >
      <Label className={heading["label"]}>
        <FormattedMessage id="schema.kind" />
      </Label>
      {KINDS.map(({ id, icon: Icon, label, about }) => (
        <Radio key={id} value={id} className={`${card["card"]} ${styles["kind"]}`}>
          <Icon size={18} aria-hidden="true" />
          <b>
            <FormattedMessage id={label} />
          </b>
          <small>
            <FormattedMessage id={about} />
          </small>
        </Radio>
      ))}
    </RadioGroup>
  );
}

type ApiIdProblem = "taken" | "reserved" | "shape";

function apiIdProblem(apiId: string, taken: readonly string[]): ApiIdProblem | undefined {
  if (taken.includes(apiId)) return "taken";
  try {
    parseTypeApiId(apiId);
    return undefined;
  } catch (error) {
    return isCmsError(error) && error.code === "reserved_name" ? "reserved" : "shape";
  }
}

const MESSAGES = {
  taken: "schema.problem.takenType",
  reserved: "schema.problem.reserved",
  shape: "schema.problem.typeApiId",
} as const;

/** Returns HQ's first message if it concerns a single name. */
function refusalOf(error: Error | null): Error | null {
  if (!(error instanceof RefusedError)) return error;
  const [first] = error.problem.errors ?? [];
  return first === undefined
    ? error
    : new RefusedError({ ...error.problem, detail: first.message });
}
