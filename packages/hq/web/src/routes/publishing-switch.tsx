import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Form } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { answer, hq, RefusedError } from "../api/client.ts";
import type { Site } from "../api/sites.ts";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/fields/text-field.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import styles from "./new-site.module.css";

/** Turns publishing on; where HQ wants a payment method for it, one is noted first. */
export function PublishingSwitch({ site }: { readonly site: Site }): ReactNode {
  const { formatMessage } = useIntl();
  const queries = useQueryClient();
  const [label, setLabel] = useState("");
  const turnOn = useMutation({
    mutationFn: async () => {
      if (label !== "") {
        const params = { path: { ws: site.workspaceId } };
        await answer(hq.PUT("/workspaces/{ws}/payment-method", { params, body: { label } }));
      }
      const params = { path: { site: site.id } };
      return answer(hq.PUT("/sites/{site}/publishing", { params, body: { enabled: true } }));
    },
    onSuccess: (changed) => {
      queries.setQueryData(["site", site.id], changed);
      return queries.invalidateQueries({ queryKey: ["workspaces"] });
    },
  });
  if (site.role !== "admin") {
    return (
      <p>
        <FormattedMessage id="publishing.byAdmin" />
      </p>
    );
  }
  const { error } = turnOn;
  const wantsPayment =
    error instanceof RefusedError && error.problem.code === "payment_method_required";
  return (
    <Form
      className={styles["switch"] ?? ""}
      onSubmit={(event) => {
        event.preventDefault();
        if (!turnOn.isPending) turnOn.mutate();
      }}
    >
      <Refusal error={wantsPayment ? null : error} />
      {(wantsPayment || label !== "") && (
        <TextField
          autoFocus
          label={formatMessage({ id: "publishing.payment" })}
          help={formatMessage({ id: "publishing.paymentHelp" })}
          maxLength={100}
          isRequired
          value={label}
          onChange={setLabel}
        />
      )}
      <div>
        <Button type="submit" isWorking={turnOn.isPending}>
          <FormattedMessage id="publishing.turnOn" />
        </Button>
      </div>
    </Form>
  );
}
