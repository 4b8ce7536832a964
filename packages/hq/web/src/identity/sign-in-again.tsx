import type { ReactNode } from "react";
import { Dialog, Modal, ModalOverlay } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { SignIn } from "./sign-in-screen.tsx";
import styles from "./sign-in.module.css";

interface SignInAgainProps {
  readonly returnTo: string;
}

/** Sign-in dialog after the session ended. The open page stays as it was behind it. */
export function SignInAgain({ returnTo }: SignInAgainProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <ModalOverlay className={styles["again"] ?? ""} isOpen isKeyboardDismissDisabled>
      <Modal>
        <Dialog aria-label={formatMessage({ id: "signIn.submit" })}>
          <SignIn returnTo={returnTo} note={<FormattedMessage id="signIn.ended" />} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
