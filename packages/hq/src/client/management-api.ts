// Made by `npm run generate` from the OpenAPI document of HQ; a test compares the two.

export interface paths {
    "/setup/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a setup link
         * @description Check a setup link. Returns the email address to suggest. Requires no sign-in.
         */
        post: operations["readSetupLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create the first admin with a setup link
         * @description Create the first admin with a setup link. The admin owns all workspaces without an owner. Requires no sign-in. Recorded in the audit log as `instance.set-up`.
         */
        post: operations["setUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the signed-in user and the CSRF token of the session
         * @description Get the signed-in user and the CSRF token of the session. Requires a session. Tokens are not accepted.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in with a password
         * @description Sign in with a password. Asks for a code if the user has two-factor authentication. Requires no sign-in. Recorded in the audit log as `session.opened`.
         */
        post: operations["signIn"];
        /**
         * Sign out
         * @description Sign out. Requires a session. Tokens are not accepted. Recorded in the audit log as `session.closed`.
         */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a sign-in with a code or a recovery code
         * @description Complete a sign-in with a code or a recovery code. Requires no sign-in. Recorded in the audit log as `session.opened`.
         */
        post: operations["signInSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a passkey
         * @description Sign in with a passkey. Requires no sign-in. Recorded in the audit log as `session.opened`.
         */
        post: operations["signInPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/step-up": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the caller's identity for sensitive actions
         * @description Confirm the caller's identity for sensitive actions. The session gets a new cookie and its full lifetime. Requires a session. Tokens are not accepted. Recorded in the audit log as `session.proven`.
         */
        post: operations["stepUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the available ways to sign in
         * @description List the available ways to sign in. Requires no sign-in.
         */
        get: operations["listSignInMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the caller and their ways to sign in
         * @description Get the caller and their ways to sign in. Requires a session or a token.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the caller's name or password
         * @description Update the caller's name or password. A new password ends all other sessions and revokes tokens unless kept. Requires a session. Tokens are not accepted. Recorded in the audit log as `account.changed`.
         */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's sessions, last used first
         * @description List the caller's sessions, last used first. Requires a session. Tokens are not accepted.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * End all other sessions of the caller
         * @description End all other sessions of the caller. Requires a session. Tokens are not accepted. Recorded in the audit log as `session.ended`.
         */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of the caller's sessions
         * @description End one of the caller's sessions. Requires a session. Tokens are not accepted. Recorded in the audit log as `session.ended`.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the caller's dashboard preferences, by name
         * @description Get the caller's dashboard preferences, by name. Requires a session. Tokens are not accepted.
         */
        get: operations["getPreferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/preferences/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a preference of the caller
         * @description Set a preference of the caller. Takes any JSON and replaces the previous value. Requires a session. Tokens are not accepted.
         */
        put: operations["setPreference"];
        post?: never;
        /**
         * Delete a preference
         * @description Delete a preference. Requires a session. Tokens are not accepted.
         */
        delete: operations["deletePreference"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of two-factor authentication
         * @description Get the state of two-factor authentication. Contains the number of recovery codes left. Requires a session. Tokens are not accepted.
         */
        get: operations["getTotp"];
        put?: never;
        /**
         * Create the secret for an authenticator app
         * @description Create the secret for an authenticator app. Codes are required after the first one was confirmed. Requires a session. Tokens are not accepted. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `totp.started`.
         */
        post: operations["startTotp"];
        /**
         * Remove the authenticator app and the recovery codes
         * @description Remove the authenticator app and the recovery codes. Requires a session. Tokens are not accepted. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `totp.removed`.
         */
        delete: operations["removeTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the authenticator app with its first code
         * @description Confirm the authenticator app with its first code. Returns recovery codes. Requires a session. Tokens are not accepted. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `totp.confirmed`.
         */
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/totp/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Generate new recovery codes
         * @description Generate new recovery codes. The old ones stop working. Requires a session. Tokens are not accepted. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `totp.recovery-codes-replaced`.
         */
        post: operations["replaceRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/passkey/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a passkey challenge for signing in
         * @description Get a passkey challenge for signing in. Requires no sign-in.
         */
        post: operations["signInPasskeyOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/step-up/passkey-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a passkey challenge for confirming the caller's identity
         * @description Get a passkey challenge for confirming the caller's identity. Requires a session. Tokens are not accepted.
         */
        post: operations["stepUpPasskeyOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the options for creating a passkey
         * @description Get the options for creating a passkey. Requires a session. Tokens are not accepted. A session must have been confirmed within the last ten minutes.
         */
        post: operations["newPasskeyOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's passkeys, oldest first
         * @description List the caller's passkeys, oldest first. Requires a session. Tokens are not accepted.
         */
        get: operations["listPasskeys"];
        put?: never;
        /**
         * Add a passkey that a browser created
         * @description Add a passkey that a browser created. Requires a session. Tokens are not accepted. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `passkey.added`.
         */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove one of the caller's passkeys
         * @description Remove one of the caller's passkeys. Requires a session. Tokens are not accepted. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `passkey.removed`.
         */
        delete: operations["removePasskey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's linked single sign-on identities
         * @description List the caller's linked single sign-on identities. Requires a session. Tokens are not accepted.
         */
        get: operations["listIdentities"];
        put?: never;
        /**
         * Start linking a single sign-on identity
         * @description Start linking a single sign-on identity. Returns the URL to send the browser to. Requires a session. Tokens are not accepted. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `identity.linking`.
         */
        post: operations["linkIdentity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/identities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unlink a single sign-on identity
         * @description Unlink a single sign-on identity. Requires a session. Tokens are not accepted. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `identity.unlinked`.
         */
        delete: operations["unlinkIdentity"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's personal access tokens, newest first, without their secrets
         * @description List the caller's personal access tokens, newest first, without their secrets. Requires a session. Tokens are not accepted.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Create a personal access token
         * @description Create a personal access token. The response contains the token, which is shown only once. Requires a session. Tokens are not accepted. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `token.created`.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a personal access token of the caller, without its secret
         * @description Get a personal access token of the caller, without its secret. Requires a session. Tokens are not accepted.
         */
        get: operations["getToken"];
        put?: never;
        post?: never;
        /**
         * Revoke a token
         * @description Revoke a token. Requires a session. Tokens are not accepted. Recorded in the audit log as `token.revoked`.
         */
        delete: operations["revokeToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pending invitations, newest first
         * @description List pending invitations, newest first. Requires the workspace role `admin` or higher. A token needs the scope `workspace:admin`.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invite someone to the workspace
         * @description Invite someone to the workspace. Sends an email if email is configured. Requires the workspace role `admin` or higher. A token needs the scope `workspace:admin`. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `invitation.created`.
         */
        post: operations["invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an invitation
         * @description Revoke an invitation. Requires the workspace role `admin` or higher. A token needs the scope `workspace:admin`. Recorded in the audit log as `invitation.revoked`.
         */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite someone to create an account
         * @description Invite someone to create an account. Sends an email if email is configured. Requires the session of an instance admin. Recorded in the audit log as `invitation.created`.
         */
        post: operations["inviteToInstance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the invitation of a link, and whether its email address has an account
         * @description Get the invitation of a link, and whether its email address has an account. Requires no sign-in.
         */
        post: operations["readInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation with a new account
         * @description Accept an invitation with a new account. The account gets the email address of the invitation. Requires no sign-in. Recorded in the audit log as `invitation.accepted`.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/me/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation for the caller's own email address
         * @description Accept an invitation for the caller's own email address. Requires a session. Tokens are not accepted. Recorded in the audit log as `invitation.accepted`.
         */
        post: operations["acceptInvitationSignedIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a password reset email
         * @description Request a password reset email. The response is the same whether or not the account exists. Requires no sign-in. Recorded in the audit log as `password-reset.requested`.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/password-reset/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the account of a password reset link
         * @description Get the account of a password reset link. Requires no sign-in.
         */
        post: operations["readPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/password-reset/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with a reset link
         * @description Set a new password with a reset link. All sessions end, and tokens are revoked unless kept. Requires no sign-in. Recorded in the audit log as `password-reset.used`.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all users of the instance
         * @description List all users of the instance. Requires the session of an instance admin.
         */
        get: operations["listUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Disable or enable a user, or change whether they are an instance admin
         * @description Disable or enable a user, or change whether they are an instance admin. Requires the session of an instance admin. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `user.changed`.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the caller's workspaces
         * @description List the caller's workspaces. Requires a session or a token.
         */
        get: operations["listWorkspaces"];
        put?: never;
        /**
         * Create a workspace
         * @description Create a workspace. The caller becomes its Owner. Requires a session. Tokens are not accepted. Recorded in the audit log as `workspace.created`.
         */
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a workspace, by slug or ID
         * @description Get a workspace, by slug or ID. Requires the workspace role `member` or higher. A token needs the scope `content:read`.
         */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        /**
         * Delete a workspace
         * @description Delete a workspace. It must not have any sites. Requires the workspace role `owner` or higher. A token needs the scope `workspace:admin`. Recorded in the audit log as `workspace.deleted`.
         */
        delete: operations["deleteWorkspace"];
        options?: never;
        head?: never;
        /**
         * Rename a workspace
         * @description Rename a workspace. Requires the workspace role `admin` or higher. A token needs the scope `workspace:admin`. Recorded in the audit log as `workspace.changed`.
         */
        patch: operations["updateWorkspace"];
        trace?: never;
    };
    "/workspaces/{ws}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of the workspace
         * @description List the members of the workspace. Requires the workspace role `member` or higher. A token needs the scope `content:read`.
         */
        get: operations["listMembers"];
        /**
         * Change the role of a member
         * @description Change the role of a member. Invites users who are not members. Requires the workspace role `admin` or higher. A token needs the scope `workspace:admin`. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `member.changed`.
         */
        put: operations["putMember"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/membership": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Leave the workspace
         * @description Leave the workspace. Also removes the caller's grants on its sites. Requires the workspace role `member` or higher. A token needs the scope `workspace:admin`. Recorded in the audit log as `member.left`.
         */
        delete: operations["leaveWorkspace"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/members/{user}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member from the workspace
         * @description Remove a member from the workspace. Also removes their grants on its sites. Requires the workspace role `admin` or higher. A token needs the scope `workspace:admin`. Recorded in the audit log as `member.removed`.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the workspace's plan and its limits
         * @description Get the workspace's plan and its limits. Requires the workspace role `member` or higher. A token needs the scope `content:read`.
         */
        get: operations["getPlan"];
        /**
         * Change the plan of a workspace
         * @description Change the plan of a workspace. Requires the session of an instance admin. Recorded in the audit log as `plan.changed`.
         */
        put: operations["putPlan"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the workspace's usage
         * @description Get the workspace's usage. Requires the workspace role `member` or higher. A token needs the scope `content:read`.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/payment-method": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add or replace the payment method
         * @description Add or replace the payment method. It is never charged. Requires the workspace role `admin` or higher. A token needs the scope `workspace:admin`. Recorded in the audit log as `payment-method.changed`.
         */
        put: operations["putPaymentMethod"];
        post?: never;
        /**
         * Remove the payment method
         * @description Remove the payment method. Sites with publishing turned on keep publishing. Requires the workspace role `admin` or higher. A token needs the scope `workspace:admin`. Recorded in the audit log as `payment-method.removed`.
         */
        delete: operations["deletePaymentMethod"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/features": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the features of the workspace
         * @description Get the features of the workspace. Requires the workspace role `member` or higher. A token needs the scope `content:read`.
         */
        get: operations["getFeatures"];
        /**
         * Enable or disable the CMS for a workspace
         * @description Enable or disable the CMS for a workspace. Also answers its pending request. Requires the session of an instance admin. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `features.changed`.
         */
        put: operations["putFeatures"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/features/cms-request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the pending or declined CMS request of the workspace
         * @description Get the pending or declined CMS request of the workspace. Requires the workspace role `member` or higher. A token needs the scope `content:read`.
         */
        get: operations["getCmsRequest"];
        /**
         * Request the CMS for the workspace from the instance admins
         * @description Request the CMS for the workspace from the instance admins. Requires the workspace role `admin` or higher. A token needs the scope `workspace:admin`. Recorded in the audit log as `cms-request.created`.
         */
        put: operations["requestCms"];
        post?: never;
        /**
         * Cancel the CMS request, or dismiss its answer
         * @description Cancel the CMS request, or dismiss its answer. Requires the workspace role `admin` or higher. A token needs the scope `workspace:admin`. Recorded in the audit log as `cms-request.withdrawn`.
         */
        delete: operations["withdrawCmsRequest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/features/cms-request/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decline the CMS request of a workspace, with a reason
         * @description Decline the CMS request of a workspace, with a reason. Requires the session of an instance admin. Recorded in the audit log as `cms-request.declined`.
         */
        post: operations["declineCmsRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the workspaces of the instance
         * @description List the workspaces of the instance. Contains owners, content, usage, and requests. Requires the session of an instance admin.
         */
        get: operations["listInstanceWorkspaces"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/instance/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the state of the instance
         * @description Get the state of the instance. Contains its parts, sites with problems, pending work, and versions. Requires the session of an instance admin.
         */
        get: operations["getInstanceHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sites of a workspace, by name
         * @description List the sites of a workspace, by name. Requires the workspace role `member` or higher. A token needs the scope `content:read`.
         */
        get: operations["listSites"];
        put?: never;
        /**
         * Create a site, empty or from a repository
         * @description Create a site, empty or from a repository. The creator becomes its Admin. Requires the workspace role `member` or higher. A token needs the scope `site:admin`. Recorded in the audit log as `site.created`.
         */
        post: operations["createSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a site
         * @description Get a site. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["getSite"];
        put?: never;
        post?: never;
        /**
         * Delete a site and its public files
         * @description Delete a site and its public files. Requires the site role `admin` or higher. A token needs the scope `site:admin`. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `site.deleted`.
         */
        delete: operations["deleteSite"];
        options?: never;
        head?: never;
        /**
         * Update a site
         * @description Update a site. Sets its name, Preview URL, Integration mode, or whether it requires review. Requires the site role `admin` or higher. A token needs the scope `site:admin`. Each commit counts toward the site's write limit per minute. Recorded in the audit log as `site.changed`.
         */
        patch: operations["updateSite"];
        trace?: never;
    };
    "/sites/{site}/publishing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Turn publishing on or off
         * @description Turn publishing on or off. Requires the site role `admin` or higher. A token needs the scope `site:admin`. Each commit counts toward the site's write limit per minute. Recorded in the audit log as `site.publishing-changed`.
         */
        put: operations["putPublishing"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/take-overs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start importing a repository as a site
         * @description Start importing a repository as a site. With `dryRun`, only reports what would be created. Requires the workspace role `member` or higher. A token needs the scope `site:admin`. Recorded in the audit log as `site.created`.
         */
        post: operations["startTakeOver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/take-overs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the progress of an import
         * @description Get the progress of an import. The result is available for an hour. Requires the workspace role `member` or higher. A token needs the scope `site:admin`.
         */
        get: operations["getTakeOver"];
        put?: never;
        post?: never;
        /**
         * Cancel an import
         * @description Cancel an import. Nothing is created. Requires the workspace role `member` or higher. A token needs the scope `site:admin`.
         */
        delete: operations["cancelTakeOver"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the content settings
         * @description Get the content settings. Contains URL paths, folders of entries, and SVG handling. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["getSiteSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the content settings
         * @description Update the content settings. URL paths change with the next publish. Requires the site role `admin` or higher. A token needs the scope `site:admin`. Each commit counts toward the site's write limit per minute. Recorded in the audit log as `site.changed`.
         */
        patch: operations["updateSiteSettings"];
        trace?: never;
    };
    "/sites/{site}/preview-check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check whether a preview page responds and can be shown in a frame
         * @description Check whether a preview page responds and can be shown in a frame. Requires the site role `admin` or higher. A token needs the scope `site:admin`.
         */
        post: operations["checkPreviewUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/access": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List everyone with access to the site, with their roles
         * @description List everyone with access to the site, with their roles. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listAccess"];
        /**
         * Grant a member Can edit or Can write
         * @description Grant a member Can edit or Can write. `view` removes the grant. Requires the site role `admin` or higher. A token needs the scope `site:admin`. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `access.granted`.
         */
        put: operations["putAccess"];
        post?: never;
        /**
         * Remove a grant
         * @description Remove a grant. The query or the body names the user. Requires the site role `admin` or higher. A token needs the scope `site:admin`. Recorded in the audit log as `access.removed`.
         */
        delete: operations["removeAccess"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/access/{user}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a grant
         * @description Remove a grant. The member is View only afterwards. Requires the site role `admin` or higher. A token needs the scope `site:admin`. Recorded in the audit log as `access.removed`.
         */
        delete: operations["deleteAccess"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the API keys of the site, including revoked keys
         * @description List the API keys of the site, including revoked keys. Requires the site role `admin` or higher. A token needs the scope `site:admin`.
         */
        get: operations["listReadKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Create an API key. The response contains the key, which is shown only once. Requires the site role `admin` or higher. A token needs the scope `site:admin`. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `read-key.created`.
         */
        post: operations["createReadKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Revoke an API key. Requires the site role `admin` or higher. A token needs the scope `site:admin`. Recorded in the audit log as `read-key.revoked`.
         */
        delete: operations["revokeReadKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/draft-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the metadata of the site's draft key
         * @description Get the metadata of the site's draft key. The key itself is shown only once, when it is generated. Requires the site role `admin` or higher. A token needs the scope `site:admin`.
         */
        get: operations["getDraftKey"];
        put?: never;
        /**
         * Regenerate the draft key
         * @description Regenerate the draft key. The previous key and all its preview tokens stop working. Requires the site role `admin` or higher. A token needs the scope `site:admin`. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `draft-key.regenerated`.
         */
        post: operations["regenerateDraftKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a transfer of the site to another workspace
         * @description Request a transfer of the site to another workspace. Requires the site role `admin` or higher. A token needs the scope `site:admin`. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `transfer.requested`.
         */
        post: operations["requestTransfer"];
        /**
         * Cancel the transfer of the site
         * @description Cancel the transfer of the site. Requires the site role `admin` or higher. A token needs the scope `site:admin`. Recorded in the audit log as `transfer.withdrawn`.
         */
        delete: operations["withdrawTransfer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the pending transfer of the site
         * @description Get the pending transfer of the site. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listSiteTransfers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/transfers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pending transfers to the workspace
         * @description List the pending transfers to the workspace. Requires the workspace role `admin` or higher. A token needs the scope `workspace:admin`.
         */
        get: operations["listWorkspaceTransfers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/transfers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Decline a transfer
         * @description Decline a transfer. The site stays in its workspace. Requires the workspace role `admin` or higher. A token needs the scope `workspace:admin`. Recorded in the audit log as `transfer.declined`.
         */
        delete: operations["declineTransfer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/transfers/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a transfer as an admin of the target workspace
         * @description Accept a transfer as an admin of the target workspace. Requires a session or a token. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `transfer.accepted`.
         */
        post: operations["acceptTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate a site
         * @description Duplicate a site. Copies its types and optionally entries, as drafts, and media. Requires the site role `admin` or higher. A token needs the scope `site:admin`. Recorded in the audit log as `site.duplicated`.
         */
        post: operations["duplicateSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/export/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check what an export of the site would contain
         * @description Check what an export of the site would contain. Requires the site role `admin` or higher. A token needs the scope `site:admin`. A session must have been confirmed within the last ten minutes.
         */
        get: operations["planExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a site as a ZIP, including drafts
         * @description Export a site as a ZIP, including drafts. Requires the site role `admin` or higher. A token needs the scope `site:admin`. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `site.exported`.
         */
        get: operations["exportSite"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit records of the site, newest first
         * @description List audit records of the site, newest first. Requires the site role `admin` or higher. A token needs the scope `site:admin`.
         */
        get: operations["listSiteAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit records of the workspace and its sites, newest first
         * @description List audit records of the workspace and its sites, newest first. Requires the workspace role `admin` or higher. A token needs the scope `workspace:admin`.
         */
        get: operations["listWorkspaceAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit records of the instance, newest first
         * @description List audit records of the instance, newest first. Requires the session of an instance admin.
         */
        get: operations["listAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the content types of a site, with the number of entries by state
         * @description List the content types of a site, with the number of entries by state. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listTypes"];
        put?: never;
        /**
         * Create a content type
         * @description Create a content type. Entries can be created once its schema is published. Requires the site role `edit` or higher. A token needs the scope `schema:write`. Each commit counts toward the site's write limit per minute.
         */
        post: operations["createType"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a content type
         * @description Get a content type. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["getType"];
        put?: never;
        post?: never;
        /**
         * Delete a content type
         * @description Delete a content type. It must not have any entries. Requires the site role `edit` or higher. A token needs the scope `schema:write`. Each commit counts toward the site's write limit per minute.
         */
        delete: operations["deleteType"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the working schema of a type and its unpublished changes
         * @description Get the working schema of a type and its unpublished changes. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["getSchema"];
        /**
         * Save the working schema
         * @description Save the working schema. With If-Match, later changes by others are merged. Requires the site role `edit` or higher. A token needs the scope `schema:write`. Each commit counts toward the site's write limit per minute.
         */
        put: operations["saveSchema"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/schema/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish the working schema as the next version
         * @description Publish the working schema as the next version. Entries are not published. Requires the site role `edit` or higher. A token needs the scope `schema:write`. Each commit counts toward the site's write limit per minute.
         */
        post: operations["publishSchema"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the published schema versions of a type, newest first, with their authors
         * @description List the published schema versions of a type, newest first, with their authors. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listSchemaVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/schema/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List fields of earlier versions, and entries that still have their values
         * @description List fields of earlier versions, and entries that still have their values. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listDeletedFields"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/schema/impact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check how publishing the working schema would affect entries
         * @description Check how publishing the working schema would affect entries. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["getSchemaImpact"];
        put?: never;
        /**
         * Check how an unsaved schema would affect entries
         * @description Check how an unsaved schema would affect entries. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        post: operations["previewSchemaImpact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/sample": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview the JSON of the working schema, with examples
         * @description Preview the JSON of the working schema, with examples. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["getSample"];
        put?: never;
        /**
         * Preview the JSON of an unsaved schema, with examples
         * @description Preview the JSON of an unsaved schema, with examples. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        post: operations["previewSample"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/entries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an entry
         * @description Get an entry. Contains its working version and its live version. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["getEntry"];
        /**
         * Replace all values of an entry
         * @description Replace all values of an entry. With If-Match, later changes by others are merged. Requires the site role `write` or higher. A token needs the scope `content:write`. Each commit counts toward the site's write limit per minute.
         */
        put: operations["replaceEntry"];
        post?: never;
        /**
         * Delete an entry
         * @description Delete an entry. A live entry is unpublished first. Requires the site role `write` or higher. A token needs the scope `content:write`. Each commit counts toward the site's write limit per minute.
         */
        delete: operations["deleteEntry"];
        options?: never;
        head?: never;
        /**
         * Update some values of an entry
         * @description Update some values of an entry. Later changes by others are merged. Requires the site role `write` or higher. A token needs the scope `content:write`. Each commit counts toward the site's write limit per minute.
         */
        patch: operations["changeEntry"];
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/entries/{id}/references": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what references an entry, in working and live content
         * @description List what references an entry, in working and live content. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listReferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the entries of a type, with working and live versions
         * @description List the entries of a type, with working and live versions. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listEntries"];
        put?: never;
        /**
         * Create an entry as a draft
         * @description Create an entry as a draft. The first entry of a type publishes the first version of its schema. Requires the site role `write` or higher. A token needs the scope `content:write`. Each commit counts toward the site's write limit per minute.
         */
        post: operations["createEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/entries/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish, unpublish, schedule, duplicate, or delete entries in one commit
         * @description Publish, unpublish, schedule, duplicate, or delete entries in one commit. Entries with errors are skipped; each entry has a result. Requires the site role `write` or higher. A token needs the scope `content:write`. Each commit counts toward the site's write limit per minute.
         */
        post: operations["changeEntries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/entries/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish an entry
         * @description Publish an entry. Returns all problems if it cannot be published. Requires the site role `write` or higher. A token needs the scope `content:publish`. Each commit counts toward the site's write limit per minute.
         */
        post: operations["publishEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/entries/{id}/unpublish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unpublish an entry
         * @description Unpublish an entry. No change if it is not live. Requires the site role `write` or higher. A token needs the scope `content:publish`. Each commit counts toward the site's write limit per minute.
         */
        post: operations["unpublishEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/entries/{id}/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Schedule when an entry is published and unpublished
         * @description Schedule when an entry is published and unpublished. Requires the site role `write` or higher. A token needs the scope `content:publish`. Each commit counts toward the site's write limit per minute.
         */
        put: operations["scheduleEntry"];
        post?: never;
        /**
         * Remove the schedule of an entry
         * @description Remove the schedule of an entry. Requires the site role `write` or higher. A token needs the scope `content:publish`. Each commit counts toward the site's write limit per minute.
         */
        delete: operations["unscheduleEntry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/publish-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish several entries in one commit, all or none
         * @description Publish several entries in one commit, all or none. Requires the site role `write` or higher. A token needs the scope `content:publish`. Each commit counts toward the site's write limit per minute.
         */
        post: operations["publishChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/entries/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview the JSON of an entry as it would be published
         * @description Preview the JSON of an entry as it would be published. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["previewEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/entries/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview the JSON of an entry as it would be published
         * @description Preview the JSON of an entry as it would be published. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["previewEntryById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/entries/{id}/preview-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a preview token for this entry
         * @description Create a preview token for this entry. It expires in an hour, or earlier with the site's draft key, a transfer, or your access. Requires the site role `write` or higher. A token needs the scope `content:write`.
         */
        post: operations["createPreviewToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/entries/{id}/preview-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open a page of the site's Preview URL with this entry, in a sandboxed frame
         * @description Open a page of the site's Preview URL with this entry, in a sandboxed frame. Requires the site role `write` or higher. A token needs the scope `content:write`.
         */
        get: operations["getPreviewPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/entries/{id}/move": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move an entry in its list
         * @description Move an entry in its list. The live order changes immediately. Requires the site role `write` or higher. A token needs the scope `content:publish`. Each commit counts toward the site's write limit per minute.
         */
        post: operations["moveEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/entries/{id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate an entry as a draft with its own slug
         * @description Duplicate an entry as a draft with its own slug. Requires the site role `write` or higher. A token needs the scope `content:write`. Each commit counts toward the site's write limit per minute.
         */
        post: operations["duplicateEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/working-copies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the entries with your unsaved changes, newest first
         * @description List the entries with your unsaved changes, newest first. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listWorkingCopies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/entries/{id}/working-copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your unsaved changes of an entry
         * @description Get your unsaved changes of an entry. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["getWorkingCopy"];
        /**
         * Store unsaved changes of an entry
         * @description Store unsaved changes of an entry. Creates no commit and does not count as a write. If-Match names the version it continues; without it, none must exist. Requires the site role `write` or higher. A token needs the scope `content:write`.
         */
        put: operations["keepWorkingCopy"];
        post?: never;
        /**
         * Discard your unsaved changes of an entry
         * @description Discard your unsaved changes of an entry. Requires the site role `write` or higher. A token needs the scope `content:write`.
         */
        delete: operations["dropWorkingCopy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/entries/{id}/working-copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your unsaved changes of an entry
         * @description Get your unsaved changes of an entry. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["getWorkingCopyById"];
        /**
         * Store unsaved changes of an entry
         * @description Store unsaved changes of an entry. Creates no commit and does not count as a write. If-Match names the version it continues; without it, none must exist. Requires the site role `write` or higher. A token needs the scope `content:write`.
         */
        put: operations["keepWorkingCopyById"];
        post?: never;
        /**
         * Discard your unsaved changes of an entry
         * @description Discard your unsaved changes of an entry. Requires the site role `write` or higher. A token needs the scope `content:write`.
         */
        delete: operations["dropWorkingCopyById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/slug": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether a slug is available, or derive a slug from a title
         * @description Check whether a slug is available, or derive a slug from a title. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["checkSlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the entries of all types, with working and live versions
         * @description List the entries of all types, with working and live versions. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listSiteEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/authors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the users who last saved entries of the site, by name
         * @description List the users who last saved entries of the site, by name. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listAuthors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/problems": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List problems in the files of a site, for example after a push
         * @description List problems in the files of a site, for example after a push. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listProblems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/entries/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the history of an entry, newest first
         * @description List the history of an entry, newest first. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/entries/{id}/authors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get who last changed each field of an entry, and when
         * @description Get who last changed each field of an entry, and when. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listFieldAuthors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/entries/{id}/history/{commit}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an earlier version of an entry and compare it, field by field
         * @description Get an earlier version of an entry and compare it, field by field. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["getVersion"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deleted entries, last deleted first
         * @description List deleted entries, last deleted first. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listDeletedEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/entries/{id}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an earlier version of an entry, a field, or a row as a draft
         * @description Restore an earlier version of an entry, a field, or a row as a draft. Nothing is published. Requires the site role `write` or higher. A token needs the scope `content:write`. Each commit counts toward the site's write limit per minute.
         */
        post: operations["restoreEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/entries/{id}/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check what publishing an entry would change, without publishing it
         * @description Check what publishing an entry would change, without publishing it. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["validateEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/types/{api_id}/entries/{id}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revert the working version of an entry to its live version
         * @description Revert the working version of an entry to its live version. Requires the site role `write` or higher. A token needs the scope `content:write`. Each commit counts toward the site's write limit per minute.
         */
        post: operations["discardChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/entries/{id}/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check what publishing an entry would change, without publishing it
         * @description Check what publishing an entry would change, without publishing it. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["validateEntryById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/entries/{id}/discard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revert the working version of an entry to its live version
         * @description Revert the working version of an entry to its live version. Requires the site role `write` or higher. A token needs the scope `content:write`. Each commit counts toward the site's write limit per minute.
         */
        post: operations["discardChangesById"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the latest activity on the site, newest first
         * @description List the latest activity on the site, newest first. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the publish history of the site, newest first
         * @description List the publish history of the site, newest first. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listPublishes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/log/{commit}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check what a rollback would change, without changing anything
         * @description Check what a rollback would change, without changing anything. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["previewRollBack"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/log/{commit}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two publishes of the site
         * @description Compare two publishes of the site. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["comparePublishes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll back the live site to an earlier publish
         * @description Roll back the live site to an earlier publish. Creates one commit; drafts are not changed. Requires the site role `admin` or higher. A token needs the scope `site:admin`. Each commit counts toward the site's write limit per minute. Recorded in the audit log as `site.rolled-back`.
         */
        post: operations["rollBackSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/media/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a resumable upload (tus 1.0.0)
         * @description Start a resumable upload (tus 1.0.0). It can be resumed for a day. Requires the site role `write` or higher. A token needs the scope `media:write`.
         */
        post: operations["beginUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/media/uploads/{upload}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the offset of an upload
         * @description Get the offset of an upload. The headers follow tus, also for HEAD. Requires the site role `write` or higher. A token needs the scope `media:write`.
         */
        get: operations["getUpload"];
        put?: never;
        post?: never;
        /**
         * Cancel an upload
         * @description Cancel an upload. Requires the site role `write` or higher. A token needs the scope `media:write`.
         */
        delete: operations["dropUpload"];
        options?: never;
        head?: never;
        /**
         * Send the next part of an upload
         * @description Send the next part of an upload. Received bytes are kept if the connection breaks. Requires the site role `write` or higher. A token needs the scope `media:write`.
         */
        patch: operations["continueUpload"];
        trace?: never;
    };
    "/sites/{site}/media/uploads/{upload}/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a media file from a finished upload, or replace the file of an existing one
         * @description Create a media file from a finished upload, or replace the file of an existing one. Requires the site role `write` or higher. A token needs the scope `media:write`. Each commit counts toward the site's write limit per minute.
         */
        post: operations["takeUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/media/fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Fetch a file from a public URL and add it to the media library
         * @description Fetch a file from a public URL and add it to the media library. Requires the site role `write` or higher. A token needs the scope `media:write`. Each commit counts toward the site's write limit per minute.
         */
        post: operations["fetchMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the media of a site, newest first by default
         * @description List the media of a site, newest first by default. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listMedia"];
        put?: never;
        /**
         * Upload a file
         * @description Upload a file. Its type is detected from its content, and metadata is removed from images. Requires the site role `write` or higher. A token needs the scope `media:write`. Each commit counts toward the site's write limit per minute.
         */
        post: operations["uploadMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/media/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a media record
         * @description Get a media record. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["getMedia"];
        put?: never;
        post?: never;
        /**
         * Delete a media file
         * @description Delete a media file. Fails if live content uses it. Requires the site role `write` or higher. A token needs the scope `media:write`. Each commit counts toward the site's write limit per minute.
         */
        delete: operations["deleteMedia"];
        options?: never;
        head?: never;
        /**
         * Update the text, name, or folder of a media file
         * @description Update the text, name, or folder of a media file. Live content changes when its entries are published again. Requires the site role `write` or higher. A token needs the scope `media:write`. Each commit counts toward the site's write limit per minute.
         */
        patch: operations["changeMedia"];
        trace?: never;
    };
    "/sites/{site}/media/{id}/references": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List where a media file is used, in working and live content
         * @description List where a media file is used, in working and live content. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listMediaUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/media/{id}/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the latest changes of a media file and their authors: added, described, replaced
         * @description List the latest changes of a media file and their authors: added, described, replaced. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listMediaHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/media/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a media file, even if it is not public yet
         * @description Download a media file, even if it is not public yet. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["getMediaContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the media storage usage of the site's workspace
         * @description Get the media storage usage of the site's workspace. If it is full, only new files are rejected. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["getSiteUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List upcoming schedules, and failed ones that are retried
         * @description List upcoming schedules, and failed ones that are retried. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["getSchedule"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List background problems
         * @description List background problems. Contains failed schedules, published content that is not public yet, and for Admins disabled webhooks and upstream problems. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the change requests, newest first
         * @description List the change requests, newest first. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listChanges"];
        put?: never;
        /**
         * Open a change request, from a pushed branch or a new branch of main
         * @description Open a change request, from a pushed branch or a new branch of main. Requires the site role `write` or higher. A token needs the scope `content:write`. Each commit counts toward the site's write limit per minute.
         */
        post: operations["openChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/changes/{n}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a change request
         * @description Get a change request. Contains its commits, its changes, and whether it can be merged. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["getChange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the title, description, or reviewers of a change request
         * @description Update the title, description, or reviewers of a change request. Requires the site role `write` or higher. A token needs the scope `content:write`.
         */
        patch: operations["updateChange"];
        trace?: never;
    };
    "/sites/{site}/changes/{n}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a change request without merging it
         * @description Close a change request without merging it. Its branch is kept for a while. Requires the site role `write` or higher. A token needs the scope `content:write`.
         */
        post: operations["closeChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/changes/{n}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reopen a closed change request, as long as its branch exists
         * @description Reopen a closed change request, as long as its branch exists. Requires the site role `write` or higher. A token needs the scope `content:write`.
         */
        post: operations["reopenChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/changes/{n}/media/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a media file from the branch of a change request, or its previous version
         * @description Get a media file from the branch of a change request, or its previous version. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["getChangedMedia"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/changes/{n}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the diff of a change request
         * @description Get the diff of a change request. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["diffChange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/changes/{n}/preview-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a preview token for the branch
         * @description Create a preview token for the branch. It expires in an hour, or earlier with the branch, the site's draft key, a transfer, or your access. Requires the site role `write` or higher. A token needs the scope `content:write`.
         */
        post: operations["createChangePreviewToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/changes/{n}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge a change request into main, and optionally publish its entries
         * @description Merge a change request into main, and optionally publish its entries. Requires the site role `write` or higher. A token needs the scope `content:write`. Each commit counts toward the site's write limit per minute. Recorded in the audit log as `change.merged`.
         */
        post: operations["mergeChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/changes/{n}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update the branch of a change request with the changes on main, including resolved conflicts
         * @description Update the branch of a change request with the changes on main, including resolved conflicts. Requires the site role `write` or higher. A token needs the scope `content:write`. Each commit counts toward the site's write limit per minute.
         */
        post: operations["updateChangeBranch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/changes/{n}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the comments of a change request, oldest first
         * @description List the comments of a change request, oldest first. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listChangeComments"];
        put?: never;
        /**
         * Comment on a change request, a file, a field, or a line, or reply to a comment
         * @description Comment on a change request, a file, a field, or a line, or reply to a comment. Requires the site role `write` or higher. A token needs the scope `content:write`.
         */
        post: operations["commentChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/changes/{n}/comments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a comment
         * @description Delete a comment. Approvers can delete comments of others. Requires the site role `write` or higher. A token needs the scope `content:write`.
         */
        delete: operations["deleteChangeComment"];
        options?: never;
        head?: never;
        /**
         * Edit your own comment, or resolve or reopen its thread
         * @description Edit your own comment, or resolve or reopen its thread. Requires the site role `write` or higher. A token needs the scope `content:write`.
         */
        patch: operations["editChangeComment"];
        trace?: never;
    };
    "/sites/{site}/changes/{n}/seen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Mark a change request as viewed
         * @description Mark a change request as viewed. Only later activity is unread. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        put: operations["markChangeSeen"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/changes/{n}/viewed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Mark a change in a change request as viewed, until it changes again
         * @description Mark a change in a change request as viewed, until it changes again. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        put: operations["markChangeViewed"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/changes/{n}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve the current state of the branch, or request changes
         * @description Approve the current state of the branch, or request changes. Requires the site role `edit` or higher. A token needs the scope `content:write`. Recorded in the audit log as `change.reviewed`.
         */
        post: operations["approveChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/changes/{n}/types/{api_id}/entries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an entry of a change request
         * @description Get an entry of a change request. Contains its version on the branch and its live version. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["getProposedEntry"];
        put?: never;
        post?: never;
        /**
         * Delete an entry in a change request
         * @description Delete an entry in a change request. Requires the site role `write` or higher. A token needs the scope `content:write`. Each commit counts toward the site's write limit per minute.
         */
        delete: operations["proposeDeletion"];
        options?: never;
        head?: never;
        /**
         * Update some values of an entry in a change request
         * @description Update some values of an entry in a change request. Requires the site role `write` or higher. A token needs the scope `content:write`. Each commit counts toward the site's write limit per minute.
         */
        patch: operations["proposeChange"];
        trace?: never;
    };
    "/sites/{site}/changes/{n}/types/{api_id}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an entry in a change request
         * @description Create an entry in a change request. Requires the site role `write` or higher. A token needs the scope `content:write`. Each commit counts toward the site's write limit per minute.
         */
        post: operations["proposeEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/changes/{n}/types/{api_id}/entries/{id}/take-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revert an entry in a change request to its state where the branch was created
         * @description Revert an entry in a change request to its state where the branch was created. Requires the site role `write` or higher. A token needs the scope `content:write`. Each commit counts toward the site's write limit per minute.
         */
        post: operations["takeOutOfChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/changes/{n}/checks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check what publishing a change request would change, and who else changes the same entries
         * @description Check what publishing a change request would change, and who else changes the same entries. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["checkChange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/proposed-entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the entries of all open change requests, newest change request first
         * @description List the entries of all open change requests, newest change request first. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listProposedEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/changes/{n}/types/{api_id}/entries/{id}/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check what publishing an entry would change after its change request is merged
         * @description Check what publishing an entry would change after its change request is merged. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["validateProposedEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/changes/{n}/types/{api_id}/slug": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a slug in a change request, or derive one from a title
         * @description Check a slug in a change request, or derive one from a title. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["checkProposedSlug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/changes/{n}/types/{api_id}/entries/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview the JSON of an entry in a change request
         * @description Preview the JSON of an entry in a change request. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["previewProposedEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/changes/{n}/preview-page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Open a page of the site's Preview URL with the branch, in a sandboxed frame
         * @description Open a page of the site's Preview URL with the branch, in a sandboxed frame. Requires the site role `write` or higher. A token needs the scope `content:write`.
         */
        get: operations["getChangePreviewPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a change request with a new, edited, or deleted entry
         * @description Open a change request with a new, edited, or deleted entry. Requires the site role `write` or higher. A token needs the scope `content:write`. Each commit counts toward the site's write limit per minute.
         */
        post: operations["openProposal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/changes/{n}/types/{api_id}/entries/{id}/working-copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get your unsaved changes of an entry
         * @description Get your unsaved changes of an entry. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["getProposedCopy"];
        /**
         * Store unsaved changes of an entry
         * @description Store unsaved changes of an entry. Creates no commit and does not count as a write. If-Match names the version it continues; without it, none must exist. Requires the site role `write` or higher. A token needs the scope `content:write`.
         */
        put: operations["keepProposedCopy"];
        post?: never;
        /**
         * Discard your unsaved changes of an entry
         * @description Discard your unsaved changes of an entry. Requires the site role `write` or higher. A token needs the scope `content:write`.
         */
        delete: operations["dropProposedCopy"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/releases": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the releases of the site, newest first
         * @description List the releases of the site, newest first. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["listReleases"];
        put?: never;
        /**
         * Create a release, scheduled or to publish manually
         * @description Create a release, scheduled or to publish manually. Requires the site role `write` or higher. A token needs the scope `content:publish`.
         */
        post: operations["createRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/releases/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a release
         * @description Get a release. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["getRelease"];
        put?: never;
        post?: never;
        /**
         * Delete a release
         * @description Delete a release. Published entries stay live. Requires the site role `write` or higher. A token needs the scope `content:publish`.
         */
        delete: operations["deleteRelease"];
        options?: never;
        head?: never;
        /**
         * Update a release that has not been published
         * @description Update a release that has not been published. Requires the site role `write` or higher. A token needs the scope `content:publish`.
         */
        patch: operations["updateRelease"];
        trace?: never;
    };
    "/sites/{site}/releases/{id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a release now, with all of its entries or none
         * @description Publish a release now, with all of its entries or none. Requires the site role `write` or higher. A token needs the scope `content:publish`. Each commit counts toward the site's write limit per minute.
         */
        post: operations["publishRelease"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the events of the site
         * @description Stream the events of the site. Events are entry.saved, entry.published, entry.unpublished, entry.deleted, type.changed, media.changed, branch.rewritten, job.progress, publisher.stuck, and publisher.recovered; with `Last-Event-ID`, missed events are sent first. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["streamSiteEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/presence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report that you have an entry open, and which field you are editing
         * @description Report that you have an entry open, and which field you are editing. Repeat it every ten seconds; it expires after thirty. Returns who else has the entry open. `presence.changed` events report changes. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        post: operations["postPresence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhooks of the site, oldest first
         * @description List the webhooks of the site, oldest first. Requires the site role `admin` or higher. A token needs the scope `site:admin`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Create a webhook. The response contains the signing secret, which is shown only once. Requires the site role `admin` or higher. A token needs the scope `site:admin`. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `webhook.created`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Get a webhook. Contains the number of deliveries, and of those that can be redelivered. Requires the site role `admin` or higher. A token needs the scope `site:admin`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook with its pending deliveries and delivery log
         * @description Delete a webhook with its pending deliveries and delivery log. Requires the site role `admin` or higher. A token needs the scope `site:admin`. Recorded in the audit log as `webhook.deleted`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update, disable, or enable a webhook
         * @description Update, disable, or enable a webhook. Requires the site role `admin` or higher. A token needs the scope `site:admin`. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `webhook.changed`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/sites/{site}/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description Rotate the signing secret. The previous secret stays valid for 24 hours. Requires the site role `admin` or higher. A token needs the scope `site:admin`. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `webhook.secret-rotated`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of the last 30 days, newest first
         * @description List deliveries of the last 30 days, newest first. Requires the site role `admin` or higher. A token needs the scope `site:admin`.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/webhooks/{id}/deliveries/{d}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery with its payload and attempts
         * @description Get a delivery with its payload and attempts. Requires the site role `admin` or higher. A token needs the scope `site:admin`.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test delivery
         * @description Send a test delivery. Its payload contains `"test":true`. Requires the site role `admin` or higher. A token needs the scope `site:admin`. Recorded in the audit log as `webhook.tested`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/webhooks/{id}/deliveries/{d}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver a delivery now, with the same event ID
         * @description Redeliver a delivery now, with the same event ID. Requires the site role `admin` or higher. A token needs the scope `site:admin`. Recorded in the audit log as `webhook.redelivered`.
         */
        post: operations["redeliverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/webhooks/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver failed deliveries, all or those of a time range
         * @description Redeliver failed deliveries, all or those of a time range. Requires the site role `admin` or higher. A token needs the scope `site:admin`. Recorded in the audit log as `webhook.redelivered`.
         */
        post: operations["redeliverFailedWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/read-api": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Query the read API without an API key
         * @description Query the read API without an API key. Counts toward the site's read limit. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        post: operations["askReadApi"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the remaining read API requests and writes of the site
         * @description Get the remaining read API requests and writes of the site. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["getSiteRates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/upstream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the upstream of the site and its state
         * @description Get the upstream of the site and its state. Requires the site role `view` or higher. A token needs the scope `content:read`.
         */
        get: operations["getUpstream"];
        /**
         * Set the upstream of the site and its credential
         * @description Set the upstream of the site and its credential. The first sync starts immediately. Requires the site role `admin` or higher. A token needs the scope `site:admin`. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `upstream.set`.
         */
        put: operations["setUpstream"];
        post?: never;
        /**
         * Disconnect the upstream
         * @description Disconnect the upstream. Its repository is not changed, and the credential is deleted. Requires the site role `admin` or higher. A token needs the scope `site:admin`. Recorded in the audit log as `upstream.removed`.
         */
        delete: operations["removeUpstream"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/upstream/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a sync
         * @description Start a sync. `upstream.*` events or `triedAt` show when it is finished. Requires the site role `edit` or higher. A token needs the scope `content:write`.
         */
        post: operations["syncUpstream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/upstream/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve a branch that needs a decision
         * @description Resolve a branch that needs a decision. `ours` replaces the upstream's history, `theirs` replaces HQ's, and `both` applies HQ's changes on top of theirs. The replaced history is kept under `refs/loam/lost`. Requires the site role `admin` or higher. A token needs the scope `site:admin`. Recorded in the audit log as `upstream.decided`.
         */
        post: operations["decideUpstream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sites/{site}/upstream/webhook-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of the Git host's webhook
         * @description Rotate the secret of the Git host's webhook. The previous secret stops working. Requires the site role `admin` or higher. A token needs the scope `site:admin`. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `upstream.webhook-secret-renewed`.
         */
        post: operations["renewUpstreamWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/skills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the skills of a workspace, by name
         * @description List the skills of a workspace, by name. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["listSkills"];
        put?: never;
        /**
         * Create a skill
         * @description Create a skill. Its name must not be in use. Requires the workspace role `member` or higher. A token needs the scope `skill:write`. Recorded in the audit log as `skill.created`.
         */
        post: operations["createSkill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/skills/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a skill with its prompt
         * @description Get a skill with its prompt. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["getSkill"];
        /**
         * Save all files of a skill
         * @description Save all files of a skill. Changes create its next version. Requires the workspace role `member` or higher. A token needs the scope `skill:write`. Recorded in the audit log as `skill.saved`.
         */
        put: operations["saveSkill"];
        post?: never;
        /**
         * Delete a skill
         * @description Delete a skill. Its versions are kept. Requires the workspace role `member` or higher. A token needs the scope `skill:write`. Recorded in the audit log as `skill.deleted`.
         */
        delete: operations["deleteSkill"];
        options?: never;
        head?: never;
        /**
         * Make a skill public, or available only to members and workers
         * @description Make a skill public, or available only to members and workers. Requires the workspace role `member` or higher. A token needs the scope `skill:write`. Recorded in the audit log as `skill.changed`.
         */
        patch: operations["changeSkill"];
        trace?: never;
    };
    "/workspaces/{ws}/skills/{name}/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the files of a skill, or get the content of one by its path
         * @description List the files of a skill, or get the content of one by its path. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["listSkillFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/skills/{name}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare two versions of a skill
         * @description Compare two versions of a skill. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["diffSkill"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/skills/{name}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore an earlier version of a skill as its newest
         * @description Restore an earlier version of a skill as its newest. Requires the workspace role `member` or higher. A token needs the scope `skill:write`. Recorded in the audit log as `skill.rolled-back`.
         */
        post: operations["rollBackSkill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/skill-review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get whether skills need a review before they run with secrets
         * @description Get whether skills need a review before they run with secrets. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["getSkillReview"];
        /**
         * Set whether skills need a review before they run with secrets
         * @description Set whether skills need a review before they run with secrets. Requires the workspace role `admin` or higher. A token needs the scope `workspace:admin`. Recorded in the audit log as `skill-review.changed`.
         */
        put: operations["putSkillReview"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/skills/{name}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a skill, newest first, also if it was deleted
         * @description List the versions of a skill, newest first, also if it was deleted. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["listSkillVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/skills/{name}/versions/{version}/review": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a version of a skill that someone else wrote as reviewed
         * @description Mark a version of a skill that someone else wrote as reviewed. Requires the workspace role `member` or higher. A token needs the scope `skill:write`. Recorded in the audit log as `skill.reviewed`.
         */
        post: operations["reviewSkillVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/skill-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the change requests, newest first
         * @description List the change requests, newest first. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["listSkillChanges"];
        put?: never;
        /**
         * Open a change request, from a pushed branch or a new branch of main
         * @description Open a change request, from a pushed branch or a new branch of main. Requires the workspace role `member` or higher. A token needs the scope `skill:write`.
         */
        post: operations["openSkillChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/skill-changes/{n}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a change request of skills
         * @description Get a change request of skills. Contains its commits, its changes, and whether it can be merged. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["getSkillChange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the title, description, or reviewers of a change request
         * @description Update the title, description, or reviewers of a change request. Requires the workspace role `member` or higher. A token needs the scope `skill:write`.
         */
        patch: operations["updateSkillChange"];
        trace?: never;
    };
    "/workspaces/{ws}/skill-changes/{n}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Close a change request without merging it
         * @description Close a change request without merging it. Its branch is kept for a while. Requires the workspace role `member` or higher. A token needs the scope `skill:write`.
         */
        post: operations["closeSkillChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/skill-changes/{n}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reopen a closed change request, as long as its branch exists
         * @description Reopen a closed change request, as long as its branch exists. Requires the workspace role `member` or higher. A token needs the scope `skill:write`.
         */
        post: operations["reopenSkillChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/skill-proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a change request with a new, edited, or deleted skill
         * @description Open a change request with a new, edited, or deleted skill. Requires the workspace role `member` or higher. A token needs the scope `skill:write`.
         */
        post: operations["proposeSkill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/skill-changes/{n}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the diff of a change request
         * @description Get the diff of a change request. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["diffSkillChange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/skill-changes/{n}/skills/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Save all files of a skill in a change request
         * @description Save all files of a skill in a change request. No files deletes the skill. Requires the workspace role `member` or higher. A token needs the scope `skill:write`.
         */
        put: operations["saveProposedSkill"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/skill-changes/{n}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge a change request of skills into main
         * @description Merge a change request of skills into main. Each changed skill gets a new version. Requires the workspace role `member` or higher. A token needs the scope `skill:write`. Recorded in the audit log as `skills.merged`.
         */
        post: operations["mergeSkillChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/skill-changes/{n}/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update the branch of a change request with the changes on main, including resolved conflicts
         * @description Update the branch of a change request with the changes on main, including resolved conflicts. Requires the workspace role `member` or higher. A token needs the scope `skill:write`.
         */
        post: operations["updateSkillChangeBranch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/skill-changes/{n}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the comments of a change request, oldest first
         * @description List the comments of a change request, oldest first. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["listSkillChangeComments"];
        put?: never;
        /**
         * Comment on a change request, a file, a field, or a line, or reply to a comment
         * @description Comment on a change request, a file, a field, or a line, or reply to a comment. Requires the workspace role `member` or higher. A token needs the scope `skill:write`.
         */
        post: operations["commentSkillChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/skill-changes/{n}/comments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a comment
         * @description Delete a comment. Approvers can delete comments of others. Requires the workspace role `member` or higher. A token needs the scope `skill:write`.
         */
        delete: operations["deleteSkillChangeComment"];
        options?: never;
        head?: never;
        /**
         * Edit your own comment, or resolve or reopen its thread
         * @description Edit your own comment, or resolve or reopen its thread. Requires the workspace role `member` or higher. A token needs the scope `skill:write`.
         */
        patch: operations["editSkillChangeComment"];
        trace?: never;
    };
    "/workspaces/{ws}/skill-changes/{n}/seen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Mark a change request as viewed
         * @description Mark a change request as viewed. Only later activity is unread. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        put: operations["markSkillChangeSeen"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/skill-changes/{n}/viewed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Mark a change in a change request as viewed, until it changes again
         * @description Mark a change in a change request as viewed, until it changes again. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        put: operations["markSkillChangeViewed"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/skill-changes/{n}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve the current state of the branch, or request changes
         * @description Approve the current state of the branch, or request changes. Requires the workspace role `member` or higher. A token needs the scope `skill:write`. Recorded in the audit log as `change.reviewed`.
         */
        post: operations["approveSkillChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/workers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the workers of the workspace and whether they are online
         * @description List the workers of the workspace and whether they are online. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["listWorkers"];
        put?: never;
        /**
         * Create a worker
         * @description Create a worker. The response contains its registration token, which is shown only once. Requires the workspace role `admin` or higher. A token needs the scope `worker:admin`. A session must have been confirmed within the last ten minutes. Recorded in the audit log as `worker.created`.
         */
        post: operations["createWorker"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/workers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a worker and what it last reported
         * @description Get a worker and what it last reported. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["getWorker"];
        put?: never;
        post?: never;
        /**
         * Revoke a worker
         * @description Revoke a worker. Its key stops working and its runs end. Requires the workspace role `admin` or higher. A token needs the scope `worker:admin`. Recorded in the audit log as `worker.revoked`.
         */
        delete: operations["revokeWorker"];
        options?: never;
        head?: never;
        /**
         * Rename a worker
         * @description Rename a worker. Requires the workspace role `admin` or higher. A token needs the scope `worker:admin`. Recorded in the audit log as `worker.changed`.
         */
        patch: operations["updateWorker"];
        trace?: never;
    };
    "/workspaces/{ws}/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the projects of the workspace
         * @description List the projects of the workspace. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project, with or without a site
         * @description Create a project, with or without a site. Requires the workspace role `admin` or higher. A token needs the scope `project:admin`. Recorded in the audit log as `project.created`.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a project
         * @description Get a project. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project with its variables and workflows
         * @description Delete a project with its variables and workflows. Workers remove its files; its runs are kept. Requires the workspace role `admin` or higher. A token needs the scope `project:admin`. Recorded in the audit log as `project.deleted`.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Update the name or site of a project
         * @description Update the name or site of a project. Requires the workspace role `admin` or higher. A token needs the scope `project:admin`. Recorded in the audit log as `project.changed`.
         */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/workspaces/{ws}/projects/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of the project
         * @description List the members of the project. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["listProjectMembers"];
        /**
         * Set the members of the project
         * @description Set the members of the project. Requires the workspace role `admin` or higher. A token needs the scope `project:admin`. Recorded in the audit log as `project.changed`.
         */
        put: operations["putProjectMembers"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/projects/{id}/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what the project needs on a worker
         * @description Get what the project needs on a worker. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["getProjectManifest"];
        /**
         * Set what the project needs on a worker
         * @description Set what the project needs on a worker. Its workers set it up again. Requires the workspace role `admin` or higher. A token needs the scope `project:admin`. Recorded in the audit log as `project.changed`.
         */
        put: operations["putProjectManifest"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the workflows of all projects
         * @description List the workflows of all projects. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["listWorkspaceWorkflows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/projects/{id}/workflows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the workflows of the project
         * @description List the workflows of the project. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["listWorkflows"];
        put?: never;
        /**
         * Create a workflow
         * @description Create a workflow. Its steps run skills in sequence. Requires the workspace role `admin` or higher. A token needs the scope `project:admin`. Recorded in the audit log as `workflow.created`.
         */
        post: operations["createWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/workflows/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a workflow
         * @description Get a workflow. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["getWorkflow"];
        put?: never;
        post?: never;
        /**
         * Delete a workflow with its variables
         * @description Delete a workflow with its variables. Its runs are kept. Requires the workspace role `admin` or higher. A token needs the scope `project:admin`. Recorded in the audit log as `workflow.deleted`.
         */
        delete: operations["deleteWorkflow"];
        options?: never;
        head?: never;
        /**
         * Update a workflow
         * @description Update a workflow. Active runs are not affected. Requires the workspace role `admin` or higher. A token needs the scope `project:admin`. Recorded in the audit log as `workflow.changed`.
         */
        patch: operations["updateWorkflow"];
        trace?: never;
    };
    "/workspaces/{ws}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of the workspace, newest first
         * @description List the runs of the workspace, newest first. Runs of steps are listed with their workflow. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["listRuns"];
        put?: never;
        /**
         * Run a skill on a worker, now or when the worker is next online
         * @description Run a skill on a worker, now or when the worker is next online. Requires the workspace role `member` or higher. A token needs the scope `run:write`. Recorded in the audit log as `run.started`.
         */
        post: operations["startRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/workflows/{id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the runs of a workflow, newest first
         * @description List the runs of a workflow, newest first. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["listWorkflowRuns"];
        put?: never;
        /**
         * Run a workflow on the named worker, or on a worker of its project
         * @description Run a workflow on the named worker, or on a worker of its project. Requires a project member or workspace admin. A token needs the scope `run:write`. Recorded in the audit log as `run.started`.
         */
        post: operations["startWorkflowRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a run and its inputs
         * @description Get a run and its inputs. For a workflow run, also the runs of its steps. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["getRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/runs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a run
         * @description Cancel a run. Ends immediately if the worker has not received it, otherwise when the worker confirms. Requires a project member or workspace admin. A token needs the scope `run:write`. Recorded in the audit log as `run.cancelled`.
         */
        post: operations["cancelRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/runs/{id}/log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the output of a run
         * @description Stream the output of a run. Events are `output`, `state`, and finally `end`. Requires a project member or workspace admin. A token needs the scope `skill:read`.
         */
        get: operations["followRunLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/runs/{id}/log/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the output of a run so far, as text
         * @description Get the output of a run so far, as text. Requires a project member or workspace admin. A token needs the scope `skill:read`.
         */
        get: operations["getRunLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the events of the workspace
         * @description Stream the events of the workspace. Events are skill.changed, run.changed, and worker.changed, within a second or two. The first event is `ready`. Earlier changes are not sent, so read the state after `ready`. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["streamWorkspaceEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/variables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the variables of the workspace
         * @description List the variables of the workspace. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["listWorkspaceVariables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/variables/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a variable of the workspace
         * @description Set a variable of the workspace. Requires the workspace role `admin` or higher. A token needs the scope `variable:write`. Recorded in the audit log as `variable.set`.
         */
        put: operations["putWorkspaceVariable"];
        post?: never;
        /**
         * Delete a variable of the workspace
         * @description Delete a variable of the workspace. Requires the workspace role `admin` or higher. A token needs the scope `variable:write`. Recorded in the audit log as `variable.deleted`.
         */
        delete: operations["deleteWorkspaceVariable"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/projects/{id}/variables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the variables of the project
         * @description List the variables of the project. Requires a project member or workspace admin. A token needs the scope `skill:read`.
         */
        get: operations["listProjectVariables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/projects/{id}/variables/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a variable of the project
         * @description Set a variable of the project. Requires a project member or workspace admin. A token needs the scope `variable:write`. Recorded in the audit log as `variable.set`.
         */
        put: operations["putProjectVariable"];
        post?: never;
        /**
         * Delete a variable of the project
         * @description Delete a variable of the project. Requires a project member or workspace admin. A token needs the scope `variable:write`. Recorded in the audit log as `variable.deleted`.
         */
        delete: operations["deleteProjectVariable"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/workflows/{id}/variables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the variables of the workflow
         * @description List the variables of the workflow. Requires a project member or workspace admin. A token needs the scope `skill:read`.
         */
        get: operations["listWorkflowVariables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/workflows/{id}/variables/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a variable of the workflow
         * @description Set a variable of the workflow. Requires a project member or workspace admin. A token needs the scope `variable:write`. Recorded in the audit log as `variable.set`.
         */
        put: operations["putWorkflowVariable"];
        post?: never;
        /**
         * Delete a variable of the workflow
         * @description Delete a variable of the workflow. Requires a project member or workspace admin. A token needs the scope `variable:write`. Recorded in the audit log as `variable.deleted`.
         */
        delete: operations["deleteWorkflowVariable"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/resolved-variables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the variables that a run would receive
         * @description Get the variables that a run would receive. Contains the scope of each, and what it overrides. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["resolveVariables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/workers/{id}/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the names of the worker's secrets
         * @description List the names of the worker's secrets. Values are never returned. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["listWorkerSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/workers/{id}/secrets/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a secret on the worker
         * @description Set a secret on the worker. HQ relays it without storing it. Requires the workspace role `admin` or higher. A token needs the scope `worker:admin`. Recorded in the audit log as `secret.set`.
         */
        put: operations["putWorkerSecret"];
        post?: never;
        /**
         * Delete a secret from the worker
         * @description Delete a secret from the worker. Requires the workspace role `admin` or higher. A token needs the scope `worker:admin`. Recorded in the audit log as `secret.deleted`.
         */
        delete: operations["deleteWorkerSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/workers/{id}/doctor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Run the worker's diagnostics
         * @description Run the worker's diagnostics. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["askWorkerDoctor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/workers/{id}/memory": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the memory entries of the worker
         * @description List the memory entries of the worker. HQ asks the worker and stores nothing. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["searchWorkerMemory"];
        put?: never;
        /**
         * Create a memory entry
         * @description Create a memory entry. Requires the workspace role `member` or higher. A token needs the scope `variable:write`. Recorded in the audit log as `memory.added`.
         */
        post: operations["addWorkerMemory"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/workers/{id}/memory/{entry}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a memory entry
         * @description Delete a memory entry. Requires the workspace role `member` or higher. A token needs the scope `variable:write`. Recorded in the audit log as `memory.deleted`.
         */
        delete: operations["deleteWorkerMemory"];
        options?: never;
        head?: never;
        /**
         * Update a memory entry
         * @description Update a memory entry. Requires the workspace role `member` or higher. A token needs the scope `variable:write`. Recorded in the audit log as `memory.changed`.
         */
        patch: operations["changeWorkerMemory"];
        trace?: never;
    };
    "/workspaces/{ws}/runs/{id}/artifacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the files of a run
         * @description List the files of a run. HQ asks the worker for them. Requires a project member or workspace admin. A token needs the scope `skill:read`.
         */
        get: operations["listArtifacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/runs/{id}/artifacts/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file of a run from its worker
         * @description Download a file of a run from its worker. Files that contain a secret are rejected. Requires a project member or workspace admin. A token needs the scope `skill:read`.
         */
        get: operations["getArtifact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/advice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get advice on shared workers
         * @description Get advice on shared workers. Contains conflicts between projects, and projects that can share a worker. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["getAdvice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/projects/{id}/assignments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the workers of the project
         * @description List the workers of the project. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["listAssignments"];
        /**
         * Assign a worker to the project
         * @description Assign a worker to the project. Fails if the advisor finds errors. Requires the workspace role `admin` or higher. A token needs the scope `project:admin`. Recorded in the audit log as `assignment.changed`.
         */
        put: operations["putAssignment"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/projects/{id}/assignments/{worker}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unassign a worker from the project
         * @description Unassign a worker from the project. The worker removes the project's files, except those that were edited. Requires the workspace role `admin` or higher. A token needs the scope `project:admin`. Recorded in the audit log as `assignment.changed`.
         */
        delete: operations["deleteAssignment"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/readiness": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what each online worker is missing for each skill
         * @description Get what each online worker is missing for each skill. The workers are asked when the request is made. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/workers/{id}/variables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the worker's variables
         * @description List the worker's variables. Contains the names it reported last, or its current variables. Requires the workspace role `member` or higher. A token needs the scope `skill:read`.
         */
        get: operations["listWorkerVariables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{ws}/workers/{id}/variables/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a variable on the worker, now or at its next request
         * @description Set a variable on the worker, now or at its next request. Requires the workspace role `admin` or higher. A token needs the scope `variable:write`. Recorded in the audit log as `variable.set`.
         */
        put: operations["putWorkerVariable"];
        post?: never;
        /**
         * Delete a variable from the worker, now or at its next request
         * @description Delete a variable from the worker, now or at its next request. Requires the workspace role `admin` or higher. A token needs the scope `variable:write`. Recorded in the audit log as `variable.deleted`.
         */
        delete: operations["deleteWorkerVariable"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ProjectManifest: {
            /** @enum {string} */
            weight?: "light" | "heavy";
            /** @default [] */
            readonly services?: {
                name: string;
                readonly ports: number[];
            }[];
            containers?: number;
            /** @default {} */
            mcpServers?: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            /** @default [] */
            readonly skills?: string[];
            /** @default [] */
            readonly envVars?: string[];
            workDir?: string;
        };
        WorkflowStep: {
            skill: string;
            version?: number;
            /**
             * @description Instead of a version. `newest` runs unreviewed versions only on workers without secrets. Default: the newest reviewed version if skills must be reviewed, otherwise the newest.
             * @enum {string}
             */
            use?: "reviewed" | "newest";
            /** @default {} */
            inputs?: {
                [key: string]: string;
            };
            /**
             * @description A number: how many times it is retried before the workflow stops.
             * @default stop
             */
            onFailure?: ("stop" | "continue") | number;
        };
        Problem: {
            type: string;
            title: string;
            status: number;
            /** @description Stable name of the error. See docs/reference/errors.md. */
            code: string;
            detail: string;
            message: string;
            errors?: {
                path: string;
                message: string;
                line?: number;
            }[];
        } & {
            [key: string]: unknown;
        };
        Person: {
            id: string;
            /** Format: email */
            email: string;
            name: string;
            instanceAdmin: boolean;
        };
        SignedIn: {
            user: components["schemas"]["Person"];
            /** @description Send it as X-CSRF-Token with every change. */
            csrfToken: string;
            /** Format: date-time */
            authenticatedAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description Whether workspaces have plans and payment methods (`LOAM_BILLING`). */
            billing: boolean;
        };
        SecondFactorWanted: {
            secondFactor: {
                challenge: string;
                /** @description totp, recovery-code */
                methods: string[];
            };
        };
        Me: {
            id: string;
            /** Format: email */
            email: string;
            name: string;
            instanceAdmin: boolean;
            /** @description Whether the user has a password. */
            password: boolean;
            totp: boolean;
            passkeys: number;
            /** @description Linked single sign-on identities. */
            identities: number;
        };
        ChangedMe: {
            id: string;
            /** Format: email */
            email: string;
            name: string;
            instanceAdmin: boolean;
            /** @description Whether the user has a password. */
            password: boolean;
            totp: boolean;
            passkeys: number;
            /** @description Linked single sign-on identities. */
            identities: number;
            csrfToken: string;
        };
        Session: {
            id: string;
            /** @enum {string} */
            method: "password" | "passkey" | "oidc" | "link";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            authenticatedAt: string;
            /** Format: date-time */
            lastUsedAt: string;
            /** Format: date-time */
            expiresAt: string;
            address: string;
            userAgent: string;
            /** @description Whether it is the session of this request. */
            current: boolean;
        };
        RecoveryCodes: {
            /** @description Returned only once. */
            recoveryCodes: string[];
        };
        PasskeyQuestion: {
            /** @description Send it back with the response. */
            challenge: string;
            /** @description Options for navigator.credentials. */
            options: unknown;
        };
        Passkey: {
            id: string;
            name: string;
            backedUp: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt?: string;
        };
        LinkedAccount: {
            id: string;
            issuer: string;
            /** Format: email */
            email: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            lastUsedAt?: string;
        };
        PersonalToken: {
            id: string;
            name: string;
            hint: string;
            scopes: ("content:read" | "content:write" | "content:publish" | "media:write" | "schema:write" | "site:admin" | "workspace:admin" | "skill:read" | "skill:write" | "variable:write" | "project:admin" | "worker:admin" | "run:write")[];
            sites?: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            lastUsedAt?: string;
            lastUsedAddress?: string;
            /** Format: date-time */
            revokedAt?: string;
        };
        CreatedPersonalToken: {
            id: string;
            name: string;
            hint: string;
            scopes: ("content:read" | "content:write" | "content:publish" | "media:write" | "schema:write" | "site:admin" | "workspace:admin" | "skill:read" | "skill:write" | "variable:write" | "project:admin" | "worker:admin" | "run:write")[];
            sites?: string[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            lastUsedAt?: string;
            lastUsedAddress?: string;
            /** Format: date-time */
            revokedAt?: string;
            /** @description Returned only once. */
            token: string;
        };
        Invitation: {
            id: string;
            /** Format: email */
            email: string;
            workspaceId?: string;
            /** @enum {string} */
            role: "admin" | "member";
            invitedBy?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        CreatedInvitation: {
            id: string;
            /** Format: email */
            email: string;
            workspaceId?: string;
            /** @enum {string} */
            role: "admin" | "member";
            invitedBy?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string;
            mailed: boolean;
            /** @description Link to send to the person if email is not configured; returned only once. */
            link?: string;
        };
        User: {
            id: string;
            /** Format: email */
            email: string;
            name: string;
            instanceAdmin: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            disabledAt?: string;
        };
        Workspace: {
            id: string;
            slug: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
            /** @enum {string} */
            plan: "free" | "starter" | "team" | "business" | "enterprise";
            /** @description Whether the CMS is enabled for the workspace. */
            cms: boolean;
            paymentMethod?: {
                label: string;
                /** Format: date-time */
                addedAt: string;
            };
            /** @description Whether publishing its sites requires a payment method. */
            paymentNeeded: boolean;
            /**
             * @description Role of the caller.
             * @enum {string}
             */
            role: "member" | "admin" | "owner";
        };
        Member: {
            userId: string;
            /** Format: email */
            email: string;
            name: string;
            /** @enum {string} */
            role: "member" | "admin" | "owner";
            /** Format: date-time */
            since: string;
        };
        Plan: {
            /** @enum {string} */
            plan: "free" | "starter" | "team" | "business" | "enterprise";
            /** @description null if there is no limit */
            sites: number | null;
            mediaBytes: number;
        };
        CmsRequest: {
            /** Format: date-time */
            requestedAt: string;
            /** @description Null if the account was deleted. */
            requestedBy: {
                id: string;
                name: string;
                /** Format: email */
                email: string;
            } | null;
            note: string;
            /** Format: date-time */
            declinedAt?: string;
            /** @description Reason for declining the request. */
            answer?: string;
        };
        InstanceWorkspace: {
            id: string;
            slug: string;
            name: string;
            /** Format: date-time */
            createdAt: string;
            /** @enum {string} */
            plan: "free" | "starter" | "team" | "business" | "enterprise";
            cms: boolean;
            hasPaymentMethod: boolean;
            members: number;
            owners: {
                name: string;
                /** Format: email */
                email: string;
            }[];
            sites: {
                used: number;
                limit: number | null;
            };
            mediaBytes: {
                used: number;
                limit: number | null;
            };
            request?: components["schemas"]["CmsRequest"];
        };
        InstanceHealth: {
            /** @description The response of `/readyz`: whether each part works. Does not include sites. */
            ready: boolean;
            parts: {
                /** @enum {string} */
                part: "database" | "git" | "disk" | "public-storage" | "media-storage";
                works: boolean;
                /** @description As shown by `hq doctor`. */
                problem?: string;
            }[];
            sites: {
                id: string;
                name: string;
                /** @description Name of the part. */
                workspace: string;
                /**
                 * @description `unavailable`: HQ cannot serve the site. `unreadable`: a branch or the working content cannot be read. `damaged`: files in Git are damaged. `stuck`: its public files could not be written.
                 * @enum {string}
                 */
                trouble: "unavailable" | "unreadable" | "damaged" | "stuck";
                reason: string;
            }[];
            /** @description Gauges of `/metrics`, by name. */
            numbers: {
                [key: string]: number;
            };
            runsOn: {
                node: string;
                git: string;
                database: string;
                publicStorage: string;
                mediaStorage: string;
            };
            settings: {
                mail: boolean;
                oidc: boolean;
                passwords: boolean;
                /** @description Whether publishing requires a payment method. */
                paymentGate: boolean;
                readLimit: number;
                writeLimit: number;
            };
            /** @description `LOAM_` variables that HQ does not use. */
            ignoredVariables: string[];
        };
        Site: {
            id: string;
            workspaceId: string;
            name: string;
            publishing: boolean;
            /** Format: uri-reference */
            previewUrl: string | null;
            integrationMode: boolean;
            /** @description Whether changes to content and schemas require an approved change request. */
            reviewRequired: boolean;
            /** Format: date-time */
            createdAt: string;
            createdBy: string | null;
            /**
             * @description Role of the caller.
             * @enum {string}
             */
            role: "view" | "write" | "edit" | "admin";
            /**
             * Format: uri-reference
             * @description URL of its published files.
             */
            publicUrl: string;
            /** Format: uri-reference */
            readApiUrl: string;
        };
        TakeOver: {
            id: string;
            name: string;
            /** @enum {string} */
            state: "running" | "done" | "failed";
            /** @enum {string} */
            step: "fetching" | "reading" | "writing";
            collection?: string;
            /** @description Number of entries read from the collection. */
            files?: number;
            /** @description ID of the new site. */
            site?: string;
            report?: components["schemas"]["TakeOverReport"];
            problem?: {
                code: string;
                message: string;
            };
        };
        TakeOverReport: {
            /** @description `astro`, `hugo`, …; `loam`: already a Loam site. */
            layout: string;
            /** @description Folder of the site in its repository. Empty: the whole repository. */
            folder: string;
            collections: {
                apiId: string;
                label: string;
                /** @description As `paths` in `site.yml`. */
                place: string;
                entries: number;
                fields: {
                    apiId: string;
                    type: string;
                    multiple: boolean;
                }[];
                /** @description Keys that were not imported because no field type can store them unchanged. */
                leftKeys: string[];
            }[];
            /** @description Collections that were not imported. */
            left: {
                name: string;
                folder: string;
                files: number;
                why: string;
            }[];
            /** @description Files that cannot be read. They are kept unchanged. */
            unread: {
                code: string;
                message: string;
                path?: string;
                line?: number;
            }[];
            /** @description Files that are kept although a push with them would be rejected. */
            kept: {
                code: string;
                message: string;
                path?: string;
                line?: number;
            }[];
            /** @description Entries that the original site does not show. They are not live until you publish them. */
            held: {
                path: string;
                why: string;
                /**
                 * Format: date-time
                 * @description When it is published automatically.
                 */
                from?: string;
                /**
                 * Format: date-time
                 * @description When the original site stopped showing it.
                 */
                until?: string;
            }[];
            /** @description Further notes to check before publishing. */
            notes: {
                path: string;
                message: string;
            }[];
        };
        SiteSettings: {
            /** @description URL path of each type's entries, by API ID, with {slug}, {path}, {id}, {year}, {month}, or {day}. Default: /<api_id>/{slug}. A key that is an entry ID sets the path of that entry only. */
            routes: {
                [key: string]: string;
            };
            /** @description Folder in the repository of each type's entries. Default: content/<api_id>. */
            paths: {
                [key: string]: string;
            };
            /** @description IANA time zone of {year}, {month}, and {day} in URL paths. */
            timeZone: string;
            media: {
                /**
                 * @description SVG files can contain scripts. `clean` stores the file without them, `refuse` rejects it.
                 * @enum {string}
                 */
                svg: "clean" | "refuse";
            };
        };
        PreviewCheck: {
            /** @description Why HQ got no response. A browser can still get one, for example from its own machine. */
            problem?: string;
            status?: number;
            /** @description Whether the page allows the dashboard to show it in a frame. */
            framed?: boolean;
        };
        SiteMember: {
            userId: string;
            /** Format: email */
            email: string;
            name: string;
            /** @enum {string} */
            role: "view" | "write" | "edit" | "admin";
            /** @enum {string} */
            from: "workspace" | "creator" | "grant" | "member";
        };
        ReadKey: {
            id: string;
            siteId: string;
            name: string;
            /** @description Its first and last characters. */
            hint: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            revokedAt?: string;
            /**
             * Format: date-time
             * @description Rounded to the minute.
             */
            lastUsedAt?: string;
        };
        Transfer: {
            id: string;
            siteId: string;
            siteName: string;
            /** @description Slug of the target workspace, as entered; it might not exist. */
            workspace: string;
            /** Format: date-time */
            requestedAt: string;
            /** Format: date-time */
            expiresAt: string;
        };
        ExportPlan: {
            filename: string;
            files: number;
            entries: number;
            media: {
                bundled: number;
                bundledBytes: number;
                /** @description Files beyond the limit, listed by URL. */
                linked: number;
                linkedBytes: number;
                missing: number;
                limitBytes: number;
            };
        };
        AuditRecord: {
            seq: number;
            /** Format: date-time */
            at: string;
            event: string;
            /** @description `allowed`, or the error code. */
            outcome: string;
            /** @description Number of requests. Denied requests are counted, not recorded one by one. */
            times: number;
            userId: string | null;
            /** @description Null if the account was deleted. */
            userName: string | null;
            credential: string | null;
            address: string;
            workspaceId: string | null;
            siteId: string | null;
            target: {
                [key: string]: string;
            };
            hash: string;
        };
        ContentType: {
            apiId: string;
            /** @enum {string} */
            kind: "list" | "object";
            label: string;
            description?: string;
            /** @description Newest published version of the schema; 0 for none. */
            version: number;
            /** @description Number of changes to the working schema since that version. */
            unpublishedChanges: number;
            /** @description Number of fields in the working schema, without fields of rows. */
            fields: number;
            entries: {
                all: number;
                draft: number;
                published: number;
                changed: number;
                unpublished: number;
                broken: number;
                /** @description Counted in addition to the states. */
                scheduled: number;
            };
            /** @description Fields in working schemas that reference its entries. */
            readonly referredToBy: {
                type: string;
                /** @description Dotted API IDs. */
                field: string;
            }[];
        };
        BrokenContentType: {
            apiId: string;
            path: string;
            readonly problems: {
                message: string;
                line?: number;
            }[];
        };
        Schema: {
            /** @description The working schema, as sent with PUT. */
            schema: {
                apiId: string;
                /** @enum {string} */
                kind: "list" | "object";
                label: string;
                description?: string;
                body?: string;
                readonly fields: components["schemas"]["Field"][];
            };
            published?: {
                apiId: string;
                /** @enum {string} */
                kind: "list" | "object";
                label: string;
                description?: string;
                body?: string;
                readonly fields: components["schemas"]["Field"][];
                version: number;
            };
            readonly changes: components["schemas"]["SchemaChange"][];
            /** @description Problem that makes `type.yml` unreadable, for example after a push. `schema` is then the newest published version. */
            readonly problems: {
                message: string;
                line?: number;
            }[];
        };
        Field: {
            id: string;
            apiId: string;
            label: string;
            type: string;
            required: boolean;
            multiple: boolean;
        } & {
            [key: string]: unknown;
        };
        SchemaChange: {
            kind: string;
            /** @description Dotted API IDs; empty if it concerns the type. */
            field: string;
            before?: string;
            after?: string;
        };
        SchemaVersion: {
            version: number;
            /**
             * Format: date-time
             * @description Time it was published.
             */
            when?: string;
            author?: {
                name: string;
                /** Format: email */
                email: string;
            };
            schema: {
                apiId: string;
                /** @enum {string} */
                kind: "list" | "object";
                label: string;
                description?: string;
                body?: string;
                readonly fields: components["schemas"]["Field"][];
            };
        };
        DeletedField: {
            field: components["schemas"]["Field"];
            /** @description The last published version that contains it. */
            lastVersion: number;
            /** @description Entries whose files still contain a value of it. */
            files: {
                count: number;
                /** @description The first 20. */
                readonly ids: string[];
            };
            /** @description Live entries whose JSON still contains it. */
            live: {
                count: number;
                /** @description The first 20. */
                readonly ids: string[];
            };
        };
        SchemaImpact: {
            apiId: string;
            /** @description The newest published version; 0 for none. */
            version: number;
            readonly changes: components["schemas"]["SchemaChange"][];
            /** @description Problems that prevent publishing. If there are any, nothing else is checked. */
            readonly problems: {
                path?: string;
                message: string;
            }[];
            /** @description Number of checked entries. */
            entries: number;
            readonly effects: {
                kind: string;
                field: string;
                count: number;
                readonly ids: string[];
            }[];
            /** @description Changes if all live entries were published again. */
            republish: {
                readonly entries: {
                    id: string;
                    type: string;
                    slug: string;
                }[];
                readonly files: string[];
                readonly refused: string[];
            };
        };
        Entry: {
            id: string;
            type: string;
            slug: string;
            /** @description Title, name, or headline. Otherwise the first text, or the slug. */
            title: string;
            /** @enum {string} */
            state: "draft" | "published" | "changed" | "unpublished" | "broken";
            /** @description Whether a scheduled time is in the future. */
            scheduled: boolean;
            /** @description Blob ID of the file, which is the ETag of the entry. */
            version: string;
            /** Format: date-time */
            createdAt?: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description User who saved it last; absent if the entry is only live. */
            updatedBy?: {
                name: string;
                /** Format: email */
                email: string;
            };
            /** Format: date-time */
            publishedAt?: string;
            /** Format: date-time */
            publishAt?: string;
            /** Format: date-time */
            unpublishAt?: string;
            sortOrder: number;
            /** @description Live, but deleted from the working content. */
            removed: boolean;
            live?: {
                /** @description 1, 2, …, increased by each publish. */
                version: number;
                blob: string;
                slug: string;
                /** Format: date-time */
                publishedAt: string;
                /** Format: date-time */
                updatedAt: string;
            };
            /** @description Problems of the file. */
            readonly problems: {
                path?: string;
                message: string;
                line?: number;
            }[];
            /** @description Values by API ID. */
            fields: {
                [key: string]: unknown;
            };
            /** @description Fields that someone else changed after the version in If-Match. */
            readonly fromOthers?: string[];
            /** @description For a publish: broken references and links. For a save and a publish: unresolved conflicts in texts. */
            readonly warnings?: components["schemas"]["PublishWarning"][];
        };
        PublishWarning: {
            /** @description ID of the entry. */
            id: string;
            /** @description Dotted API IDs; rows are numbered from 0. */
            path: string;
            message: string;
        };
        Link: {
            /** @description In the live version or in the working version. */
            live: boolean;
            type: string;
            id?: string;
            slug: string;
            /** @description Dotted API IDs; rows are numbered from 0. */
            field: string;
        };
        EntrySummary: {
            /** @description Absent if the file is too damaged to read it. */
            id?: string;
            type: string;
            slug: string;
            /** @description Title, name, or headline. Otherwise the first text, or the slug. */
            title: string;
            /** @enum {string} */
            state: "draft" | "published" | "changed" | "unpublished" | "broken";
            /** @description Whether a scheduled time is in the future. */
            scheduled: boolean;
            /** @description Blob ID of the file, which is the ETag of the entry. */
            version: string;
            /** Format: date-time */
            createdAt?: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description User who saved it last; absent if the entry is only live. */
            updatedBy?: {
                name: string;
                /** Format: email */
                email: string;
            };
            /** Format: date-time */
            publishedAt?: string;
            /** Format: date-time */
            publishAt?: string;
            /** Format: date-time */
            unpublishAt?: string;
            sortOrder: number;
            /** @description Live, but deleted from the working content. */
            removed: boolean;
            live?: {
                /** @description 1, 2, …, increased by each publish. */
                version: number;
                blob: string;
                slug: string;
                /** Format: date-time */
                publishedAt: string;
                /** Format: date-time */
                updatedAt: string;
            };
            /** @description Problems of the file. */
            readonly problems: {
                path?: string;
                message: string;
                line?: number;
            }[];
            /** @description In a list with `fields`: fields that have a value, by API ID. */
            fields?: {
                [key: string]: unknown;
            };
            /** @description In a list with `thumbnails`: a small variant of the first image. */
            thumbnail?: {
                id: string;
                /** Format: uri-reference */
                url: string;
            };
        };
        BulkResult: {
            id: string;
            /** @enum {string} */
            result: "done" | "unchanged" | "refused";
            /** @description ID of the duplicate. */
            copy?: string;
            /** @description Reason, if the entry was not changed. */
            code?: string;
            message?: string;
            readonly problems?: {
                path?: string;
                message: string;
                line?: number;
            }[];
        };
        EntryPreview: {
            /** @description Path of the public file. */
            address: string;
            /** @description Content of the file. */
            json: {
                [key: string]: unknown;
            };
            /** @description Its rich texts as sanitized HTML. Images have URLs for signed-in users. */
            readonly texts: {
                path: string;
                html: string;
            }[];
        };
        KeptCopy: {
            /** @description Number of the change request that it belongs to. */
            change?: number;
            /** @description ID of the entry, or `new:…`. */
            id: string;
            type: string;
            version: string;
            /** Format: date-time */
            keptAt: string;
        };
        WorkingCopy: {
            /** @description Number of the change request that it belongs to. */
            change?: number;
            /** @description ID of the entry, or `new:…`. */
            id: string;
            type: string;
            version: string;
            /** Format: date-time */
            keptAt: string;
            /** @description Version of the edited entry. */
            base?: string;
            slug?: string;
            /** @description Changed values by API ID, as entered. They are not validated. */
            fields: {
                [key: string]: unknown;
            };
        };
        SlugCheck: {
            slug: string;
            free: boolean;
            /** @description Reason why the slug is not available. */
            message?: string;
            /** @description The entry that has the slug. */
            takenBy?: {
                id: string;
                title: string;
            };
        };
        FileProblem: {
            /** @description Stable name. See docs/reference/errors.md. */
            code: string;
            message: string;
            /** @description Path of the file in the repository. */
            path?: string;
            line?: number;
            field?: string;
        };
        HistoryEvent: {
            /** @enum {string} */
            kind: "create" | "update" | "rename" | "restore" | "merge" | "delete" | "publish" | "unpublish";
            commit: string;
            /** Format: date-time */
            when: string;
            author: {
                name: string;
                /** Format: email */
                email: string;
            };
            message: string;
            slug: string;
            /** @description Commit of the previous version. */
            previous?: string;
            restored?: string;
            /** @description For a publish: 1, 2, … */
            version?: number;
            rolledBackTo?: string;
            /** @description Changes since `previous`, if requested and readable. */
            changed?: {
                readonly fields: {
                    path: string;
                    label: string;
                }[];
                readonly system: ("slug" | "createdAt" | "publishAt" | "unpublishAt" | "sortOrder" | "schema")[];
            };
        };
        FieldAuthor: {
            /** @description API ID. */
            path: string;
            commit: string;
            /** Format: date-time */
            when: string;
            author: {
                name: string;
                /** Format: email */
                email: string;
            };
        };
        EntryVersion: {
            commit: string;
            slug: string;
            /** @description Schema version of the content. */
            schema: number;
            fields: {
                [key: string]: unknown;
            };
            changes?: components["schemas"]["EntryChanges"];
        };
        EntryChanges: {
            readonly system: {
                /** @enum {string} */
                key: "slug" | "createdAt" | "publishAt" | "unpublishAt" | "sortOrder" | "schema";
                before?: string | number;
                after?: string | number;
            }[];
            readonly fields: components["schemas"]["FieldChange"][];
        };
        FieldChange: {
            /** @description API ID. */
            path: string;
            label: string;
            type: string;
            /** @enum {string} */
            kind: "added" | "removed" | "changed";
            before?: unknown;
            after?: unknown;
            /** @description For a text: added and removed text, word by word. */
            readonly text?: {
                /** @enum {string} */
                kind: "same" | "added" | "removed";
                text: string;
            }[];
            /** @description For a field with multiple values: kept, added, and removed values. */
            readonly items?: {
                /** @enum {string} */
                kind: "same" | "added" | "removed";
                value: unknown;
            }[];
            readonly rows?: {
                id: string;
                /** @enum {string} */
                kind: "added" | "removed" | "changed";
                moved: boolean;
                readonly fields: components["schemas"]["FieldChange"][];
            }[];
        };
        DeletedEntry: {
            id: string;
            type: string;
            slug: string;
            /** @description Last known title. */
            title: string;
            /** Format: date-time */
            when: string;
            deletedBy: {
                name: string;
                /** Format: email */
                email: string;
            };
            commit: string;
            /** @description Commit of its last version. Send it as `commit` to restore the entry. */
            previous: string;
        };
        PublishCheck: {
            /** @description Problems that prevent publishing; empty if there are none. */
            readonly problems: {
                path: string;
                message: string;
            }[];
            readonly warnings: components["schemas"]["PublishWarning"][];
            /** @description Changes visitors would see; absent if the entry is not live. */
            changes?: components["schemas"]["EntryChanges"];
        };
        SiteAct: {
            commit: string;
            /** Format: date-time */
            when: string;
            /** @description Name of the user or app. */
            by: string;
            /** @enum {string} */
            act: "saved" | "deleted" | "published" | "unpublished" | "types" | "media" | "other";
            /** @description Number of entries, types, or media; 100 means 100 or more. */
            count: number;
            /** @description The first 5. */
            entries: {
                id: string;
                type: string;
                slug: string;
            }[];
        };
        LoggedPublish: {
            commit: string;
            /** Format: date-time */
            when: string;
            author: {
                name: string;
                /** Format: email */
                email: string;
            };
            message: string;
            /** @enum {string} */
            kind: "publish" | "unpublish" | "reorder" | "rollback";
            rolledBackTo?: string;
            /** @description Entries that it published, unpublished, or moved. */
            count: number;
            /** @description The first 100 entries. */
            readonly entries: {
                id: string;
                type: string;
                slug: string;
                /** @enum {string} */
                state: "published" | "unpublished";
                version: number;
            }[];
        };
        RollBack: {
            readonly entries: {
                id: string;
                type: string;
                /**
                 * @description On the live site: `added` is live again, `removed` is unpublished.
                 * @enum {string}
                 */
                kind: "added" | "removed" | "changed";
                slug: string;
                /** @description Live again, but deleted from the working content. */
                draftDeleted: boolean;
            }[];
            /** @description Other changes: settings, schemas, media records. */
            readonly files: string[];
        };
        LiveDifference: {
            /** @description The first 500. Use `compare` in the history of an entry to see its changes. */
            readonly entries: {
                id: string;
                type: string;
                /** @enum {string} */
                kind: "added" | "removed" | "changed";
                slug: string;
            }[];
            /** @description Number of entries with changes. */
            count: number;
            /** @description Other changes: settings, schemas, media records. */
            readonly files: string[];
        };
        MediaUpload: {
            id: string;
            filename: string;
            size: number;
            /** @description Number of bytes received. */
            offset: number;
            /** Format: date-time */
            expiresAt: string;
        };
        Media: {
            id: string;
            /**
             * Format: uri-reference
             * @description Public URL, set once something live uses it.
             */
            url: string;
            object_key: string;
            filename: string;
            mime_type: string;
            byte_size: number;
            width?: number;
            height?: number;
            alt: string;
            readonly variants: {
                width: number;
                format: string;
                /** Format: uri-reference */
                url: string;
            }[];
            thumbHash?: string;
            dominantColor?: string;
            /** @description Folder in the media library; absent if it has none. Not published. */
            folder?: string;
            focalPoint?: {
                x: number;
                y: number;
            };
            /** Format: date-time */
            createdAt: string;
            /** @description In lists: number of entries that use it, drafts and live. */
            uses?: number;
            /**
             * Format: uri-reference
             * @description URL for signed-in users before it is public; ?variant=640.webp returns a smaller variant.
             */
            contentUrl: string;
            /** @description Blob ID of the record, which is its ETag. */
            version: string;
        };
        /** @description In the site, or in the requested folder. */
        MediaCounts: {
            all: number;
            image: number;
            video: number;
            audio: number;
            document: number;
            /** @description Files that no entry uses, draft or live. */
            unused: number;
            /** @description Images without alt text. */
            missingAlt: number;
        };
        MediaChange: {
            commit: string;
            /** Format: date-time */
            at: string;
            /** @description Name of the user who added it. */
            by: string;
            /**
             * @description `replaced`: its file was replaced.
             * @enum {string}
             */
            action: "added" | "changed" | "replaced";
        };
        ScheduleFailure: {
            entryId: string;
            /** @enum {string} */
            action: "publish" | "unpublish";
            /** Format: date-time */
            dueAt: string;
            /**
             * Format: date-time
             * @description Time of the last attempt.
             */
            failedAt: string;
            issues: components["schemas"]["Issue"][];
        };
        Issue: {
            message: string;
            field?: string;
            path?: string;
        };
        Notice: {
            /** @constant */
            kind: "schedule-failed";
            /** Format: date-time */
            since: string;
            entryId: string;
            /** @enum {string} */
            action: "publish" | "unpublish";
            /** Format: date-time */
            dueAt: string;
            /** @description Problem that prevents it. */
            message: string;
        } | {
            /** @constant */
            kind: "webhook-disabled";
            /** Format: date-time */
            since: string;
            webhookId: string;
            host: string;
            /** @enum {string} */
            reason: "gone" | "failing";
        } | {
            /** @constant */
            kind: "upstream";
            /** Format: date-time */
            since: string;
            /** @enum {string} */
            state: "attention" | "failing";
            /** @description The problem; null if someone must decide. */
            message: string | null;
        } | {
            /** @constant */
            kind: "publisher-stuck";
        };
        ListedChange: {
            number: number;
            title: string;
            description: string;
            /** @description Name in Git: `change/3-new-words`. */
            branch: string;
            /** @enum {string} */
            state: "open" | "merged" | "closed";
            /** @description Whether it is a draft. Drafts cannot be merged. */
            draft: boolean;
            createdBy: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description The last person who changed its content, and therefore cannot approve it. */
            pushedBy: string | null;
            /** @description IDs of the requested reviewers. */
            reviewers: string[];
            mergedCommit: string | null;
            /** @description User who merged or closed it. */
            endedBy: string | null;
            /** Format: date-time */
            endedAt: string | null;
            /** @description Commit of the branch, or its last commit if the change request is closed; null if the branch was deleted. */
            head: string | null;
            reviews: components["schemas"]["Review"][];
            comments: number;
            /** @description Number of unresolved threads. */
            openThreads: number;
            /** @description Number of comments by others since you marked it as viewed. */
            unreadComments: number;
            /** @description Whether others did anything in it since you marked it as viewed. */
            unread: boolean;
        };
        Review: {
            userId: string;
            /** @enum {string} */
            verdict: "approved" | "changes_requested";
            head: string;
            /** @description Whether nothing was pushed since the approval. */
            current: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        Change: {
            number: number;
            title: string;
            description: string;
            /** @description Name in Git: `change/3-new-words`. */
            branch: string;
            /** @enum {string} */
            state: "open" | "merged" | "closed";
            /** @description Whether it is a draft. Drafts cannot be merged. */
            draft: boolean;
            createdBy: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description The last person who changed its content, and therefore cannot approve it. */
            pushedBy: string | null;
            /** @description IDs of the requested reviewers. */
            reviewers: string[];
            mergedCommit: string | null;
            /** @description User who merged or closed it. */
            endedBy: string | null;
            /** Format: date-time */
            endedAt: string | null;
        };
        ChangeDetail: {
            change: components["schemas"]["ListedChange"];
            /** @description Time of this response. Send it to mark the change request as viewed. */
            asOf: string;
            /** @description Names of all users whose IDs are in the response. */
            people: {
                id: string;
                name: string;
            }[];
            head: string;
            /** @description Commit on `main` where the branch starts. */
            base: string;
            /** @description Whether its commits were deleted, some time after it was closed. Its changes are then unknown. */
            pruned: boolean;
            /** @description Newest first, up to 200. */
            commits: {
                commit: string;
                author: {
                    name: string;
                    /** Format: email */
                    email: string;
                };
                /** Format: date-time */
                when: string;
                subject: string;
                body: string;
            }[];
            entries: {
                /** @enum {string} */
                kind: "added" | "removed" | "changed";
                path: string;
                id: string | null;
                type: string;
                slug: string;
                title: string;
                changes?: components["schemas"]["EntryChanges"];
                issue?: {
                    code: string;
                    message: string;
                    path?: string;
                    line?: number;
                    field?: string;
                };
                /** @description Whether you marked its current state as viewed. */
                viewed: boolean;
            }[];
            media: {
                /** @enum {string} */
                kind: "added" | "removed" | "changed";
                path: string;
                id: string;
                before: components["schemas"]["ChangedMedia"] | null;
                after: components["schemas"]["ChangedMedia"] | null;
                /** @description Whether you marked its current state as viewed. */
                viewed: boolean;
            }[];
            types: {
                /** @enum {string} */
                kind: "added" | "removed" | "changed";
                path: string;
                apiId: string;
                changes: {
                    kind: string;
                    /** @description Dotted API IDs; empty if it concerns the type. */
                    field: string;
                    before?: string;
                    after?: string;
                }[];
                /** @description Published versions of its schema. */
                versions: number[];
                /** @description Whether you marked its current state as viewed. */
                viewed: boolean;
            }[];
            files: {
                /** @enum {string} */
                kind: "added" | "removed" | "changed";
                path: string;
                /** @description Whether you marked its current state as viewed. */
                viewed: boolean;
            }[];
            /** @description Null if it is closed or merged. */
            merge: {
                possible: boolean;
                blockedBy: ("draft" | "conflicts" | "issues" | "nothing_to_merge" | "approval_missing" | "changes_requested")[];
                conflicts: {
                    file: string;
                    /** @description API ID, `slug`, or similar; empty for the whole file. */
                    path: string;
                    base: unknown;
                    main: unknown;
                    branch: unknown;
                    /** @description The entry with the conflict. Its values are as in the entry responses. */
                    entry?: {
                        id: string;
                        type: string;
                        slug: string;
                        title: string;
                    };
                    /** @description Set if another entry on `main` has the slug of the entry on the branch: a free slug, to send as `slug`. */
                    suggestedSlug?: string;
                }[];
                issues: {
                    code: string;
                    message: string;
                    path?: string;
                    line?: number;
                    field?: string;
                }[];
            } | null;
        };
        ChangedMedia: {
            filename: string;
            alt: string;
            mime_type: string;
            byte_size: number;
            width?: number;
            height?: number;
            focalPoint?: {
                x: number;
                y: number;
            };
            folder?: string;
            thumbHash?: string;
            variants: {
                width: number;
                format: string;
            }[];
            /**
             * Format: uri-reference
             * @description URL for users of the site; &variant=640.webp returns a smaller variant.
             */
            contentUrl: string;
        };
        ChangeComment: {
            id: string;
            /** @description The first comment of the thread. For that comment, its own ID. */
            threadId: string;
            userId: string | null;
            /** @description Empty if it was deleted but has replies. */
            body: string;
            /** @description IDs of the mentioned users. */
            mentions: string[];
            path: string | null;
            field: string | null;
            line: number | null;
            /** @description The text that the comment refers to. */
            quote: string | null;
            /** @description Commit of the branch. */
            head: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            editedAt: string | null;
            /** Format: date-time */
            deletedAt: string | null;
            /**
             * Format: date-time
             * @description Set on the first comment of a thread.
             */
            resolvedAt: string | null;
            resolvedBy: string | null;
        };
        ProposedEntry: {
            id: string;
            type: string;
            slug: string;
            /** @description Current commit of the branch. */
            commit: string;
            changed: boolean;
            entry: components["schemas"]["Entry"];
        };
        ChangeChecks: {
            /** @description Commit of the branch. */
            head: string;
            /** @description Whether main has changed since the branch was created. */
            behind: boolean;
            /** @description Problems that publishing its entries would have; only entries with problems. */
            readonly entries: {
                id: string;
                readonly problems: {
                    path: string;
                    message: string;
                }[];
                readonly warnings: components["schemas"]["PublishWarning"][];
            }[];
            /** @description Changes visitors would see once its entries are published. */
            readonly live: {
                id: string;
                /** @enum {string} */
                kind: "new" | "changed" | "removed";
            }[];
            /** @description Up to 20 live entries that reference changed content. */
            readonly shownIn: {
                id: string;
                type: string;
                slug: string;
                title: string;
            }[];
            /** @description Changes saved on main to the same entries. */
            readonly main: {
                id: string;
                /** @description Whether it was deleted there. */
                gone: boolean;
                /** @description Labels. */
                readonly fields: string[];
                /** @description Name of the user who saved it last. */
                by?: string;
            }[];
            /** @description Other open change requests with the same entries. */
            readonly overlaps: {
                number: number;
                title: string;
                draft: boolean;
                /** @description With the labels of fields that both sides change. */
                readonly entries: {
                    id: string;
                    readonly fields: string[];
                }[];
            }[];
            /** @description Effect of publishing each changed schema. */
            readonly schemas: components["schemas"]["SchemaImpact"][];
        };
        Release: {
            id: string;
            siteId: string;
            title: string;
            entries: string[];
            /** @enum {string} */
            state: "open" | "scheduled" | "failed" | "published";
            /** Format: date-time */
            publishAt: string | null;
            createdBy: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            publishedAt: string | null;
            publishedCommit: string | null;
            issues: components["schemas"]["Issue"][];
            /** @description For a publish: broken references and links. */
            readonly warnings?: components["schemas"]["PublishWarning"][];
        };
        LiveEvent: {
            /** @enum {string} */
            event: "ready" | "reset" | "entry.saved" | "entry.deleted" | "entry.published" | "entry.unpublished" | "type.changed" | "media.changed" | "settings.changed" | "access.changed" | "key.changed" | "release.changed" | "schedule.changed" | "change.opened" | "change.updated" | "change.commented" | "change.reviewed" | "change.merged" | "change.closed" | "webhook.changed" | "upstream.changed" | "upstream.synced" | "upstream.failed" | "upstream.rewritten" | "presence.changed" | "branch.rewritten" | "job.progress" | "publisher.stuck" | "publisher.recovered";
            /** @description Send it as `Last-Event-ID`. Set only on the last event of a commit. */
            id?: string;
            /** @description JSON on one line. */
            data: {
                commit?: string;
                /** Format: date-time */
                at?: string;
                /** @description Name of the author. */
                by?: string;
                /** @description ID of the user who changed it. */
                user?: string;
                /** @description `create`, `restore`, `import` … */
                action?: string;
                /** @description ID of the entry or media record. */
                id?: string;
                type?: string;
                slug?: string;
                job?: string;
                kind?: string;
                /** @enum {string} */
                state?: "running" | "done" | "failed";
                done?: number;
                total?: number;
                /** @description All users who have the entry open. */
                readonly people?: components["schemas"]["PersonHere"][];
            };
        };
        PersonHere: {
            /** @description Id. */
            user: string;
            name: string;
            /** @description API IDs of the fields they are editing. */
            readonly fields: string[];
        };
        Webhook: {
            id: string;
            name?: string;
            /** Format: uri-reference */
            url: string;
            /** @description Empty: all events. */
            readonly events: ("entry.published" | "entry.unpublished" | "entry.deleted" | "content_type.updated" | "site.published")[];
            coalesce: boolean;
            sign: boolean;
            enabled: boolean;
            /** @enum {string} */
            disabledReason?: "by-hand" | "gone" | "failing" | "transferred";
            /** Format: date-time */
            disabledAt?: string;
            /** @description ID of the user who caused the event. */
            disabledBy?: string;
            /** Format: date-time */
            failingSince?: string;
            /** Format: date-time */
            previousSecretUntil?: string;
            lastAttempt?: {
                /** Format: date-time */
                at: string;
                status?: number;
                /** @description Absent if the attempt succeeded. */
                problem?: string;
            };
            /** Format: date-time */
            createdAt: string;
        };
        WebhookDelivery: {
            id: string;
            /** @enum {string} */
            state: "pending" | "delivered" | "failed";
            /** @description The same for all retries. */
            eventId: string;
            event: string;
            contentType: string;
            entryId: string;
            entrySlug: string;
            /** Format: date-time */
            occurredAt: string;
            /** @description Sequence number of the event in the site. */
            sequence: number;
            test: boolean;
            attempts: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            nextAttemptAt?: string;
            /** Format: date-time */
            finishedAt?: string;
            lastAttempt?: {
                /** Format: date-time */
                at: string;
                durationMs: number;
                status?: number;
                /** @description Absent if the attempt succeeded. */
                problem?: string;
            };
        };
        WebhookAttempt: {
            number: number;
            /** Format: date-time */
            at: string;
            durationMs: number;
            status?: number;
            /** @description Absent if the attempt succeeded. */
            problem?: string;
            /** Format: uri-reference */
            url: string;
            requestHeaders: {
                [key: string]: string;
            };
            /** @description Up to 4 KB of the response body. */
            response?: string;
        };
        ReadAnswer: {
            /** @description Path and query for use in a client. */
            address: string;
            status: number;
            headers: {
                [key: string]: string;
            };
            /** @description Up to the first 512 KB. */
            body: string;
            /** @description Size of the whole body. */
            bytes: number;
        };
        SiteRates: {
            /** @description Absent if requests cannot be counted. */
            reads?: {
                limit: number;
                remaining: number;
                /**
                 * Format: date-time
                 * @description When the limits are reset.
                 */
                resetAt: string;
            };
            writes: {
                limit: number;
                remaining: number;
                /**
                 * Format: date-time
                 * @description When the limits are reset.
                 */
                resetAt: string;
            };
        };
        Upstream: {
            /** Format: uri-reference */
            url: string;
            branch: string;
            credential: {
                /** @enum {string} */
                kind: "none" | "token" | "ssh";
                username: string | null;
                /** @description SSH public key. Add it to the repository on the Git host as a deploy key with write access. */
                publicKey: string | null;
            };
            /** @description Trusted SSH host keys. */
            hostKeys: {
                type: string;
                fingerprint: string;
            }[];
            forge: {
                /** @enum {string} */
                kind: "github" | "gitlab" | "gitea";
                /** Format: uri-reference */
                url: string | null;
                ownToken: boolean;
            } | null;
            reviewedThere: boolean;
            webhook: {
                /** @description Webhook URL to set on the Git host. */
                address: string;
                /** Format: date-time */
                receivedAt: string | null;
            };
            setBy: string | null;
            /** Format: date-time */
            setAt: string;
            /**
             * @description `attention`: someone must act; see `branches`. `failing`: HQ tries again at `nextAt`; see `problem`.
             * @enum {string}
             */
            state: "new" | "in_sync" | "attention" | "failing";
            /** @description Whether a sync is running. */
            syncing: boolean;
            /** Format: date-time */
            triedAt: string | null;
            /**
             * Format: date-time
             * @description Time of the last successful sync.
             */
            syncedAt: string | null;
            /** Format: date-time */
            nextAt: string;
            /** @description Why the whole sync failed. */
            problem: {
                /** @description An error code, such as `upstream_denied`. */
                code: string;
                /** @description What is wrong, and what to do about it. */
                message: string;
                /** @description Violations of the site's rules, by file. */
                issues?: {
                    code: string;
                    message: string;
                    path?: string;
                    line?: number;
                    field?: string;
                }[];
            } | null;
            /** @description What the Git host's API rejected. Branches are still synced. */
            forgeProblem: {
                /** @description An error code, such as `upstream_denied`. */
                code: string;
                /** @description What is wrong, and what to do about it. */
                message: string;
                /** @description Violations of the site's rules, by file. */
                issues?: {
                    code: string;
                    message: string;
                    path?: string;
                    line?: number;
                    field?: string;
                }[];
            } | null;
            branches: components["schemas"]["UpstreamBranch"][];
            requests: components["schemas"]["UpstreamRequest"][];
        };
        UpstreamBranch: {
            /** @description Name in HQ. `main` can have another name upstream. */
            name: string;
            here: string | null;
            there: string | null;
            /** @description Number of commits that are only in HQ. */
            ahead: number | null;
            /** @description Number of commits that are only upstream. */
            behind: number | null;
            /**
             * @description `waiting`: continues with the next sync. `held`: contains files that its author cannot merge, and is pushed after someone who can has approved it. `rejected`: the upstream rejects the push. `refused`: the upstream content breaks the site's rules. `proposed`: the upstream changes are in a change request. `question`: someone must decide.
             * @enum {string}
             */
            state: "in_sync" | "waiting" | "held" | "rejected" | "refused" | "proposed" | "question";
            /** @description Number of the change request that the branch belongs to, or that contains its changes. */
            change: number | null;
            problem: {
                /** @description An error code, such as `upstream_denied`. */
                code: string;
                /** @description What is wrong, and what to do about it. */
                message: string;
                /** @description Violations of the site's rules, by file. */
                issues?: {
                    code: string;
                    message: string;
                    path?: string;
                    line?: number;
                    field?: string;
                }[];
            } | null;
            question: {
                /** @enum {string} */
                kind: "rewritten" | "unrelated" | "deleted" | "moved" | "conflict";
                /** @description The last commit that both sides had in common. */
                was: string | null;
                choices: ("ours" | "theirs" | "both")[];
            } | null;
        };
        UpstreamRequest: {
            /** @description Number of the change request. */
            change: number;
            /** @description Number of the pull or merge request on the Git host. */
            request: number;
            /** Format: uri-reference */
            url: string;
            /** @enum {string} */
            state: "open" | "merged" | "closed";
        };
        Skill: {
            name: string;
            display_name: string;
            /** @description Whether its SKILL.md has no description, so that this one was derived from its title or name. */
            display_name_derived: boolean;
            description: string;
            readonly requires: {
                readonly mcp_servers: string[];
                readonly cli_tools: string[];
                readonly env_vars: string[];
            };
            version: number;
            commit: string;
            /** @description Hash of its folder. The same files have the same hash. */
            tree: string;
            /** Format: date-time */
            updatedAt: string;
            readonly by: {
                name: string;
                /** Format: email */
                email: string;
            };
            /** @description Whether it can be installed without a token. */
            public: boolean;
            /** @description The newest reviewed version. */
            reviewedVersion: number | null;
        };
        SavedSkill: {
            name: string;
            display_name: string;
            /** @description Whether its SKILL.md has no description, so that this one was derived from its title or name. */
            display_name_derived: boolean;
            description: string;
            readonly requires: {
                readonly mcp_servers: string[];
                readonly cli_tools: string[];
                readonly env_vars: string[];
            };
            version: number;
            commit: string;
            /** @description Hash of its folder. The same files have the same hash. */
            tree: string;
            /** Format: date-time */
            updatedAt: string;
            readonly by: {
                name: string;
                /** Format: email */
                email: string;
            };
            /** @description Whether it can be installed without a token. */
            public: boolean;
            /** @description The newest reviewed version. */
            reviewedVersion: number | null;
            /** @description The prompt, before variables are expanded. */
            body: string;
            /** @description No changes, so there is no new version. */
            unchanged: boolean;
        };
        WholeSkill: {
            name: string;
            display_name: string;
            /** @description Whether its SKILL.md has no description, so that this one was derived from its title or name. */
            display_name_derived: boolean;
            description: string;
            readonly requires: {
                readonly mcp_servers: string[];
                readonly cli_tools: string[];
                readonly env_vars: string[];
            };
            version: number;
            commit: string;
            /** @description Hash of its folder. The same files have the same hash. */
            tree: string;
            /** Format: date-time */
            updatedAt: string;
            readonly by: {
                name: string;
                /** Format: email */
                email: string;
            };
            /** @description Whether it can be installed without a token. */
            public: boolean;
            /** @description The newest reviewed version. */
            reviewedVersion: number | null;
            /** @description The prompt, before variables are expanded. */
            body: string;
        };
        SkillFile: {
            path: string;
            /** @enum {string} */
            mode: "100644" | "100755";
            size: number;
            oid: string;
            text?: string;
            /** @description Base64, for binary files. */
            content?: string;
        };
        SkillReviewRule: {
            /**
             * @description `automatic`: required while a worker of the workspace has secrets.
             * @enum {string}
             */
            setting: "automatic" | "on" | "off";
            /** @description Whether a skill runs with secrets only in a reviewed version. */
            required: boolean;
            readonly workersWithSecrets: {
                id: string;
                name: string;
            }[];
        };
        SkillVersion: {
            version: number;
            commit: string;
            /** @description Hash of its folder. The same files have the same hash. */
            tree: string;
            /** Format: date-time */
            createdAt: string;
            readonly by: {
                name: string;
                /** Format: email */
                email: string;
            };
            /** @description Null if no one has reviewed it. */
            review: {
                /** @description Null if the account was deleted. */
                by: {
                    id: string;
                    name: string;
                } | null;
                /** Format: date-time */
                at: string;
                /** @description Whether the reviewer is also the author, as the only member of the workspace. */
                alone: boolean;
            } | null;
            /** @description Whether you can review it. */
            reviewable: boolean;
        };
        SkillChangeDetail: {
            change: components["schemas"]["ListedChange"];
            /** @description Time of this response. Send it to mark the change request as viewed. */
            asOf: string;
            /** @description Names of all users whose IDs are in the response. */
            people: {
                id: string;
                name: string;
            }[];
            head: string;
            /** @description Commit on `main` where the branch starts. */
            base: string;
            /** @description Whether its commits were deleted, some time after it was closed. */
            pruned: boolean;
            /** @description Newest first, up to 200. */
            commits: {
                commit: string;
                author: {
                    name: string;
                    /** Format: email */
                    email: string;
                };
                /** Format: date-time */
                when: string;
                subject: string;
                body: string;
            }[];
            skills: {
                /** @enum {string} */
                kind: "added" | "removed" | "changed";
                name: string;
            }[];
            files: {
                /** @enum {string} */
                kind: "added" | "removed" | "changed";
                path: string;
                skill: string | null;
                /** @description Whether you marked its current state as viewed. */
                viewed: boolean;
            }[];
            /** @description Null if it is closed or merged. */
            merge: {
                possible: boolean;
                blockedBy: ("draft" | "conflicts" | "issues" | "nothing_to_merge" | "approval_missing" | "changes_requested")[];
                /** @description Files with their texts; null for none, and for binary files. */
                conflicts: {
                    file: string;
                    base: string | null;
                    main: string | null;
                    branch: string | null;
                }[];
                issues: {
                    code: string;
                    message: string;
                    path?: string;
                    line?: number;
                    field?: string;
                }[];
            } | null;
        };
        Worker: {
            id: string;
            name: string;
            /** @enum {string} */
            state: "pending" | "online" | "offline" | "revoked";
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            registeredAt?: string;
            /**
             * Format: date-time
             * @description For a pending worker: time by which it must register.
             */
            expiresAt?: string;
            /** Format: date-time */
            lastSeenAt?: string;
            /** Format: date-time */
            revokedAt?: string;
            agent?: string;
            version?: string;
            /** @description X25519 public key that secrets are encrypted with, base64url. */
            publicKey?: string;
            /** @description Fingerprint of that key. Compare it with the one the worker shows. */
            fingerprint?: string;
            facts?: components["schemas"]["WorkerFacts"];
            /** @description Time of HQ's last wake-up request to the worker's URL, and why it failed. */
            lastKnock?: {
                /** Format: date-time */
                at: string;
                problem?: string;
            };
        };
        WorkerFacts: {
            version?: string;
            agent?: string;
            hostname?: string;
            /** Format: uri-reference */
            url?: string;
            isolation?: {
                /** @enum {string} */
                level: "none" | "contained" | "boxed";
                by: string;
                isChosen: boolean;
                readonly unavailable: {
                    level: string;
                    reason: string;
                }[];
            };
            concurrentRuns?: number;
            cores?: number;
            readonly load?: number[];
            memoryTotal?: number;
            memoryFree?: number;
            diskFree?: number;
            readonly skills?: {
                name: string;
                version: number | null;
                tree?: string;
            }[];
            readonly mcpServers?: string[];
            readonly variables?: string[];
            readonly secrets?: {
                key: string;
                workspaceId: string;
            }[];
            readonly runs?: string[];
        };
        Project: {
            id: string;
            name: string;
            siteId?: string;
            manifest: components["schemas"]["ProjectManifestOutput"];
            /** Format: date-time */
            createdAt: string;
            /** @description Whether you can see and set its variables. */
            seesVariables: boolean;
        };
        Workflow: {
            id: string;
            projectId: string;
            name: string;
            readonly steps: components["schemas"]["WorkflowStepOutput"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        Run: {
            id: string;
            /** @enum {string} */
            kind: "skill" | "workflow";
            /** @enum {string} */
            state: "queued" | "dispatched" | "running" | "succeeded" | "failed" | "cancelled" | "timed_out" | "lost" | "refused";
            skill?: {
                name: string;
                version: number;
                commit: string;
                tree?: string;
            };
            workerId?: string;
            projectId?: string;
            workflowId?: string;
            /** @description The workflow run that this run is a step of. */
            parentId?: string;
            /** @description 1, 2, … */
            step?: number;
            attempt: number;
            reason?: string;
            exitCode?: number;
            readonly items?: components["schemas"]["PreflightItem"][];
            promptHash?: string;
            createdBy?: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            dispatchedAt?: string;
            /** Format: date-time */
            startedAt?: string;
            /** Format: date-time */
            endedAt?: string;
            /**
             * Format: date-time
             * @description Time at which someone canceled it.
             */
            cancelledAt?: string;
        };
        PreflightItem: {
            kind: string;
            name: string;
            status: string;
            detail?: string;
            skill?: string;
        };
        RunDetails: {
            run: components["schemas"]["Run"];
            /** @description Variables that HQ sent. For a project's run, only project members and admins see more than the workspace's variables. */
            readonly variables: {
                key: string;
                value: string;
                /** @enum {string} */
                scope: "workspace" | "project" | "workflow" | "worker";
            }[];
            /** @description Names of the worker's own variables used in the prompt, including those that replaced HQ's; absent if the run has not started. */
            readonly ownVariables?: string[];
            /** @description Whether you read its log and files, and may cancel it: of a project's run, its members and admins. */
            seesLog: boolean;
            logBytes: number;
            /** @description Of a workflow run. */
            readonly steps: components["schemas"]["Run"][];
        };
        RunLogEvent: {
            /** @enum {string} */
            event: "output" | "state" | "end";
            /** @description For `output`: the offset of its end in bytes. Send it as `Last-Event-ID`. */
            id?: string;
            data: {
                text?: string;
                state?: string;
            };
        };
        WorkspaceEvent: {
            /** @enum {string} */
            event: "ready" | "skill.changed" | "run.changed" | "worker.changed";
            data: {
                /** @description ID of the skill or worker. */
                name?: string;
                /** @description Version of the skill; null if it was deleted. */
                version?: number | null;
                commit?: string;
                /** Format: date-time */
                at?: string;
                /** @description Name of the author of the version. */
                by?: string;
                /** @description ID of the run or worker. */
                id?: string;
                /** @description ID of the run or worker. */
                state?: string;
                /** @description The workflow run that the run is a step of. */
                parentId?: string;
                /** @description State of the run. */
                workerId?: string;
            };
        };
        Variable: {
            key: string;
            value: string;
            /** @enum {string} */
            scope: "workspace" | "project" | "workflow" | "worker";
            /** Format: date-time */
            updatedAt: string;
            updatedBy?: string;
        };
        ResolvedVariable: {
            key: string;
            value: string;
            /** @enum {string} */
            scope: "workspace" | "project" | "workflow" | "worker";
            /** @description Values that it overrides, highest precedence first. */
            readonly shadowed: {
                value: string;
                /** @enum {string} */
                scope: "workspace" | "project" | "workflow" | "worker";
            }[];
        };
        WorkerFinding: {
            id: string;
            /** @enum {string} */
            severity: "info" | "warn" | "error";
            /** @default [] */
            projects: string[];
            /** @default [] */
            evidence: string[];
            /** @default  */
            fix: string;
        };
        MemoryEntry: {
            id: string;
            /** @description Null: universal, for all projects. */
            projectId: string | null;
            content: string;
            kind: string;
            tags: string[];
            source: {
                [key: string]: string;
            };
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            expiresAt: string | null;
        };
        Artifact: {
            /** @description Path in the directory of the run. */
            path: string;
            byteSize: number;
        };
        Finding: {
            /** @enum {string} */
            id: "weight" | "memory" | "mcp" | "variables" | "ports" | "skills" | "resources" | "directories";
            /** @enum {string} */
            severity: "info" | "warn" | "error";
            readonly projects: string[];
            readonly evidence: string[];
            fix: string;
        };
        Assignment: {
            projectId: string;
            workerId: string;
            /** @enum {string} */
            role: "pm" | "engineer";
            /** @description Reason for assigning the worker despite errors. */
            reason?: string;
            /** Format: date-time */
            createdAt: string;
        };
        WorkerReadiness: {
            id: string;
            name: string;
            /** @enum {string} */
            state: "pending" | "online" | "offline" | "revoked";
            /** @description Error code that explains why the state is unknown. */
            problem?: string;
            skills: {
                name: string;
                version: number | null;
                ready: boolean;
                items: {
                    kind: string;
                    name: string;
                    status: string;
                    detail?: string;
                }[];
            }[];
        };
        ProjectManifestOutput: {
            /** @enum {string} */
            weight?: "light" | "heavy";
            /** @default [] */
            readonly services: {
                name: string;
                readonly ports: number[];
            }[];
            containers?: number;
            /** @default {} */
            mcpServers: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            /** @default [] */
            readonly skills: string[];
            /** @default [] */
            readonly envVars: string[];
            workDir?: string;
        };
        WorkflowStepOutput: {
            skill: string;
            version?: number;
            /**
             * @description Instead of a version. `newest` runs unreviewed versions only on workers without secrets. Default: the newest reviewed version if skills must be reviewed, otherwise the newest.
             * @enum {string}
             */
            use?: "reviewed" | "newest";
            /** @default {} */
            inputs: {
                [key: string]: string;
            };
            /**
             * @description A number: how many times it is retried before the workflow stops.
             * @default stop
             */
            onFailure: ("stop" | "continue") | number;
        };
    };
    responses: {
        /** @description The request cannot be read. `param` names an invalid parameter. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `not_signed_in`, or the credential is not valid. */
        NotSignedIn: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `forbidden`: the role, scope, or origin does not allow the request. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `too_large`: the body exceeds the limit. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The media type of the body is not supported. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `invalid` or a more specific code: `errors` lists all problems. */
        Invalid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `rate_limited`: `Retry-After` contains the number of seconds to wait. */
        RateLimited: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `insufficient_storage`: the disk is full. */
        InsufficientStorage: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description All further problems, and what to do about them. */
        Failure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `conflict` or a more specific code: the request conflicts with the current state. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Not found, or not visible to you. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `stale`: contains both versions and their conflicts. */
        Stale: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readSetupLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        suggestedEmail?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    setUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    /** Format: email */
                    email: string;
                    name: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["Person"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"] | components["schemas"]["SecondFactorWanted"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    signInSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    challenge: string;
                    code: string;
                } | {
                    challenge: string;
                    recoveryCode: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    signInPasskey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    challenge: string;
                    credential: {
                        id: string;
                        rawId: string;
                        /** @constant */
                        type: "public-key";
                        /** @default {} */
                        clientExtensionResults?: Record<string, never>;
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    stepUp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                    code?: string;
                    recoveryCode?: string;
                } | {
                    challenge: string;
                    credential: {
                        id: string;
                        rawId: string;
                        /** @constant */
                        type: "public-key";
                        /** @default {} */
                        clientExtensionResults?: Record<string, never>;
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listSignInMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        password: boolean;
                        passkey: boolean;
                        oidc: {
                            /**
                             * Format: uri-reference
                             * @description Single sign-on URL. Takes `returnTo`, a path in HQ.
                             */
                            startUrl: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    password?: string;
                    currentPassword?: string;
                    /** @default false */
                    keepTokens?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedMe"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sessions: components["schemas"]["Session"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        preferences: {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    setPreference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    value: unknown;
                };
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    deletePreference: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        enabled: boolean;
                        /** Format: date-time */
                        since?: string;
                        recoveryCodesLeft?: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    startTotp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secret: string;
                        uri: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    removeTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    code: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    replaceRecoveryCodes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    signInPasskeyOptions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyQuestion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    stepUpPasskeyOptions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyQuestion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    newPasskeyOptions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyQuestion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listPasskeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        passkeys: components["schemas"]["Passkey"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    challenge: string;
                    name: string;
                    credential: {
                        id: string;
                        rawId: string;
                        /** @constant */
                        type: "public-key";
                        /** @default {} */
                        clientExtensionResults?: Record<string, never>;
                        response: {
                            clientDataJSON: string;
                            attestationObject: string;
                            /** @default [] */
                            transports?: string[];
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Passkey"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    removePasskey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listIdentities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        identities: components["schemas"]["LinkedAccount"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    linkIdentity: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    returnTo?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uri-reference */
                        url: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    unlinkIdentity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tokens: components["schemas"]["PersonalToken"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    scopes: string[];
                    /** Format: date-time */
                    expiresAt: string;
                    sites?: string[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedPersonalToken"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalToken"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    revokeToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        invitations: components["schemas"]["Invitation"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    invite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                    /**
                     * @default member
                     * @enum {string}
                     */
                    role?: "admin" | "member";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedInvitation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    inviteToInstance: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedInvitation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    readInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: email */
                        email: string;
                        /** @description Whether the email address has an account. If so, sign in to accept. */
                        known: boolean;
                        /** @description Name of the workspace. */
                        workspace?: string;
                        /** @description Name of the person who sent it. */
                        invitedBy?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    name: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        user: components["schemas"]["Person"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    acceptInvitationSignedIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: email */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    readPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: email */
                        email: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    password: string;
                    /** @default false */
                    keepTokens?: boolean;
                };
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listUsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        users: components["schemas"]["User"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    disabled?: boolean;
                    instanceAdmin?: boolean;
                };
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listWorkspaces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workspaces: components["schemas"]["Workspace"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    slug: string;
                    name?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    deleteWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    updateWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        members: components["schemas"]["Member"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    putMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description ID of a member, or their email address. */
                    user: string;
                    /** @enum {string} */
                    role: "member" | "admin" | "owner";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        members: components["schemas"]["Member"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    leaveWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    putPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    plan: "free" | "starter" | "team" | "business" | "enterprise";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sites: {
                            used: number;
                            limit: number | null;
                        };
                        mediaBytes: {
                            used: number;
                            limit: number | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    putPaymentMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @default Payment method */
                    label?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        label: string;
                        /** Format: date-time */
                        addedAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    deletePaymentMethod: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getFeatures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cms: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    putFeatures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    cms: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        cms: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getCmsRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        request?: components["schemas"]["CmsRequest"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    requestCms: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default  */
                    note?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CmsRequest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    withdrawCmsRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    declineCmsRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default  */
                    answer?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CmsRequest"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listInstanceWorkspaces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workspaces: components["schemas"]["InstanceWorkspace"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    getInstanceHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstanceHealth"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listSites: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        sites: components["schemas"]["Site"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    createSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description URL of the repository that becomes the site: `https://…` or `ssh://git@…`. */
                    from?: string;
                    /** @description Branch that becomes `main`. Default: the branch that a clone checks out. */
                    branch?: string;
                    /** @description For a repository that is not public. */
                    credential?: string | {
                        /** @constant */
                        kind: "token";
                        token: string;
                        /**
                         * @description Most Git hosts accept any value. Deploy tokens of GitLab have a specific one.
                         * @default loam
                         */
                        username?: string;
                    } | {
                        /** @constant */
                        kind: "ssh";
                        /** @description In OpenSSH format, without a passphrase. Absent: HQ generates a key and returns its public key. */
                        privateKey?: string;
                    };
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    deleteSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    updateSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    previewUrl?: string | null;
                    integrationMode?: boolean;
                    reviewRequired?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    putPublishing: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    enabled: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    startTakeOver: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description URL of the repository that becomes the site: `https://…` or `ssh://git@…`. */
                    from: string;
                    /** @description Branch that becomes `main`. Default: the branch that a clone checks out. */
                    branch?: string;
                    /** @description For a repository that is not public. */
                    credential?: string | {
                        /** @constant */
                        kind: "token";
                        token: string;
                        /**
                         * @description Most Git hosts accept any value. Deploy tokens of GitLab have a specific one.
                         * @default loam
                         */
                        username?: string;
                    } | {
                        /** @constant */
                        kind: "ssh";
                        /** @description In OpenSSH format, without a passphrase. Absent: HQ generates a key and returns its public key. */
                        privateKey?: string;
                    };
                    /**
                     * @description Only report what would be created.
                     * @default false
                     */
                    dryRun?: boolean;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakeOver"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getTakeOver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TakeOver"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    cancelTakeOver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getSiteSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteSettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    updateSiteSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Types that are omitted keep their path. null removes it. */
                    routes?: {
                        [key: string]: string | null;
                    };
                    /** @description Types that are omitted keep their folder. null moves a type's entries to content/. Files are moved in the same commit. */
                    paths?: {
                        [key: string]: string | null;
                    };
                    /** @description null sets UTC. */
                    timeZone?: string | null;
                    media?: {
                        /**
                         * @description SVG files can contain scripts. `clean` stores the file without them, `refuse` rejects it.
                         * @enum {string}
                         */
                        svg?: "clean" | "refuse";
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteSettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    checkPreviewUrl: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uri */
                    url: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewCheck"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access: components["schemas"]["SiteMember"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    putAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description ID of a member, or their email address. */
                    user: string;
                    /** @enum {string} */
                    role: "view" | "write" | "edit";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access: components["schemas"]["SiteMember"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    removeAccess: {
        parameters: {
            query?: {
                user?: string;
            };
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    user: string;
                };
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    deleteAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                user: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listReadKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: components["schemas"]["ReadKey"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    createReadKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        siteId: string;
                        name: string;
                        /** @description Its first and last characters. */
                        hint: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        revokedAt?: string;
                        /**
                         * Format: date-time
                         * @description Rounded to the minute.
                         */
                        lastUsedAt?: string;
                        key: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    revokeReadKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getDraftKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        lastFour: string | null;
                        /** Format: date-time */
                        madeAt: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    regenerateDraftKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        lastFour: string;
                        /** Format: date-time */
                        madeAt: string;
                        draftKey: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    requestTransfer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    workspace: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Transfer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    withdrawTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listSiteTransfers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        transfers: components["schemas"]["Transfer"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listWorkspaceTransfers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        transfers: components["schemas"]["Transfer"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    declineTransfer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    acceptTransfer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    duplicateSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @default true */
                    entries?: boolean;
                    /** @default true */
                    media?: boolean;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    planExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportPlan"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    exportSite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listSiteAudit: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Cursor of the previous page. */
                cursor?: string;
                /** @description `read-key.created`, or `read-key` for all events of API keys. */
                event?: string;
                user?: string;
                outcome?: "allowed" | "refused";
                from?: string;
                until?: string;
            };
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        records: components["schemas"]["AuditRecord"][];
                        /** @description Absent on the last page. */
                        cursor?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listWorkspaceAudit: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Cursor of the previous page. */
                cursor?: string;
                /** @description `read-key.created`, or `read-key` for all events of API keys. */
                event?: string;
                user?: string;
                outcome?: "allowed" | "refused";
                from?: string;
                until?: string;
            };
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        records: components["schemas"]["AuditRecord"][];
                        /** @description Absent on the last page. */
                        cursor?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listAudit: {
        parameters: {
            query?: {
                limit?: number;
                /** @description Cursor of the previous page. */
                cursor?: string;
                /** @description `read-key.created`, or `read-key` for all events of API keys. */
                event?: string;
                user?: string;
                outcome?: "allowed" | "refused";
                from?: string;
                until?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        records: components["schemas"]["AuditRecord"][];
                        /** @description Absent on the last page. */
                        cursor?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listTypes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        types: components["schemas"]["ContentType"][];
                        /** @description Types whose `type.yml` cannot be read, for example after a push. */
                        readonly broken: components["schemas"]["BrokenContentType"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    createType: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    apiId?: string;
                    label: string;
                    description?: string;
                    /** @description Internal ID of the field stored as the Markdown body of the file. */
                    body?: string;
                    /** @enum {string} */
                    kind: "list" | "object";
                    /** @default [] */
                    fields?: ({
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @enum {string} */
                        type: "boolean" | "date" | "embed";
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @enum {string} */
                        type: "text" | "textarea" | "richtext";
                        /** @description Maximum length allowed when publishing, up to the limit of the type. */
                        maxLength?: number;
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "number";
                        /** @description Minimum value allowed when publishing. */
                        min?: number;
                        /** @description Maximum value allowed when publishing. */
                        max?: number;
                        /**
                         * @description Whether only whole numbers are allowed.
                         * @default false
                         */
                        integer?: boolean;
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "select";
                        options: {
                            value: string;
                            label: string;
                        }[];
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "media";
                        /**
                         * @default file
                         * @enum {string}
                         */
                        accept?: "image" | "file";
                        /** @default false */
                        requireAlt?: boolean;
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "reference";
                        to: string[];
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "repeat";
                        fields: ({
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @enum {string} */
                            type: "boolean" | "date" | "embed";
                        } | {
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @enum {string} */
                            type: "text" | "textarea" | "richtext";
                            /** @description Maximum length allowed when publishing, up to the limit of the type. */
                            maxLength?: number;
                        } | {
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @constant */
                            type: "number";
                            /** @description Minimum value allowed when publishing. */
                            min?: number;
                            /** @description Maximum value allowed when publishing. */
                            max?: number;
                            /**
                             * @description Whether only whole numbers are allowed.
                             * @default false
                             */
                            integer?: boolean;
                        } | {
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @constant */
                            type: "select";
                            options: {
                                value: string;
                                label: string;
                            }[];
                        } | {
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @constant */
                            type: "media";
                            /**
                             * @default file
                             * @enum {string}
                             */
                            accept?: "image" | "file";
                            /** @default false */
                            requireAlt?: boolean;
                        } | {
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @constant */
                            type: "reference";
                            to: string[];
                        })[];
                    })[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentType"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getType: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                api_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContentType"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    deleteType: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
            };
            path: {
                site: string;
                api_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                api_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schema"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    saveSchema: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
            };
            path: {
                site: string;
                api_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    apiId?: string;
                    label: string;
                    description?: string;
                    /** @description Internal ID of the field stored as the Markdown body of the file. */
                    body?: string;
                    /** @enum {string} */
                    kind?: "list" | "object";
                    fields: ({
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @enum {string} */
                        type: "boolean" | "date" | "embed";
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @enum {string} */
                        type: "text" | "textarea" | "richtext";
                        /** @description Maximum length allowed when publishing, up to the limit of the type. */
                        maxLength?: number;
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "number";
                        /** @description Minimum value allowed when publishing. */
                        min?: number;
                        /** @description Maximum value allowed when publishing. */
                        max?: number;
                        /**
                         * @description Whether only whole numbers are allowed.
                         * @default false
                         */
                        integer?: boolean;
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "select";
                        options: {
                            value: string;
                            label: string;
                        }[];
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "media";
                        /**
                         * @default file
                         * @enum {string}
                         */
                        accept?: "image" | "file";
                        /** @default false */
                        requireAlt?: boolean;
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "reference";
                        to: string[];
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "repeat";
                        fields: ({
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @enum {string} */
                            type: "boolean" | "date" | "embed";
                        } | {
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @enum {string} */
                            type: "text" | "textarea" | "richtext";
                            /** @description Maximum length allowed when publishing, up to the limit of the type. */
                            maxLength?: number;
                        } | {
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @constant */
                            type: "number";
                            /** @description Minimum value allowed when publishing. */
                            min?: number;
                            /** @description Maximum value allowed when publishing. */
                            max?: number;
                            /**
                             * @description Whether only whole numbers are allowed.
                             * @default false
                             */
                            integer?: boolean;
                        } | {
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @constant */
                            type: "select";
                            options: {
                                value: string;
                                label: string;
                            }[];
                        } | {
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @constant */
                            type: "media";
                            /**
                             * @default file
                             * @enum {string}
                             */
                            accept?: "image" | "file";
                            /** @default false */
                            requireAlt?: boolean;
                        } | {
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @constant */
                            type: "reference";
                            to: string[];
                        })[];
                    })[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schema"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    publishSchema: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                api_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        version: number;
                        changed: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listSchemaVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                api_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly versions: components["schemas"]["SchemaVersion"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listDeletedFields: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                api_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly fields: components["schemas"]["DeletedField"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    getSchemaImpact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                api_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchemaImpact"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    previewSchemaImpact: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                api_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    apiId?: string;
                    label: string;
                    description?: string;
                    /** @description Internal ID of the field stored as the Markdown body of the file. */
                    body?: string;
                    /** @enum {string} */
                    kind?: "list" | "object";
                    fields: ({
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @enum {string} */
                        type: "boolean" | "date" | "embed";
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @enum {string} */
                        type: "text" | "textarea" | "richtext";
                        /** @description Maximum length allowed when publishing, up to the limit of the type. */
                        maxLength?: number;
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "number";
                        /** @description Minimum value allowed when publishing. */
                        min?: number;
                        /** @description Maximum value allowed when publishing. */
                        max?: number;
                        /**
                         * @description Whether only whole numbers are allowed.
                         * @default false
                         */
                        integer?: boolean;
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "select";
                        options: {
                            value: string;
                            label: string;
                        }[];
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "media";
                        /**
                         * @default file
                         * @enum {string}
                         */
                        accept?: "image" | "file";
                        /** @default false */
                        requireAlt?: boolean;
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "reference";
                        to: string[];
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "repeat";
                        fields: ({
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @enum {string} */
                            type: "boolean" | "date" | "embed";
                        } | {
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @enum {string} */
                            type: "text" | "textarea" | "richtext";
                            /** @description Maximum length allowed when publishing, up to the limit of the type. */
                            maxLength?: number;
                        } | {
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @constant */
                            type: "number";
                            /** @description Minimum value allowed when publishing. */
                            min?: number;
                            /** @description Maximum value allowed when publishing. */
                            max?: number;
                            /**
                             * @description Whether only whole numbers are allowed.
                             * @default false
                             */
                            integer?: boolean;
                        } | {
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @constant */
                            type: "select";
                            options: {
                                value: string;
                                label: string;
                            }[];
                        } | {
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @constant */
                            type: "media";
                            /**
                             * @default file
                             * @enum {string}
                             */
                            accept?: "image" | "file";
                            /** @default false */
                            requireAlt?: boolean;
                        } | {
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @constant */
                            type: "reference";
                            to: string[];
                        })[];
                    })[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchemaImpact"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getSample: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                api_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    previewSample: {
        parameters: {
            query?: {
                /** @description ID or slug of an entry. Returns its JSON as it would be published. */
                entry?: string;
            };
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                api_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    apiId?: string;
                    label: string;
                    description?: string;
                    /** @description Internal ID of the field stored as the Markdown body of the file. */
                    body?: string;
                    /** @enum {string} */
                    kind?: "list" | "object";
                    fields: ({
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @enum {string} */
                        type: "boolean" | "date" | "embed";
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @enum {string} */
                        type: "text" | "textarea" | "richtext";
                        /** @description Maximum length allowed when publishing, up to the limit of the type. */
                        maxLength?: number;
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "number";
                        /** @description Minimum value allowed when publishing. */
                        min?: number;
                        /** @description Maximum value allowed when publishing. */
                        max?: number;
                        /**
                         * @description Whether only whole numbers are allowed.
                         * @default false
                         */
                        integer?: boolean;
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "select";
                        options: {
                            value: string;
                            label: string;
                        }[];
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "media";
                        /**
                         * @default file
                         * @enum {string}
                         */
                        accept?: "image" | "file";
                        /** @default false */
                        requireAlt?: boolean;
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "reference";
                        to: string[];
                    } | {
                        /** @description Internal ID, never changed. Default: derived from the API ID. */
                        id?: string;
                        /** @description Key in published JSON. Default: derived from the label. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which the entry editor shows it; not for fields in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "repeat";
                        fields: ({
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @enum {string} */
                            type: "boolean" | "date" | "embed";
                        } | {
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @enum {string} */
                            type: "text" | "textarea" | "richtext";
                            /** @description Maximum length allowed when publishing, up to the limit of the type. */
                            maxLength?: number;
                        } | {
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @constant */
                            type: "number";
                            /** @description Minimum value allowed when publishing. */
                            min?: number;
                            /** @description Maximum value allowed when publishing. */
                            max?: number;
                            /**
                             * @description Whether only whole numbers are allowed.
                             * @default false
                             */
                            integer?: boolean;
                        } | {
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @constant */
                            type: "select";
                            options: {
                                value: string;
                                label: string;
                            }[];
                        } | {
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @constant */
                            type: "media";
                            /**
                             * @default file
                             * @enum {string}
                             */
                            accept?: "image" | "file";
                            /** @default false */
                            requireAlt?: boolean;
                        } | {
                            /** @description Internal ID, never changed. Default: derived from the API ID. */
                            id?: string;
                            /** @description Key in published JSON. Default: derived from the label. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which the entry editor shows it; not for fields in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @constant */
                            type: "reference";
                            to: string[];
                        })[];
                    })[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    replaceEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
            };
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    slug?: string;
                    /** @description The slug of the version in If-Match, so that a later rename is not undone. */
                    baseSlug?: string;
                    /** @description Values by API ID; null removes a value. Select: value or label of an option. Content reference: ID of an entry. Image and File: ID, or {id, alt, decorative}. Repeat: rows, each with its ID if it has one. */
                    fields: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    deleteEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
            };
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description Whether the entry was live. */
                        unpublished: boolean;
                        /** @description Content that referenced the entry. */
                        readonly references: components["schemas"]["Link"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    changeEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
            };
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    slug?: string;
                    /** @description The slug of the version in If-Match, so that a later rename is not undone. */
                    baseSlug?: string;
                    /**
                     * @description Values by API ID; null removes a value. Select: value or label of an option. Content reference: ID of an entry. Image and File: ID, or {id, alt, decorative}. Repeat: rows, each with its ID if it has one.
                     * @default {}
                     */
                    fields?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listReferences: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly references: components["schemas"]["Link"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listEntries: {
        parameters: {
            query?: {
                /** @description Number of rows per page. */
                limit?: number;
                /** @description Cursor of the previous page. */
                cursor?: string;
                state?: "draft" | "published" | "changed" | "unpublished" | "broken" | "scheduled";
                q?: string;
                /** @description Email address of the user who saved the entry last; `me` for the caller. */
                author?: string;
                /** @description Last changed at this time or later: a day in UTC, or ISO 8601. */
                updatedSince?: string;
                /** @description Last changed before this time. */
                updatedBefore?: string;
                /** @description Same as orderBy, with the name used by the read API. */
                orders?: ("default" | "updatedAt" | "-updatedAt" | "title" | "-title" | "slug" | "-slug" | "publishedAt" | "-publishedAt" | "createdAt" | "-createdAt" | "type" | "-type" | "state" | "-state" | "author" | "-author") | (string);
                /** @description Always included. */
                total?: "true" | "false";
                /** @description ID of an entry or media file that the working version references. */
                refersTo?: string;
                /** @description Conditions in the read API syntax, on the working version: `kind[equals]News[and]price[less_than]10`. System keys always work, fields only if the list has one type. Rich text supports only `exists`; use q to search its text. */
                filters?: string;
                /** @description API IDs, separated by commas: values to include for each entry. References have type, slug, title, and state. Media have filename and URL. Long texts are shortened. */
                fields?: string;
                /** @description Whether to include the first image of each entry. */
                thumbnails?: "true" | "false";
                /** @description `default` is the order of the published list; `fields.<API ID>` sorts by a field. `-` reverses the order. */
                orderBy?: ("default" | "updatedAt" | "-updatedAt" | "title" | "-title" | "slug" | "-slug" | "publishedAt" | "-publishedAt" | "createdAt" | "-createdAt" | "type" | "-type" | "state" | "-state" | "author" | "-author") | (string);
            };
            header?: never;
            path: {
                site: string;
                api_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly entries: components["schemas"]["EntrySummary"][];
                        /** @description Absent on the last page. */
                        cursor?: string;
                        /** @description On all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    createEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                api_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Default: generated. Only for Admins of the site, to move content into HQ. */
                    id?: string;
                    /**
                     * Format: date-time
                     * @description Default: now. Only for Admins of the site, to move content into HQ.
                     */
                    createdAt?: string;
                    /** @description Default: derived from the title. */
                    slug?: string;
                    /** @description Values by API ID; null removes a value. Select: value or label of an option. Content reference: ID of an entry. Image and File: ID, or {id, alt, decorative}. Repeat: rows, each with its ID if it has one. */
                    fields: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    changeEntries: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `respond-async`, the response is sent as soon as the publish is durable. Public files and the read API follow within a second, or a few seconds for a large type with continuous publishes. */
                Prefer?: string;
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    action: "publish" | "unpublish" | "delete" | "duplicate";
                    /** @description Ids. */
                    entries: string[];
                } | {
                    /** @constant */
                    action: "schedule";
                    /** @description Ids. */
                    entries: string[];
                    /** Format: date-time */
                    publishAt?: string;
                    /** Format: date-time */
                    unpublishAt?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description In the requested order. */
                        readonly results: components["schemas"]["BulkResult"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    publishEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
                /** @description With `respond-async`, the response is sent as soon as the publish is durable. Public files and the read API follow within a second, or a few seconds for a large type with continuous publishes. */
                Prefer?: string;
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description Default: now, or the current value if the entry is already live. Only for Admins of the site, to move content into HQ.
                     */
                    publishedAt?: string;
                    /**
                     * @description `created`: entries that are not live yet get their creation date as publish date. Only for Admins of the site, to move content into HQ.
                     * @enum {string}
                     */
                    dates?: "now" | "created";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    unpublishEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `respond-async`, the response is sent as soon as the publish is durable. Public files and the read API follow within a second, or a few seconds for a large type with continuous publishes. */
                Prefer?: string;
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    scheduleEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
            };
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    publishAt?: string;
                    /** Format: date-time */
                    unpublishAt?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    unscheduleEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
            };
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    publishChanges: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `respond-async`, the response is sent as soon as the publish is durable. Public files and the read API follow within a second, or a few seconds for a large type with continuous publishes. */
                Prefer?: string;
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description IDs, or objects with an ID. */
                    entries: (string | {
                        id: string;
                        /**
                         * Format: date-time
                         * @description Default: now, or the current value if the entry is already live. Only for Admins of the site, to move content into HQ.
                         */
                        publishedAt?: string;
                    })[];
                    /**
                     * @description `created`: entries that are not live yet get their creation date as publish date. Only for Admins of the site, to move content into HQ.
                     * @enum {string}
                     */
                    dates?: "now" | "created";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Commit of the live site. */
                        commit?: string;
                        readonly published: string[];
                        /** @description Entries whose live version is already up to date. */
                        readonly unchanged: string[];
                        readonly warnings: components["schemas"]["PublishWarning"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    previewEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    previewEntryById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    createPreviewToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Send it as `draftKey`, together with an API key. */
                        token: string;
                        /** Format: date-time */
                        expiresAt: string;
                        /** @description The site's Preview URL with the token; absent if the site has no Preview URL. */
                        address?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getPreviewPage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    moveEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    direction: "up" | "down";
                } | {
                    /** @description ID of an entry; null for the end. */
                    before: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    duplicateEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listWorkingCopies: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly workingCopies: components["schemas"]["KeptCopy"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    getWorkingCopy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Null if there are none. */
                        workingCopy: components["schemas"]["WorkingCopy"] | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    keepWorkingCopy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
            };
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Version of the edited entry. */
                    base?: string;
                    slug?: string;
                    /** @description Changed values by API ID, as entered. They are not validated. */
                    fields: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptCopy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    dropWorkingCopy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
            };
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getWorkingCopyById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Null if there are none. */
                        workingCopy: components["schemas"]["WorkingCopy"] | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    keepWorkingCopyById: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
            };
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Version of the edited entry. */
                    base?: string;
                    slug?: string;
                    /** @description Changed values by API ID, as entered. They are not validated. */
                    fields: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptCopy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    dropWorkingCopyById: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
            };
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    checkSlug: {
        parameters: {
            query?: {
                /** @description The slug to check. */
                slug?: string;
                /** @description A title to derive a free slug from. */
                title?: string;
                /** @description ID of the entry that the slug is for. Its current slug is allowed. */
                entry?: string;
            };
            header?: never;
            path: {
                site: string;
                api_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlugCheck"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listSiteEntries: {
        parameters: {
            query?: {
                /** @description Number of rows per page. */
                limit?: number;
                /** @description Cursor of the previous page. */
                cursor?: string;
                state?: "draft" | "published" | "changed" | "unpublished" | "broken" | "scheduled";
                q?: string;
                /** @description Email address of the user who saved the entry last; `me` for the caller. */
                author?: string;
                /** @description Last changed at this time or later: a day in UTC, or ISO 8601. */
                updatedSince?: string;
                /** @description Last changed before this time. */
                updatedBefore?: string;
                /** @description Same as orderBy, with the name used by the read API. */
                orders?: ("default" | "updatedAt" | "-updatedAt" | "title" | "-title" | "slug" | "-slug" | "publishedAt" | "-publishedAt" | "createdAt" | "-createdAt" | "type" | "-type" | "state" | "-state" | "author" | "-author") | (string);
                /** @description Always included. */
                total?: "true" | "false";
                /** @description ID of an entry or media file that the working version references. */
                refersTo?: string;
                /** @description Conditions in the read API syntax, on the working version: `kind[equals]News[and]price[less_than]10`. System keys always work, fields only if the list has one type. Rich text supports only `exists`; use q to search its text. */
                filters?: string;
                /** @description API IDs, separated by commas: values to include for each entry. References have type, slug, title, and state. Media have filename and URL. Long texts are shortened. */
                fields?: string;
                /** @description Whether to include the first image of each entry. */
                thumbnails?: "true" | "false";
                /** @description API IDs of content types, separated by commas. Default: all types. */
                type?: string;
                orderBy?: ("default" | "updatedAt" | "-updatedAt" | "title" | "-title" | "slug" | "-slug" | "publishedAt" | "-publishedAt" | "createdAt" | "-createdAt" | "type" | "-type" | "state" | "-state" | "author" | "-author") | (string);
                /** @description IDs, separated by commas: returns only these entries, in this order, on one page. */
                ids?: string;
            };
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly entries: components["schemas"]["EntrySummary"][];
                        /** @description Absent on the last page. */
                        cursor?: string;
                        /** @description On all pages. */
                        total: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listAuthors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly authors: {
                            name: string;
                            /** Format: email */
                            email: string;
                            /** @description Number of entries that no one has changed since. */
                            entries: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listProblems: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly problems: components["schemas"]["FileProblem"][];
                        totalCount: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listHistory: {
        parameters: {
            query?: {
                /** @description Number of rows per page. */
                limit?: number;
                /** @description Cursor of the previous page. */
                cursor?: string;
                /** @description Include the names of the fields that each save changed. */
                changes?: "names";
            };
            header?: never;
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly events: components["schemas"]["HistoryEvent"][];
                        /** @description Absent on the last page. */
                        cursor?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listFieldAuthors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly fields: components["schemas"]["FieldAuthor"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    getVersion: {
        parameters: {
            query?: {
                /** @description Commit of the version to compare with: `previous` in the history. Default: the newest. */
                compare?: string;
            };
            header?: never;
            path: {
                site: string;
                api_id: string;
                id: string;
                commit: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryVersion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listDeletedEntries: {
        parameters: {
            query?: {
                /** @description Number of rows per page. */
                limit?: number;
                /** @description Cursor of the previous page. */
                cursor?: string;
                /** @description API ID. Default: all types. */
                type?: string;
            };
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly entries: components["schemas"]["DeletedEntry"][];
                        /** @description Absent on the last page. */
                        cursor?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    restoreEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    commit: string;
                    /** @description API ID of one field, or `slug`. */
                    field?: string;
                    /** @description ID of one row of that field. */
                    row?: string;
                    /** @description New slug for a deleted entry. */
                    slug?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    validateEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishCheck"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    discardChanges: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    validateEntryById: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishCheck"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    discardChangesById: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listActivity: {
        parameters: {
            query?: {
                limit?: number;
            };
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        activity: components["schemas"]["SiteAct"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listPublishes: {
        parameters: {
            query?: {
                /** @description Number of rows per page. */
                limit?: number;
                /** @description Cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly publishes: components["schemas"]["LoggedPublish"][];
                        /** @description Absent on the last page. */
                        cursor?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    previewRollBack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                commit: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RollBack"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    comparePublishes: {
        parameters: {
            query: {
                /** @description Commit in the site log to compare with. */
                since: string;
            };
            header?: never;
            path: {
                site: string;
                commit: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveDifference"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    rollBackSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `respond-async`, the response is sent as soon as the publish is durable. Public files and the read API follow within a second, or a few seconds for a large type with continuous publishes. */
                Prefer?: string;
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description From the site log; the first 7 digits are enough. */
                    commit: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RollBack"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    beginUpload: {
        parameters: {
            query?: never;
            header: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
                /** @description Size in bytes, up to 209715200. */
                "Upload-Length": string;
                /** @description tus pairs: `filename`, and optionally `sha256` of the file in hexadecimal. With it, a file that the site already has is rejected (`media_known`) before it is sent. */
                "Upload-Metadata": string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MediaUpload"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                upload: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MediaUpload"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    dropUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                upload: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    continueUpload: {
        parameters: {
            query?: never;
            header: {
                /** @description Offset of this part. */
                "Upload-Offset": string;
            };
            path: {
                site: string;
                upload: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/offset+octet-stream": unknown;
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    takeUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                upload: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Alt text.
                     * @default
                     */
                    alt?: string;
                    /**
                     * @description Folder in the media library, with `/` between names; empty for none.
                     * @default
                     */
                    folder?: string;
                    /**
                     * @description Whether to reject a file that the site already has (`media_known`).
                     * @default add
                     * @enum {string}
                     */
                    ifKnown?: "add" | "refuse";
                    /** @description ID of the media record whose file is replaced. Its name, text, and references stay; `If-Match` refers to it. Live content changes when its entries are published again. */
                    replaces?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    fetchMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uri-reference */
                    url: string;
                    /**
                     * @description Alt text.
                     * @default
                     */
                    alt?: string;
                    /**
                     * @description Folder in the media library, with `/` between names; empty for none.
                     * @default
                     */
                    folder?: string;
                    /**
                     * @description Whether to reject a file that the site already has (`media_known`).
                     * @default add
                     * @enum {string}
                     */
                    ifKnown?: "add" | "refuse";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listMedia: {
        parameters: {
            query?: {
                /** @description Number of rows per page. */
                limit?: number;
                /** @description Cursor of the previous page. */
                cursor?: string;
                q?: string;
                kind?: "image" | "video" | "audio" | "document";
                /** @description Only media in this folder and its subfolders. */
                folder?: string;
                /** @description Only media that no entry uses, draft or live. */
                unused?: "true" | "false";
                /** @description Only images without alt text. */
                missingAlt?: "true" | "false";
                order?: "createdAt" | "-createdAt" | "filename" | "-filename" | "byteSize" | "-byteSize" | "mimeType" | "-mimeType" | "uses" | "-uses";
                /** @description IDs, separated by commas: returns only these, in this order, on one page. Deleted media are omitted. */
                ids?: string;
                /** @description Also return the number of files of each kind, and the folders. */
                counts?: "true" | "false";
            };
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        media: components["schemas"]["Media"][];
                        /** @description On all pages. */
                        total: number;
                        counts?: components["schemas"]["MediaCounts"];
                        /** @description All folders of the site that contain files. */
                        readonly folders?: {
                            folder: string;
                            /** @description Without files in subfolders. */
                            files: number;
                        }[];
                        /** @description Absent on the last page. */
                        cursor?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    uploadMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: Blob;
                    /** @description Alt text. */
                    alt?: string;
                    folder?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getMedia: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    deleteMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
            };
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description Entries that still use it. Publishing them shows a warning. */
                        drafts: {
                            id: string;
                            type: string;
                            slug: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    changeMedia: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
            };
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    alt?: string;
                    /** @description Cleaned like the name of an upload. The extension cannot be changed. */
                    filename?: string;
                    /** @description Folder in the media library, with `/` between names; null for none. */
                    folder?: string | null;
                    /** @description Focal point for cropping; null for the center. */
                    focalPoint?: {
                        x: number;
                        y: number;
                    } | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Media"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listMediaUsers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly references: components["schemas"]["Link"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listMediaHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly changes: components["schemas"]["MediaChange"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    getMediaContent: {
        parameters: {
            query?: {
                variant?: string;
            };
            header?: never;
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    getSiteUsage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        mediaBytes: {
                            used: number;
                            limit: number | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    getSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        nextDueAt: string | null;
                        failures: components["schemas"]["ScheduleFailure"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listNotices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        notices: components["schemas"]["Notice"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listChanges: {
        parameters: {
            query?: {
                state?: "open" | "merged" | "closed";
                /** @description ID of the author. */
                author?: string;
                /** @description ID of a requested reviewer. */
                reviewer?: string;
                /** @description Whether others did anything in it since you marked it as viewed. */
                unread?: "true" | "false";
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        contents: components["schemas"]["ListedChange"][];
                        totalCount: number;
                        /** @description Counts of all change requests, independent of the filters. */
                        counts: {
                            open: number;
                            merged: number;
                            closed: number;
                            unread: number;
                        };
                        /** @description Names of all users whose IDs are in the response. */
                        people: {
                            id: string;
                            name: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    openChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    /** @default  */
                    description?: string;
                    /**
                     * @description IDs of the requested reviewers. They are notified by email.
                     * @default []
                     */
                    reviewers?: string[];
                    /**
                     * @description Whether it is a draft. No one is notified of drafts, and they cannot be merged.
                     * @default false
                     */
                    draft?: boolean;
                    /** @description Name of a branch. Absent: a new one is created. */
                    from?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Change"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    updateChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    description?: string;
                    /** @description IDs of the requested reviewers. They are notified by email. */
                    reviewers?: string[];
                    /** @description Whether it is a draft. No one is notified of drafts, and they cannot be merged. */
                    draft?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Change"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    closeChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Change"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    reopenChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Change"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getChangedMedia: {
        parameters: {
            query?: {
                side?: "before" | "after";
                variant?: string;
            };
            header?: never;
            path: {
                site: string;
                n: number;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    diffChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Commit on `main` where the branch starts. */
                        from: string;
                        to: string;
                        /** @description Output of `git diff`, up to one megabyte. */
                        diff: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    createChangePreviewToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Send it as `draftKey`, together with an API key. */
                        token: string;
                        /** Format: date-time */
                        expiresAt: string;
                        /** @description The site's Preview URL with the token; absent if the site has no Preview URL. */
                        address?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    mergeChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The reviewed commit. The request fails if the branch has moved. */
                    head?: string;
                    /** @default false */
                    publish?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: components["schemas"]["Change"];
                        commit: string;
                        /** @description Number of published entries. */
                        published: number;
                        /** @description Number of deleted entries that were unpublished. */
                        unpublished: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    updateChangeBranch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Resolutions of the conflicts, by file and path as in the response.
                     * @default []
                     */
                    decisions?: ({
                        file: string;
                        path: string;
                        /** @enum {string} */
                        take: "main" | "branch";
                    } | {
                        file: string;
                        /** @constant */
                        path: "slug";
                        /** @description Another slug for the entry on the branch, if an entry on `main` has the same slug. */
                        slug: string;
                    })[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        head: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listChangeComments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        contents: components["schemas"]["ChangeComment"][];
                        totalCount: number;
                        /** @description Names of all users whose IDs are in the response. */
                        people: {
                            id: string;
                            name: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    commentChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Plain text. `@[Name](user id)` mentions a user, who is notified by email. */
                    body: string;
                    /** @description ID of any comment in the thread. */
                    replyTo?: string;
                    /** @default null */
                    path?: string | null;
                    /** @default null */
                    field?: string | null;
                    /** @default null */
                    line?: number | null;
                    /** @default null */
                    quote?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeComment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    deleteChangeComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                n: number;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    editChangeComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                n: number;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Plain text. `@[Name](user id)` mentions a user, who is notified by email. */
                    body?: string;
                    resolved?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeComment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    markChangeSeen: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description `asOf` of the response that was shown. Default: now.
                     */
                    until?: string;
                };
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    markChangeViewed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    path: string;
                    /** @default true */
                    viewed?: boolean;
                };
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    approveChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default approved
                     * @enum {string}
                     */
                    verdict?: "approved" | "changes_requested";
                    /** @description The reviewed commit. */
                    head: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        verdict: "approved" | "changes_requested";
                        head: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getProposedEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                n: number;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    proposeDeletion: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
            };
            path: {
                site: string;
                n: number;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description Current commit of the branch. */
                        commit: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    proposeChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
            };
            path: {
                site: string;
                n: number;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    slug?: string;
                    /** @description The slug of the version in If-Match, so that a later rename is not undone. */
                    baseSlug?: string;
                    /**
                     * @description Values by API ID; null removes a value. Select: value or label of an option. Content reference: ID of an entry. Image and File: ID, or {id, alt, decorative}. Repeat: rows, each with its ID if it has one.
                     * @default {}
                     */
                    fields?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposedEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    proposeEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                n: number;
                api_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    slug?: string;
                    /** @description The slug of the version in If-Match, so that a later rename is not undone. */
                    baseSlug?: string;
                    /**
                     * @description Values by API ID; null removes a value. Select: value or label of an option. Content reference: ID of an entry. Image and File: ID, or {id, alt, decorative}. Repeat: rows, each with its ID if it has one.
                     * @default {}
                     */
                    fields?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProposedEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    takeOutOfChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                n: number;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @description Current commit of the branch. */
                        commit: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    checkChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeChecks"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listProposedEntries: {
        parameters: {
            query?: {
                /** @description ID of an entry. Only returns change requests that change it. */
                entry?: string;
            };
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly changes: {
                            number: number;
                            title: string;
                            draft: boolean;
                            readonly entries: {
                                id: string;
                                type: string;
                                /** @enum {string} */
                                kind: "added" | "changed" | "removed";
                            }[];
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    validateProposedEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                n: number;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishCheck"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    checkProposedSlug: {
        parameters: {
            query?: {
                /** @description The slug to check. */
                slug?: string;
                /** @description A title to derive a free slug from. */
                title?: string;
                /** @description ID of the entry that the slug is for. Its current slug is allowed. */
                entry?: string;
            };
            header?: never;
            path: {
                site: string;
                n: number;
                api_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SlugCheck"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    previewProposedEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                n: number;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryPreview"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    getChangePreviewPage: {
        parameters: {
            query?: {
                /** @description ID of the entry to show first. */
                entry?: string;
            };
            header?: never;
            path: {
                site: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    openProposal: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    /** @default  */
                    description?: string;
                    /**
                     * @description IDs of the requested reviewers. They are notified by email.
                     * @default []
                     */
                    reviewers?: string[];
                    /**
                     * @description Whether it is a draft. No one is notified of drafts, and they cannot be merged.
                     * @default false
                     */
                    draft?: boolean;
                    /** @description Values of the entry. */
                    entry: {
                        /** @description API ID. */
                        type: string;
                        /** @description ID of an existing entry. Absent: a new entry. */
                        id?: string;
                        /** @description Version that was edited. Later changes by others are merged. */
                        version?: string;
                        slug?: string;
                        baseSlug?: string;
                        /** @default {} */
                        fields?: {
                            [key: string]: unknown;
                        };
                        /**
                         * @description Whether the entry is deleted.
                         * @constant
                         */
                        deleted?: true;
                    };
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: components["schemas"]["Change"];
                        /** @description The entry on the branch; absent if it is deleted. */
                        entry?: components["schemas"]["Entry"];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getProposedCopy: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                n: number;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Null if there are none. */
                        workingCopy: components["schemas"]["WorkingCopy"] | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    keepProposedCopy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
            };
            path: {
                site: string;
                n: number;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Version of the edited entry. */
                    base?: string;
                    slug?: string;
                    /** @description Changed values by API ID, as entered. They are not validated. */
                    fields: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptCopy"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    dropProposedCopy: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of the version that was edited. Later changes by others are merged, or the request is rejected. */
                "If-Match"?: string;
            };
            path: {
                site: string;
                n: number;
                api_id: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            412: components["responses"]["Stale"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listReleases: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        releases: components["schemas"]["Release"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    createRelease: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    entries: string[];
                    publishAt?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getRelease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    deleteRelease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    updateRelease: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    entries?: string[];
                    publishAt?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    publishRelease: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description `created`: entries that are not live yet get their creation date as publish date. Only for Admins of the site, to move content into HQ.
                     * @enum {string}
                     */
                    dates?: "now" | "created";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Release"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    streamSiteEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description `id` of the last event received. Missed events are sent first. */
                "Last-Event-ID"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["LiveEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    postPresence: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description ID of the entry. */
                    entry: string;
                    /** @description Random name of the browser window, kept as long as it is open. */
                    window: string;
                    /** @description API ID of the field being edited. */
                    field?: string;
                    /** @description Whether the user left the entry. */
                    left?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly people: components["schemas"]["PersonHere"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["Webhook"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Display name; can be empty.
                     * @default
                     */
                    name?: string;
                    /** Format: uri-reference */
                    url: string;
                    /** @default [] */
                    events?: ("entry.published" | "entry.unpublished" | "entry.deleted" | "content_type.updated" | "site.published")[];
                    /** @default true */
                    sign?: boolean;
                    /**
                     * @description Send one `site.published` event for a batch or release instead of one event per entry.
                     * @default false
                     */
                    coalesce?: boolean;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name?: string;
                        /** Format: uri-reference */
                        url: string;
                        /** @description Empty: all events. */
                        readonly events: ("entry.published" | "entry.unpublished" | "entry.deleted" | "content_type.updated" | "site.published")[];
                        coalesce: boolean;
                        sign: boolean;
                        enabled: boolean;
                        /** @enum {string} */
                        disabledReason?: "by-hand" | "gone" | "failing" | "transferred";
                        /** Format: date-time */
                        disabledAt?: string;
                        /** @description ID of the user who caused the event. */
                        disabledBy?: string;
                        /** Format: date-time */
                        failingSince?: string;
                        /** Format: date-time */
                        previousSecretUntil?: string;
                        lastAttempt?: {
                            /** Format: date-time */
                            at: string;
                            status?: number;
                            /** @description Absent if the attempt succeeded. */
                            problem?: string;
                        };
                        /** Format: date-time */
                        createdAt: string;
                        /** @description `whsec_…`; returned only once. */
                        secret: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        name?: string;
                        /** Format: uri-reference */
                        url: string;
                        /** @description Empty: all events. */
                        readonly events: ("entry.published" | "entry.unpublished" | "entry.deleted" | "content_type.updated" | "site.published")[];
                        coalesce: boolean;
                        sign: boolean;
                        enabled: boolean;
                        /** @enum {string} */
                        disabledReason?: "by-hand" | "gone" | "failing" | "transferred";
                        /** Format: date-time */
                        disabledAt?: string;
                        /** @description ID of the user who caused the event. */
                        disabledBy?: string;
                        /** Format: date-time */
                        failingSince?: string;
                        /** Format: date-time */
                        previousSecretUntil?: string;
                        lastAttempt?: {
                            /** Format: date-time */
                            at: string;
                            status?: number;
                            /** @description Absent if the attempt succeeded. */
                            problem?: string;
                        };
                        /** Format: date-time */
                        createdAt: string;
                        deliveries: number;
                        failedDeliveries: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Display name; can be empty. */
                    name?: string;
                    /** Format: uri-reference */
                    url?: string;
                    events?: ("entry.published" | "entry.unpublished" | "entry.deleted" | "content_type.updated" | "site.published")[];
                    sign?: boolean;
                    /** @description Send one `site.published` event for a batch or release instead of one event per entry. */
                    coalesce?: boolean;
                    enabled?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description `whsec_…`; returned only once. */
                        secret: string;
                        /** Format: date-time */
                        previousSecretUntil: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Number of rows per page. */
                limit?: number;
                /** @description Cursor of the previous page. */
                cursor?: string;
                state?: "pending" | "delivered" | "failed";
            };
            header?: never;
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly deliveries: components["schemas"]["WebhookDelivery"][];
                        /** @description Absent on the last page. */
                        cursor?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                id: string;
                d: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "pending" | "delivered" | "failed";
                        /** @description The same for all retries. */
                        eventId: string;
                        event: string;
                        contentType: string;
                        entryId: string;
                        entrySlug: string;
                        /** Format: date-time */
                        occurredAt: string;
                        /** @description Sequence number of the event in the site. */
                        sequence: number;
                        test: boolean;
                        attempts: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        nextAttemptAt?: string;
                        /** Format: date-time */
                        finishedAt?: string;
                        lastAttempt?: {
                            /** Format: date-time */
                            at: string;
                            durationMs: number;
                            status?: number;
                            /** @description Absent if the attempt succeeded. */
                            problem?: string;
                        };
                        /** @description The payload, byte for byte as it is signed and sent. */
                        body: string;
                        readonly log: components["schemas"]["WebhookAttempt"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    event?: "entry.published" | "entry.unpublished" | "entry.deleted" | "content_type.updated" | "site.published";
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "pending" | "delivered" | "failed";
                        /** @description The same for all retries. */
                        eventId: string;
                        event: string;
                        contentType: string;
                        entryId: string;
                        entrySlug: string;
                        /** Format: date-time */
                        occurredAt: string;
                        /** @description Sequence number of the event in the site. */
                        sequence: number;
                        test: boolean;
                        attempts: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        nextAttemptAt?: string;
                        /** Format: date-time */
                        finishedAt?: string;
                        lastAttempt?: {
                            /** Format: date-time */
                            at: string;
                            durationMs: number;
                            status?: number;
                            /** @description Absent if the attempt succeeded. */
                            problem?: string;
                        };
                        /** @description The payload, byte for byte as it is signed and sent. */
                        body: string;
                        readonly log: components["schemas"]["WebhookAttempt"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    redeliverWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                id: string;
                d: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        state: "pending" | "delivered" | "failed";
                        /** @description The same for all retries. */
                        eventId: string;
                        event: string;
                        contentType: string;
                        entryId: string;
                        entrySlug: string;
                        /** Format: date-time */
                        occurredAt: string;
                        /** @description Sequence number of the event in the site. */
                        sequence: number;
                        test: boolean;
                        attempts: number;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        nextAttemptAt?: string;
                        /** Format: date-time */
                        finishedAt?: string;
                        lastAttempt?: {
                            /** Format: date-time */
                            at: string;
                            durationMs: number;
                            status?: number;
                            /** @description Absent if the attempt succeeded. */
                            problem?: string;
                        };
                        /** @description The payload, byte for byte as it is signed and sent. */
                        body: string;
                        readonly log: components["schemas"]["WebhookAttempt"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    redeliverFailedWebhooks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    from?: string;
                    /** Format: date-time */
                    until?: string;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        redelivered: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    askReadApi: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    apiId: string;
                    /** @description ID or slug of one entry; absent for a list or an object. */
                    entry?: string;
                    /**
                     * @description As in a URL, without `?`: `limit=5&orders=-date`.
                     * @default
                     */
                    query?: string;
                    /**
                     * @description Whether to read drafts, as with the site's draft key.
                     * @default false
                     */
                    drafts?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getSiteRates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteRates"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    getUpstream: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upstream"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    setUpstream: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri-reference
                     * @description URL of the repository: `https://…`, `ssh://git@…`, or `git@host:path`.
                     */
                    url: string;
                    /** @description Absent: keep the current one, if the host is the same. `null`: none. Never returned. */
                    credential?: (string | {
                        /** @constant */
                        kind: "token";
                        token: string;
                        /**
                         * @description Most Git hosts accept any value. Deploy tokens of GitLab have a specific one.
                         * @default loam
                         */
                        username?: string;
                    } | {
                        /** @constant */
                        kind: "ssh";
                        /** @description In OpenSSH format, without a passphrase. Absent: HQ generates a key and returns its public key. */
                        privateKey?: string;
                    }) | null;
                    /**
                     * @description Upstream branch that is synced with `main`.
                     * @default main
                     */
                    branch?: string;
                    /** @description Git host on which to open pull or merge requests for change requests. Absent: detected from the host name; `null`: none. */
                    forge?: {
                        /**
                         * @description `gitea` includes Forgejo.
                         * @enum {string}
                         */
                        kind: "github" | "gitlab" | "gitea";
                        /**
                         * Format: uri-reference
                         * @description URL of the API. Default: derived from the repository URL.
                         */
                        url?: string;
                        /** @description Token for the API. Default: the token of the repository. */
                        token?: string;
                    } | null;
                    /** @description For SSH: host keys as lines of `known_hosts`. Absent: keep the known keys or, without any, trust the first key shown; `null` removes the known keys. */
                    knownHosts?: string | null;
                    /**
                     * @description Whether upstream merges count as reviewed on a site that requires review. If not, HQ opens a change request for them.
                     * @default false
                     */
                    reviewedThere?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        upstream: components["schemas"]["Upstream"];
                        /** @description The upstream was created. */
                        webhookSecret: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    removeUpstream: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    syncUpstream: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upstream"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    decideUpstream: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    branch: string;
                    /** @enum {string} */
                    take: "ours" | "theirs" | "both";
                    /** @description The upstream commit that was reviewed: `there` of the branch. */
                    there: string | null;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upstream"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    renewUpstreamWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Secret to set on the Git host; returned only once. */
                        webhookSecret: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listSkills: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly contents: components["schemas"]["Skill"][];
                        totalCount: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    createSkill: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description All files of the skill, including SKILL.md. */
                    files: {
                        path: string;
                        /**
                         * @default 100644
                         * @enum {string}
                         */
                        mode?: "100644" | "100755";
                        text?: string;
                        /**
                         * Format: base64
                         * @description Any bytes, instead of text.
                         */
                        content?: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedSkill"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getSkill: {
        parameters: {
            query?: {
                /** @description Default: the newest. */
                version?: number;
            };
            header?: never;
            path: {
                ws: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeSkill"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    saveSkill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description All files of the skill, including SKILL.md. */
                    files: {
                        path: string;
                        /**
                         * @default 100644
                         * @enum {string}
                         */
                        mode?: "100644" | "100755";
                        text?: string;
                        /**
                         * Format: base64
                         * @description Any bytes, instead of text.
                         */
                        content?: string;
                    }[];
                    /** @description The version that was edited. If it is not the newest, returns 409 with the newer changes. */
                    base?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedSkill"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    deleteSkill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    changeSkill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    public: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeSkill"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listSkillFiles: {
        parameters: {
            query?: {
                /** @description Default: the newest. */
                version?: number;
                path?: string;
            };
            header?: never;
            path: {
                ws: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        version: number;
                        readonly contents: components["schemas"]["SkillFile"][];
                        totalCount: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    diffSkill: {
        parameters: {
            query: {
                from: number;
                /** @description Default: the newest. */
                to?: number;
            };
            header?: never;
            path: {
                ws: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        from: number;
                        to: number;
                        /** @description Output of `git diff`. */
                        diff: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    rollBackSkill: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    version: number;
                    /** @description The version that was edited. If it is not the newest, returns 409 with the newer changes. */
                    base?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedSkill"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getSkillReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillReviewRule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    putSkillReview: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description `automatic`: required while a worker of the workspace has secrets.
                     * @enum {string}
                     */
                    setting: "automatic" | "on" | "off";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillReviewRule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listSkillVersions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly contents: components["schemas"]["SkillVersion"][];
                        totalCount: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    reviewSkillVersion: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
                name: string;
                version: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillVersion"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listSkillChanges: {
        parameters: {
            query?: {
                state?: "open" | "merged" | "closed";
                /** @description ID of the author. */
                author?: string;
                /** @description ID of a requested reviewer. */
                reviewer?: string;
                /** @description Whether others did anything in it since you marked it as viewed. */
                unread?: "true" | "false";
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        contents: components["schemas"]["ListedChange"][];
                        totalCount: number;
                        /** @description Counts of all change requests, independent of the filters. */
                        counts: {
                            open: number;
                            merged: number;
                            closed: number;
                            unread: number;
                        };
                        /** @description Names of all users whose IDs are in the response. */
                        people: {
                            id: string;
                            name: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    openSkillChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    /** @default  */
                    description?: string;
                    /**
                     * @description IDs of the requested reviewers. They are notified by email.
                     * @default []
                     */
                    reviewers?: string[];
                    /**
                     * @description Whether it is a draft. No one is notified of drafts, and they cannot be merged.
                     * @default false
                     */
                    draft?: boolean;
                    /** @description Name of a branch. Absent: a new one is created. */
                    from?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Change"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getSkillChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SkillChangeDetail"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    updateSkillChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title?: string;
                    description?: string;
                    /** @description IDs of the requested reviewers. They are notified by email. */
                    reviewers?: string[];
                    /** @description Whether it is a draft. No one is notified of drafts, and they cannot be merged. */
                    draft?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Change"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    closeSkillChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Change"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    reopenSkillChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Change"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    proposeSkill: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    title: string;
                    /** @default  */
                    description?: string;
                    /**
                     * @description IDs of the requested reviewers. They are notified by email.
                     * @default []
                     */
                    reviewers?: string[];
                    /**
                     * @description Whether it is a draft. No one is notified of drafts, and they cannot be merged.
                     * @default false
                     */
                    draft?: boolean;
                    /** @description All of its files. None: deletes the skill. */
                    skill: {
                        name: string;
                        /** @description All files of the skill, including SKILL.md. */
                        files: {
                            path: string;
                            /**
                             * @default 100644
                             * @enum {string}
                             */
                            mode?: "100644" | "100755";
                            text?: string;
                            /**
                             * Format: base64
                             * @description Any bytes, instead of text.
                             */
                            content?: string;
                        }[];
                        /** @description The version that was edited. If it is not the newest, returns 409 with the newer changes. */
                        base?: number;
                    };
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Change"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    diffSkillChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Commit on `main` where the branch starts. */
                        from: string;
                        to: string;
                        /** @description Output of `git diff`, up to one megabyte. */
                        diff: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    saveProposedSkill: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                n: number;
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description All files of the skill, including SKILL.md. */
                    files: {
                        path: string;
                        /**
                         * @default 100644
                         * @enum {string}
                         */
                        mode?: "100644" | "100755";
                        text?: string;
                        /**
                         * Format: base64
                         * @description Any bytes, instead of text.
                         */
                        content?: string;
                    }[];
                    /** @description Expected commit of the branch. If it has moved, returns 409. */
                    head?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        head: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    mergeSkillChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The reviewed commit. The request fails if the branch has moved. */
                    head?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        change: components["schemas"]["Change"];
                        commit: string;
                        versions: {
                            name: string;
                            version: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    updateSkillChangeBranch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * @description Resolutions of the conflicts, as named in the response.
                     * @default []
                     */
                    decisions?: {
                        file: string;
                        /** @enum {string} */
                        take: "main" | "branch";
                    }[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        head: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listSkillChangeComments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        contents: components["schemas"]["ChangeComment"][];
                        totalCount: number;
                        /** @description Names of all users whose IDs are in the response. */
                        people: {
                            id: string;
                            name: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    commentSkillChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Plain text. `@[Name](user id)` mentions a user, who is notified by email. */
                    body: string;
                    /** @description ID of any comment in the thread. */
                    replyTo?: string;
                    /** @default null */
                    path?: string | null;
                    /** @default null */
                    field?: string | null;
                    /** @default null */
                    line?: number | null;
                    /** @default null */
                    quote?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeComment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    deleteSkillChangeComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                n: number;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    editSkillChangeComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                n: number;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Plain text. `@[Name](user id)` mentions a user, who is notified by email. */
                    body?: string;
                    resolved?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangeComment"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    markSkillChangeSeen: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description `asOf` of the response that was shown. Default: now.
                     */
                    until?: string;
                };
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    markSkillChangeViewed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    path: string;
                    /** @default true */
                    viewed?: boolean;
                };
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    approveSkillChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
                n: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @default approved
                     * @enum {string}
                     */
                    verdict?: "approved" | "changes_requested";
                    /** @description The reviewed commit. */
                    head: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        verdict: "approved" | "changes_requested";
                        head: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listWorkers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workers: components["schemas"]["Worker"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    createWorker: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                        token: string;
                        /** Format: date-time */
                        expiresAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getWorker: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Worker"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    revokeWorker: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    updateWorker: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Worker"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listProjects: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        projects: components["schemas"]["Project"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    site?: string | null;
                    manifest?: components["schemas"]["ProjectManifest"];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    site?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Project"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listProjectMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        members: {
                            userId: string;
                            name: string;
                            /** Format: email */
                            email: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    putProjectMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    users: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        members: {
                            userId: string;
                            name: string;
                            /** Format: email */
                            email: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getProjectManifest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectManifestOutput"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    putProjectManifest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectManifest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectManifestOutput"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listWorkspaceWorkflows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workflows: components["schemas"]["Workflow"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listWorkflows: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        workflows: components["schemas"]["Workflow"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    createWorkflow: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    readonly steps: components["schemas"]["WorkflowStep"][];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    deleteWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    updateWorkflow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    readonly steps?: components["schemas"]["WorkflowStep"][];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listRuns: {
        parameters: {
            query?: {
                /** @description Number of rows per page. */
                limit?: number;
                /** @description Cursor of the previous page. */
                cursor?: string;
                project?: string;
                worker?: string;
                state?: "queued" | "dispatched" | "running" | "succeeded" | "failed" | "cancelled" | "timed_out" | "lost" | "refused";
            };
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly runs: components["schemas"]["Run"][];
                        cursor?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    startRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    skill: string;
                    version?: number;
                    /**
                     * @description Instead of a version. `newest` runs unreviewed versions only on workers without secrets. Default: the newest reviewed version if skills must be reviewed, otherwise the newest.
                     * @enum {string}
                     */
                    use?: "reviewed" | "newest";
                    worker: string;
                    project?: string;
                    /** @default {} */
                    variables?: {
                        [key: string]: string;
                    };
                    limits?: {
                        seconds?: number;
                        outputBytes?: number;
                    };
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listWorkflowRuns: {
        parameters: {
            query?: {
                /** @description Number of rows per page. */
                limit?: number;
                /** @description Cursor of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly runs: components["schemas"]["Run"][];
                        cursor?: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    startWorkflowRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    worker?: string;
                    limits?: {
                        seconds?: number;
                        outputBytes?: number;
                    };
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: string;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetails"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    cancelRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Run"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    followRunLog: {
        parameters: {
            query?: never;
            header?: {
                /** @description `id` of the last event received. The stream continues from there. */
                "Last-Event-ID"?: string;
            };
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["RunLogEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    getRunLog: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    streamWorkspaceEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["WorkspaceEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listWorkspaceVariables: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        variables: components["schemas"]["Variable"][];
                        totalCount: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    putWorkspaceVariable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    value: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variable"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    deleteWorkspaceVariable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listProjectVariables: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        variables: components["schemas"]["Variable"][];
                        totalCount: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    putProjectVariable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    value: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variable"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    deleteProjectVariable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listWorkflowVariables: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        variables: components["schemas"]["Variable"][];
                        totalCount: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    putWorkflowVariable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    value: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Variable"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    deleteWorkflowVariable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    resolveVariables: {
        parameters: {
            query?: {
                project?: string;
                workflow?: string;
            };
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        precedence: "worker-last" | "workflow-last";
                        variables: components["schemas"]["ResolvedVariable"][];
                        totalCount: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listWorkerSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secrets: {
                            key: string;
                            workspaceId: string;
                            /** Format: date-time */
                            updatedAt?: string;
                        }[];
                        totalCount: number;
                        /** @description False: what the worker reported when it was last online. */
                        live: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    putWorkerSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description ID of this workspace; empty for a secret that is available in all workspaces. */
                    workspaceId: string;
                    /** @description HPKE base mode to the worker's public key (X25519, HKDF-SHA256, AES-256-GCM), info `loam-secret/1`; aad: worker ID, workspace ID, and key, each prefixed with its length as two bytes. */
                    sealed?: {
                        enc: string;
                        ciphertext: string;
                    };
                    /** @description Instead of `sealed`. Only over HTTPS or on the same machine. */
                    value?: string;
                };
            };
        };
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    deleteWorkerSecret: {
        parameters: {
            query?: {
                workspaceId?: string;
            };
            header?: never;
            path: {
                ws: string;
                id: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    askWorkerDoctor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        findings: components["schemas"]["WorkerFinding"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    searchWorkerMemory: {
        parameters: {
            query?: {
                search?: string;
                /** @description Returns the project's entries and the universal ones. Absent: only the universal ones. */
                project?: string;
                kind?: "fact" | "preference" | "decision" | "convention" | "howto" | "incident";
                limit?: number;
                offset?: number;
            };
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        contents: components["schemas"]["MemoryEntry"][];
                        totalCount: number;
                        offset: number;
                        limit: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    addWorkerMemory: {
        parameters: {
            query?: never;
            header?: {
                /** @description Identifies this request for 24 hours. A second request with the same key is not executed and returns the first response. */
                "Idempotency-Key"?: string;
            };
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    content: string;
                    /** @enum {string} */
                    kind?: "fact" | "preference" | "decision" | "convention" | "howto" | "incident";
                    tags?: string[];
                    projectId?: string | null;
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    deleteWorkerMemory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
                entry: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    changeWorkerMemory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
                entry: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    content?: string;
                    /** @enum {string} */
                    kind?: "fact" | "preference" | "decision" | "convention" | "howto" | "incident";
                    tags?: string[];
                    projectId?: string | null;
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemoryEntry"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    listArtifacts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        artifacts: components["schemas"]["Artifact"][];
                        totalCount: number;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    getArtifact: {
        parameters: {
            query: {
                path: string;
            };
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/octet-stream": unknown;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    getAdvice: {
        parameters: {
            query?: {
                project?: string;
                /** @description With `project`: as if that project were assigned to this worker. */
                worker?: string;
            };
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        readonly workers: {
                            workerId: string;
                            readonly findings: components["schemas"]["Finding"][];
                        }[];
                        /** @description Project IDs in groups. The projects of a group can share one worker. */
                        readonly plan: string[][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listAssignments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        assignments: components["schemas"]["Assignment"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    putAssignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    worker: string;
                    /** @enum {string} */
                    role: "pm" | "engineer";
                    /**
                     * @description Assign the worker even if the advisor finds errors. Requires a reason, which is stored.
                     * @default false
                     */
                    force?: boolean;
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        assignments: components["schemas"]["Assignment"][];
                        readonly findings: components["schemas"]["Finding"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    deleteAssignment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
                worker: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    getReadiness: {
        parameters: {
            query?: {
                /** @description Includes its variables. */
                project?: string;
                /** @description Includes its variables. */
                workflow?: string;
            };
            header?: never;
            path: {
                ws: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        skills: {
                            name: string;
                            version: number;
                        }[];
                        workers: components["schemas"]["WorkerReadiness"][];
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    listWorkerVariables: {
        parameters: {
            query?: {
                /** @description Include values. HQ asks the worker for them and does not store them. */
                values?: "true" | "false";
            };
            header?: never;
            path: {
                ws: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        variables: {
                            key: string;
                            value?: string;
                            /** Format: date-time */
                            updatedAt?: string;
                            /** @constant */
                            scope: "worker";
                        }[];
                        totalCount: number;
                        /** @description False: the names that the worker reported last. */
                        live: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            default: components["responses"]["Failure"];
        };
    };
    putWorkerVariable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    value: string;
                };
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        key: string;
                        /** @constant */
                        scope: "worker";
                    };
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
    deleteWorkerVariable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ws: string;
                id: string;
                key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["NotSignedIn"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Invalid"];
            429: components["responses"]["RateLimited"];
            507: components["responses"]["InsufficientStorage"];
            default: components["responses"]["Failure"];
        };
    };
}
