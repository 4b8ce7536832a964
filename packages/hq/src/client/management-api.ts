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
         * Whether a setup link works, and whose address to suggest
         * @description Whether a setup link works, and whose address to suggest. For everyone.
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
         * Makes the first admin by a setup link, who owns every workspace without an owner
         * @description Makes the first admin by a setup link, who owns every workspace without an owner. For everyone. The audit log keeps it as `instance.set-up`.
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
         * Who is signed in here, and the CSRF token of the session
         * @description Who is signed in here, and the CSRF token of the session. For a session alone, not for a token.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Signs in by password; asks for a code where the person uses an authenticator
         * @description Signs in by password; asks for a code where the person uses an authenticator. For everyone. The audit log keeps it as `session.opened`.
         */
        post: operations["signIn"];
        /**
         * Signs out
         * @description Signs out. For a session alone, not for a token. The audit log keeps it as `session.closed`.
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
         * Completes a sign-in with a code, or with a recovery code
         * @description Completes a sign-in with a code, or with a recovery code. For everyone. The audit log keeps it as `session.opened`.
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
         * Signs in by a passkey
         * @description Signs in by a passkey. For everyone. The audit log keeps it as `session.opened`.
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
         * Proves again who is signed in, as sensitive acts want it; the session gets a new cookie and its full time
         * @description Proves again who is signed in, as sensitive acts want it; the session gets a new cookie and its full time. For a session alone, not for a token. The audit log keeps it as `session.proven`.
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
         * How people sign in here, for a page that lets them
         * @description How people sign in here, for a page that lets them. For everyone.
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
         * Who asks, and how they sign in
         * @description Who asks, and how they sign in. For everyone who is signed in, also by a token.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Changes the name, or the password: every other session ends, tokens too unless kept
         * @description Changes the name, or the password: every other session ends, tokens too unless kept. For a session alone, not for a token. The audit log keeps it as `account.changed`.
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
         * The caller's open sessions, the latest used first
         * @description The caller's open sessions, the latest used first. For a session alone, not for a token.
         */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /**
         * Ends every session of the caller but the one that asks
         * @description Ends every session of the caller but the one that asks. For a session alone, not for a token. The audit log keeps it as `session.ended`.
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
         * Ends one of the caller's sessions at once
         * @description Ends one of the caller's sessions at once. For a session alone, not for a token. The audit log keeps it as `session.ended`.
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
         * Everything that the caller's editors remember, by name
         * @description Everything that the caller's editors remember, by name. For a session alone, not for a token.
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
         * Remembers something for the caller; any JSON, which replaces what was there
         * @description Remembers something for the caller; any JSON, which replaces what was there. For a session alone, not for a token.
         */
        put: operations["setPreference"];
        post?: never;
        /**
         * Forgets it
         * @description Forgets it. For a session alone, not for a token.
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
         * Whether signing in asks for codes, and how many recovery codes are left
         * @description Whether signing in asks for codes, and how many recovery codes are left. For a session alone, not for a token.
         */
        get: operations["getTotp"];
        put?: never;
        /**
         * Makes the secret of an authenticator; codes are asked for after the first came
         * @description Makes the secret of an authenticator; codes are asked for after the first came. For a session alone, not for a token. A session must have been proven within ten minutes. The audit log keeps it as `totp.started`.
         */
        post: operations["startTotp"];
        /**
         * Removes the authenticator and the recovery codes
         * @description Removes the authenticator and the recovery codes. For a session alone, not for a token. A session must have been proven within ten minutes. The audit log keeps it as `totp.removed`.
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
         * Takes the first code of an authenticator; answers with recovery codes
         * @description Takes the first code of an authenticator; answers with recovery codes. For a session alone, not for a token. A session must have been proven within ten minutes. The audit log keeps it as `totp.confirmed`.
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
         * Makes new recovery codes; the old ones end
         * @description Makes new recovery codes; the old ones end. For a session alone, not for a token. A session must have been proven within ten minutes. The audit log keeps it as `totp.recovery-codes-replaced`.
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
         * What a passkey is asked to sign for signing in
         * @description What a passkey is asked to sign for signing in. For everyone.
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
         * What a passkey of the caller is asked to sign to prove who they are
         * @description What a passkey of the caller is asked to sign to prove who they are. For a session alone, not for a token.
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
         * What a browser is asked to make a passkey with
         * @description What a browser is asked to make a passkey with. For a session alone, not for a token. A session must have been proven within ten minutes.
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
         * The caller's passkeys, the oldest first
         * @description The caller's passkeys, the oldest first. For a session alone, not for a token.
         */
        get: operations["listPasskeys"];
        put?: never;
        /**
         * Keeps a passkey that a browser has made
         * @description Keeps a passkey that a browser has made. For a session alone, not for a token. A session must have been proven within ten minutes. The audit log keeps it as `passkey.added`.
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
         * Removes one of the caller's passkeys
         * @description Removes one of the caller's passkeys. For a session alone, not for a token. A session must have been proven within ten minutes. The audit log keeps it as `passkey.removed`.
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
         * The caller's linked accounts elsewhere
         * @description The caller's linked accounts elsewhere. For a session alone, not for a token.
         */
        get: operations["listIdentities"];
        put?: never;
        /**
         * Where to send the browser so that an account elsewhere is linked
         * @description Where to send the browser so that an account elsewhere is linked. For a session alone, not for a token. A session must have been proven within ten minutes. The audit log keeps it as `identity.linking`.
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
         * Takes the link to an account elsewhere away
         * @description Takes the link to an account elsewhere away. For a session alone, not for a token. A session must have been proven within ten minutes. The audit log keeps it as `identity.unlinked`.
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
         * The caller's personal access tokens, the newest first, without their secrets
         * @description The caller's personal access tokens, the newest first, without their secrets. For a session alone, not for a token.
         */
        get: operations["listTokens"];
        put?: never;
        /**
         * Makes a personal access token; its secret is in this answer alone
         * @description Makes a personal access token; its secret is in this answer alone. For a session alone, not for a token. A session must have been proven within ten minutes. The audit log keeps it as `token.created`.
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
         * One of the caller's personal access tokens, without its secret
         * @description One of the caller's personal access tokens, without its secret. For a session alone, not for a token.
         */
        get: operations["getToken"];
        put?: never;
        post?: never;
        /**
         * Ends a token at once
         * @description Ends a token at once. For a session alone, not for a token. The audit log keeps it as `token.revoked`.
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
         * The invitations that can still be accepted, the newest first
         * @description The invitations that can still be accepted, the newest first. For the role `admin` of the workspace and those above it; a token needs `workspace:admin`.
         */
        get: operations["listInvitations"];
        put?: never;
        /**
         * Invites an address to the workspace, by mail where that is configured
         * @description Invites an address to the workspace, by mail where that is configured. For the role `admin` of the workspace and those above it; a token needs `workspace:admin`. A session must have been proven within ten minutes. The audit log keeps it as `invitation.created`.
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
         * Takes an invitation back
         * @description Takes an invitation back. For the role `admin` of the workspace and those above it; a token needs `workspace:admin`. The audit log keeps it as `invitation.revoked`.
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
         * Invites an address to have an account, by mail where that is configured
         * @description Invites an address to have an account, by mail where that is configured. For admins of the instance, in a session. The audit log keeps it as `invitation.created`.
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
         * What an invitation's link invites to, and whether its address has an account
         * @description What an invitation's link invites to, and whether its address has an account. For everyone.
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
         * Accepts an invitation by a new account; its address is that of the invitation
         * @description Accepts an invitation by a new account; its address is that of the invitation. For everyone. The audit log keeps it as `invitation.accepted`.
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
         * Accepts an invitation of the caller's own address
         * @description Accepts an invitation of the caller's own address. For a session alone, not for a token. The audit log keeps it as `invitation.accepted`.
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
         * Mails a link to the address if it has an account; the answer is always the same
         * @description Mails a link to the address if it has an account; the answer is always the same. For everyone. The audit log keeps it as `password-reset.requested`.
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
         * Whose password a link sets
         * @description Whose password a link sets. For everyone.
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
         * Sets another password by a link; every session ends, tokens too unless kept
         * @description Sets another password by a link; every session ends, tokens too unless kept. For everyone. The audit log keeps it as `password-reset.used`.
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
         * Everybody with an account on this instance
         * @description Everybody with an account on this instance. For admins of the instance, in a session.
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
         * Shuts a person out or lets them in again, makes them an admin of the instance or not
         * @description Shuts a person out or lets them in again, makes them an admin of the instance or not. For admins of the instance, in a session. A session must have been proven within ten minutes. The audit log keeps it as `user.changed`.
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
         * The workspaces of which the caller is a member
         * @description The workspaces of which the caller is a member. For everyone who is signed in, also by a token.
         */
        get: operations["listWorkspaces"];
        put?: never;
        /**
         * Make a workspace; the caller owns it
         * @description Make a workspace; the caller owns it. For a session alone, not for a token. The audit log keeps it as `workspace.created`.
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
         * One workspace, by slug or id
         * @description One workspace, by slug or id. For the role `member` of the workspace and those above it; a token needs `content:read`.
         */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        /**
         * Delete a workspace that has no sites
         * @description Delete a workspace that has no sites. For the role `owner` of the workspace and those above it; a token needs `workspace:admin`. The audit log keeps it as `workspace.deleted`.
         */
        delete: operations["deleteWorkspace"];
        options?: never;
        head?: never;
        /**
         * Rename a workspace
         * @description Rename a workspace. For the role `admin` of the workspace and those above it; a token needs `workspace:admin`. The audit log keeps it as `workspace.changed`.
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
         * Everyone in the workspace
         * @description Everyone in the workspace. For the role `member` of the workspace and those above it; a token needs `content:read`.
         */
        get: operations["listMembers"];
        /**
         * Give a member another role; who is no member is invited
         * @description Give a member another role; who is no member is invited. For the role `admin` of the workspace and those above it; a token needs `workspace:admin`. A session must have been proven within ten minutes. The audit log keeps it as `member.changed`.
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
         * Leave the workspace, and the roles that one has at its sites
         * @description Leave the workspace, and the roles that one has at its sites. For the role `member` of the workspace and those above it; a token needs `workspace:admin`. The audit log keeps it as `member.left`.
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
         * Take a member out of the workspace, with the roles granted at its sites
         * @description Take a member out of the workspace, with the roles granted at its sites. For the role `admin` of the workspace and those above it; a token needs `workspace:admin`. The audit log keeps it as `member.removed`.
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
         * The workspace's plan and what it allows
         * @description The workspace's plan and what it allows. For the role `member` of the workspace and those above it; a token needs `content:read`.
         */
        get: operations["getPlan"];
        /**
         * Give a workspace another plan
         * @description Give a workspace another plan. For admins of the instance, in a session. The audit log keeps it as `plan.changed`.
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
         * What the workspace has used of its plan
         * @description What the workspace has used of its plan. For the role `member` of the workspace and those above it; a token needs `content:read`.
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
         * Add or replace the payment method, which is never charged
         * @description Add or replace the payment method, which is never charged. For the role `admin` of the workspace and those above it; a token needs `workspace:admin`. The audit log keeps it as `payment-method.changed`.
         */
        put: operations["putPaymentMethod"];
        post?: never;
        /**
         * Remove the payment method; sites that publish go on
         * @description Remove the payment method; sites that publish go on. For the role `admin` of the workspace and those above it; a token needs `workspace:admin`. The audit log keeps it as `payment-method.removed`.
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
         * What is enabled for the workspace
         * @description What is enabled for the workspace. For the role `member` of the workspace and those above it; a token needs `content:read`.
         */
        get: operations["getFeatures"];
        /**
         * Enable or disable the CMS for a workspace; a request is answered by that
         * @description Enable or disable the CMS for a workspace; a request is answered by that. For admins of the instance, in a session. A session must have been proven within ten minutes. The audit log keeps it as `features.changed`.
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
         * The request of the workspace that stands or was declined, if there is one
         * @description The request of the workspace that stands or was declined, if there is one. For the role `member` of the workspace and those above it; a token needs `content:read`.
         */
        get: operations["getCmsRequest"];
        /**
         * Ask the admins of the instance to enable the CMS for the workspace
         * @description Ask the admins of the instance to enable the CMS for the workspace. For the role `admin` of the workspace and those above it; a token needs `workspace:admin`. The audit log keeps it as `cms-request.created`.
         */
        put: operations["requestCms"];
        post?: never;
        /**
         * Take the request back, or put away the answer to it
         * @description Take the request back, or put away the answer to it. For the role `admin` of the workspace and those above it; a token needs `workspace:admin`. The audit log keeps it as `cms-request.withdrawn`.
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
         * Say no to the request of a workspace, and why
         * @description Say no to the request of a workspace, and why. For admins of the instance, in a session. The audit log keeps it as `cms-request.declined`.
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
         * Every workspace of the instance: who owns it, what it has, uses and asks for
         * @description Every workspace of the instance: who owns it, what it has, uses and asks for. For admins of the instance, in a session.
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
         * How the instance is: its parts, sites in trouble, what waits, and what it runs on
         * @description How the instance is: its parts, sites in trouble, what waits, and what it runs on. For admins of the instance, in a session.
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
         * The sites of a workspace, by name
         * @description The sites of a workspace, by name. For the role `member` of the workspace and those above it; a token needs `content:read`.
         */
        get: operations["listSites"];
        put?: never;
        /**
         * Make a site, empty or of a repository that is there; whoever makes it administers it
         * @description Make a site, empty or of a repository that is there; whoever makes it administers it. For the role `member` of the workspace and those above it; a token needs `site:admin`. The audit log keeps it as `site.created`.
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
         * One site
         * @description One site. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["getSite"];
        put?: never;
        post?: never;
        /**
         * Delete a site and its public files
         * @description Delete a site and its public files. For the role `admin` at the site and those above it; a token needs `site:admin`. A session must have been proven within ten minutes. The audit log keeps it as `site.deleted`.
         */
        delete: operations["deleteSite"];
        options?: never;
        head?: never;
        /**
         * Change a site's name, Preview URL, integration mode, or whether it takes change requests alone
         * @description Change a site's name, Preview URL, integration mode, or whether it takes change requests alone. For the role `admin` at the site and those above it; a token needs `site:admin`. A commit that it makes counts as one of the site's writes of a minute. The audit log keeps it as `site.changed`.
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
         * @description Turn publishing on or off. For the role `admin` at the site and those above it; a token needs `site:admin`. A commit that it makes counts as one of the site's writes of a minute. The audit log keeps it as `site.publishing-changed`.
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
         * Begin to make a site of a repository that is there, or to say what would be made of it
         * @description Begin to make a site of a repository that is there, or to say what would be made of it. For the role `member` of the workspace and those above it; a token needs `site:admin`. The audit log keeps it as `site.created`.
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
         * How far it is; what came of it can be asked for an hour
         * @description How far it is; what came of it can be asked for an hour. For the role `member` of the workspace and those above it; a token needs `site:admin`.
         */
        get: operations["getTakeOver"];
        put?: never;
        post?: never;
        /**
         * End it; nothing is left of it
         * @description End it; nothing is left of it. For the role `member` of the workspace and those above it; a token needs `site:admin`.
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
         * Where links to entries lead, where entries stand, and what becomes of SVG files
         * @description Where links to entries lead, where entries stand, and what becomes of SVG files. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["getSiteSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change where links to entries lead, from the next publish on, where entries stand, the time zone, and what becomes of SVG
         * @description Change where links to entries lead, from the next publish on, where entries stand, the time zone, and what becomes of SVG. For the role `admin` at the site and those above it; a token needs `site:admin`. A commit that it makes counts as one of the site's writes of a minute. The audit log keeps it as `site.changed`.
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
         * Whether a page answers at an address, and may be shown in a frame of the editor
         * @description Whether a page answers at an address, and may be shown in a frame of the editor. For the role `admin` at the site and those above it; a token needs `site:admin`.
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
         * Everyone who sees the site, with their role
         * @description Everyone who sees the site, with their role. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["listAccess"];
        /**
         * Grant a member Can edit or Can write; `view` takes the grant away
         * @description Grant a member Can edit or Can write; `view` takes the grant away. For the role `admin` at the site and those above it; a token needs `site:admin`. A session must have been proven within ten minutes. The audit log keeps it as `access.granted`.
         */
        put: operations["putAccess"];
        post?: never;
        /**
         * Take the grant of the person away that the query, or the body, names
         * @description Take the grant of the person away that the query, or the body, names. For the role `admin` at the site and those above it; a token needs `site:admin`. The audit log keeps it as `access.removed`.
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
         * Take a grant away; the person views from then on
         * @description Take a grant away; the person views from then on. For the role `admin` at the site and those above it; a token needs `site:admin`. The audit log keeps it as `access.removed`.
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
         * The read keys of the site, revoked ones included
         * @description The read keys of the site, revoked ones included. For the role `admin` at the site and those above it; a token needs `site:admin`.
         */
        get: operations["listReadKeys"];
        put?: never;
        /**
         * Make a read key; it is shown in this answer and never again
         * @description Make a read key; it is shown in this answer and never again. For the role `admin` at the site and those above it; a token needs `site:admin`. A session must have been proven within ten minutes. The audit log keeps it as `read-key.created`.
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
         * End a read key at once
         * @description End a read key at once. For the role `admin` at the site and those above it; a token needs `site:admin`. The audit log keeps it as `read-key.revoked`.
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
         * What is known of the site's draft key; the key itself is shown once, when it is made
         * @description What is known of the site's draft key; the key itself is shown once, when it is made. For the role `admin` at the site and those above it; a token needs `site:admin`.
         */
        get: operations["getDraftKey"];
        put?: never;
        /**
         * Make the draft key anew; the one before ends at once, and every preview token with it
         * @description Make the draft key anew; the one before ends at once, and every preview token with it. For the role `admin` at the site and those above it; a token needs `site:admin`. A session must have been proven within ten minutes. The audit log keeps it as `draft-key.regenerated`.
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
         * Offer the site to another workspace, by its slug
         * @description Offer the site to another workspace, by its slug. For the role `admin` at the site and those above it; a token needs `site:admin`. A session must have been proven within ten minutes. The audit log keeps it as `transfer.requested`.
         */
        post: operations["requestTransfer"];
        /**
         * Take the offer back
         * @description Take the offer back. For the role `admin` at the site and those above it; a token needs `site:admin`. The audit log keeps it as `transfer.withdrawn`.
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
         * The offer of the site that stands, if there is one
         * @description The offer of the site that stands, if there is one. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * The sites that are offered to the workspace
         * @description The sites that are offered to the workspace. For the role `admin` of the workspace and those above it; a token needs `workspace:admin`.
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
         * Decline an offered site; it stays where it is
         * @description Decline an offered site; it stays where it is. For the role `admin` of the workspace and those above it; a token needs `workspace:admin`. The audit log keeps it as `transfer.declined`.
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
         * Accept an offered site, as an admin of the workspace to which it is offered
         * @description Accept an offered site, as an admin of the workspace to which it is offered. For everyone who is signed in, also by a token. A session must have been proven within ten minutes. The audit log keeps it as `transfer.accepted`.
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
         * Make a site with the same types, and as asked with entries as drafts and media
         * @description Make a site with the same types, and as asked with entries as drafts and media. For the role `admin` at the site and those above it; a token needs `site:admin`. The audit log keeps it as `site.duplicated`.
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
         * What an export of the site would hold now
         * @description What an export of the site would hold now. For the role `admin` at the site and those above it; a token needs `site:admin`. A session must have been proven within ten minutes.
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
         * Everything of the site as one ZIP, drafts included
         * @description Everything of the site as one ZIP, drafts included. For the role `admin` at the site and those above it; a token needs `site:admin`. A session must have been proven within ten minutes. The audit log keeps it as `site.exported`.
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
         * Sensitive acts on the site, the newest first
         * @description Sensitive acts on the site, the newest first. For the role `admin` at the site and those above it; a token needs `site:admin`.
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
         * Sensitive acts in the workspace and on its sites, the newest first
         * @description Sensitive acts in the workspace and on its sites, the newest first. For the role `admin` of the workspace and those above it; a token needs `workspace:admin`.
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
         * Sensitive acts on the whole instance, the newest first
         * @description Sensitive acts on the whole instance, the newest first. For admins of the instance, in a session.
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
         * The content types of a site, with their entries counted by state
         * @description The content types of a site, with their entries counted by state. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["listTypes"];
        put?: never;
        /**
         * Make a content type; its entries can be written when its schema is published
         * @description Make a content type; its entries can be written when its schema is published. For the role `edit` at the site and those above it; a token needs `schema:write`. A commit that it makes counts as one of the site's writes of a minute.
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
         * One content type
         * @description One content type. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["getType"];
        put?: never;
        post?: never;
        /**
         * Delete a content type that has no entries, drafts or live
         * @description Delete a content type that has no entries, drafts or live. For the role `edit` at the site and those above it; a token needs `schema:write`. A commit that it makes counts as one of the site's writes of a minute.
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
         * The working schema of a type, and what of it is not published
         * @description The working schema of a type, and what of it is not published. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["getSchema"];
        /**
         * Save the working schema; with If-Match what others saved meanwhile is merged
         * @description Save the working schema; with If-Match what others saved meanwhile is merged. For the role `edit` at the site and those above it; a token needs `schema:write`. A commit that it makes counts as one of the site's writes of a minute.
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
         * Freeze the working schema as the next version; no entry is published by it
         * @description Freeze the working schema as the next version; no entry is published by it. For the role `edit` at the site and those above it; a token needs `schema:write`. A commit that it makes counts as one of the site's writes of a minute.
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
         * Every published version of a type's schema, newest first, with who published it
         * @description Every published version of a type's schema, newest first, with who published it. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * Fields that earlier versions had, and the entries that still hold values of them
         * @description Fields that earlier versions had, and the entries that still hold values of them. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * What publishing the working schema would mean for the entries
         * @description What publishing the working schema would mean for the entries. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["getSchemaImpact"];
        put?: never;
        /**
         * The same for a schema that is not saved yet; nothing is written
         * @description The same for a schema that is not saved yet; nothing is written. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * The JSON that entries of the working schema will be published as, with examples
         * @description The JSON that entries of the working schema will be published as, with examples. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["getSample"];
        put?: never;
        /**
         * The same for a schema that is not saved yet; nothing is written
         * @description The same for a schema that is not saved yet; nothing is written. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * One entry: its working version, and what is live of it
         * @description One entry: its working version, and what is live of it. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["getEntry"];
        /**
         * Save all values of an entry; with If-Match what others saved meanwhile is merged
         * @description Save all values of an entry; with If-Match what others saved meanwhile is merged. For the role `write` at the site and those above it; a token needs `content:write`. A commit that it makes counts as one of the site's writes of a minute.
         */
        put: operations["replaceEntry"];
        post?: never;
        /**
         * Delete an entry; one that is live is unpublished first
         * @description Delete an entry; one that is live is unpublished first. For the role `write` at the site and those above it; a token needs `content:write`. A commit that it makes counts as one of the site's writes of a minute.
         */
        delete: operations["deleteEntry"];
        options?: never;
        head?: never;
        /**
         * Save some values of an entry; what others save meanwhile is merged
         * @description Save some values of an entry; what others save meanwhile is merged. For the role `write` at the site and those above it; a token needs `content:write`. A commit that it makes counts as one of the site's writes of a minute.
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
         * What points to an entry, in the working content and in what is live
         * @description What points to an entry, in the working content and in what is live. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * A page of a type's entries, drafts and what is live
         * @description A page of a type's entries, drafts and what is live. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["listEntries"];
        put?: never;
        /**
         * Write a new entry, as a draft; the first of a type publishes the first version of its schema
         * @description Write a new entry, as a draft; the first of a type publishes the first version of its schema. For the role `write` at the site and those above it; a token needs `content:write`. A commit that it makes counts as one of the site's writes of a minute.
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
         * Publish, unpublish, schedule, duplicate or delete entries in one commit: those that can be, with a result for each
         * @description Publish, unpublish, schedule, duplicate or delete entries in one commit: those that can be, with a result for each. For the role `write` at the site and those above it; a token needs `content:write`. A commit that it makes counts as one of the site's writes of a minute.
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
         * Make an entry live as it stands; everything that keeps it from that is told at once
         * @description Make an entry live as it stands; everything that keeps it from that is told at once. For the role `write` at the site and those above it; a token needs `content:publish`. A commit that it makes counts as one of the site's writes of a minute.
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
         * Take an entry off the live site; nothing happens to one that is not live
         * @description Take an entry off the live site; nothing happens to one that is not live. For the role `write` at the site and those above it; a token needs `content:publish`. A commit that it makes counts as one of the site's writes of a minute.
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
         * Set when an entry appears and when it leaves
         * @description Set when an entry appears and when it leaves. For the role `write` at the site and those above it; a token needs `content:publish`. A commit that it makes counts as one of the site's writes of a minute.
         */
        put: operations["scheduleEntry"];
        post?: never;
        /**
         * Take both times away
         * @description Take both times away. For the role `write` at the site and those above it; a token needs `content:publish`. A commit that it makes counts as one of the site's writes of a minute.
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
         * Make several entries live in one commit: all of them, or none
         * @description Make several entries live in one commit: all of them, or none. For the role `write` at the site and those above it; a token needs `content:publish`. A commit that it makes counts as one of the site's writes of a minute.
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
         * The published form that an entry would have as it stands; nothing is written
         * @description The published form that an entry would have as it stands; nothing is written. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * The published form that an entry would have as it stands; nothing is written
         * @description The published form that an entry would have as it stands; nothing is written. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * A draft key for this entry alone, which ends in an hour, or earlier with the site's draft key, a transfer, or your access
         * @description A draft key for this entry alone, which ends in an hour, or earlier with the site's draft key, a transfer, or your access. For the role `write` at the site and those above it; a token needs `content:write`.
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
         * A page of the site's Preview URL with this entry, in a frame that it cannot leave
         * @description A page of the site's Preview URL with this entry, in a frame that it cannot leave. For the role `write` at the site and those above it; a token needs `content:write`.
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
         * Move an entry in the order of its list; live lists change at once
         * @description Move an entry in the order of its list; live lists change at once. For the role `write` at the site and those above it; a token needs `content:publish`. A commit that it makes counts as one of the site's writes of a minute.
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
         * Make a draft with the same values, and a slug of its own
         * @description Make a draft with the same values, and a slug of its own. For the role `write` at the site and those above it; a token needs `content:write`. A commit that it makes counts as one of the site's writes of a minute.
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
         * Of which entries you have unsaved words, the last first
         * @description Of which entries you have unsaved words, the last first. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * What you typed of an entry and did not save
         * @description What you typed of an entry and did not save. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["getWorkingCopy"];
        /**
         * Keep what you typed, before it is saved: no commit, and not counted as a write. If-Match names the version that it goes on from; without it there must be none
         * @description Keep what you typed, before it is saved: no commit, and not counted as a write. If-Match names the version that it goes on from; without it there must be none. For the role `write` at the site and those above it; a token needs `content:write`.
         */
        put: operations["keepWorkingCopy"];
        post?: never;
        /**
         * Throw away what you typed and did not save
         * @description Throw away what you typed and did not save. For the role `write` at the site and those above it; a token needs `content:write`.
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
         * What you typed of an entry and did not save
         * @description What you typed of an entry and did not save. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["getWorkingCopyById"];
        /**
         * Keep what you typed, before it is saved: no commit, and not counted as a write. If-Match names the version that it goes on from; without it there must be none
         * @description Keep what you typed, before it is saved: no commit, and not counted as a write. If-Match names the version that it goes on from; without it there must be none. For the role `write` at the site and those above it; a token needs `content:write`.
         */
        put: operations["keepWorkingCopyById"];
        post?: never;
        /**
         * Throw away what you typed and did not save
         * @description Throw away what you typed and did not save. For the role `write` at the site and those above it; a token needs `content:write`.
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
         * Whether an entry of a type can have a slug, or which one its title makes
         * @description Whether an entry of a type can have a slug, or which one its title makes. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * A page of the entries of all types, drafts and what is live
         * @description A page of the entries of all types, drafts and what is live. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * Who saved the entries of a site last, by name
         * @description Who saved the entries of a site last, by name. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * What is wrong with the files of a site, as others may have pushed them
         * @description What is wrong with the files of a site, as others may have pushed them. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * What happened to an entry, newest first
         * @description What happened to an entry, newest first. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * Who last changed each field of an entry, and when
         * @description Who last changed each field of an entry, and when. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * An entry as it was, and what differs from another version field by field
         * @description An entry as it was, and what differs from another version field by field. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * Entries that were deleted and are not there again, the last first
         * @description Entries that were deleted and are not there again, the last first. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * Save what an entry, a field or a row was, as a draft; nothing is published by it
         * @description Save what an entry, a field or a row was, as a draft; nothing is published by it. For the role `write` at the site and those above it; a token needs `content:write`. A commit that it makes counts as one of the site's writes of a minute.
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
         * What publishing an entry would meet and change, without publishing it
         * @description What publishing an entry would meet and change, without publishing it. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * Make the working version of an entry what is live of it again, in one commit
         * @description Make the working version of an entry what is live of it again, in one commit. For the role `write` at the site and those above it; a token needs `content:write`. A commit that it makes counts as one of the site's writes of a minute.
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
         * What publishing an entry would meet and change, without publishing it
         * @description What publishing an entry would meet and change, without publishing it. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * Make the working version of an entry what is live of it again, in one commit
         * @description Make the working version of an entry what is live of it again, in one commit. For the role `write` at the site and those above it; a token needs `content:write`. A commit that it makes counts as one of the site's writes of a minute.
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
         * What was done last on the site, by whom, newest first
         * @description What was done last on the site, by whom, newest first. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * What was published of the site, newest first
         * @description What was published of the site, newest first. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * What going back to a publish would change; nothing is written
         * @description What going back to a publish would change; nothing is written. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * What differs on the live site from one publish to another
         * @description What differs on the live site from one publish to another. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * Make the live site what it was after an earlier publish, in one commit; drafts stay
         * @description Make the live site what it was after an earlier publish, in one commit; drafts stay. For the role `admin` at the site and those above it; a token needs `site:admin`. A commit that it makes counts as one of the site's writes of a minute. The audit log keeps it as `site.rolled-back`.
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
         * Begin an upload in parts (tus 1.0.0); a broken one goes on where it was, for a day
         * @description Begin an upload in parts (tus 1.0.0); a broken one goes on where it was, for a day. For the role `write` at the site and those above it; a token needs `media:write`.
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
         * How far an upload came; the headers are those of tus, also for HEAD
         * @description How far an upload came; the headers are those of tus, also for HEAD. For the role `write` at the site and those above it; a token needs `media:write`.
         */
        get: operations["getUpload"];
        put?: never;
        post?: never;
        /**
         * Give up an upload
         * @description Give up an upload. For the role `write` at the site and those above it; a token needs `media:write`.
         */
        delete: operations["dropUpload"];
        options?: never;
        head?: never;
        /**
         * Send the next part of an upload; what came stays when the connection breaks
         * @description Send the next part of an upload; what came stays when the connection breaks. For the role `write` at the site and those above it; a token needs `media:write`.
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
         * Make a media file of an upload that is whole, or the new file of one that is there
         * @description Make a media file of an upload that is whole, or the new file of one that is there. For the role `write` at the site and those above it; a token needs `media:write`. A commit that it makes counts as one of the site's writes of a minute.
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
         * Have HQ fetch a file from a public address, and take it as an upload is taken
         * @description Have HQ fetch a file from a public address, and take it as an upload is taken. For the role `write` at the site and those above it; a token needs `media:write`. A commit that it makes counts as one of the site's writes of a minute.
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
         * A page of the media of a site, the newest first unless asked otherwise
         * @description A page of the media of a site, the newest first unless asked otherwise. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["listMedia"];
        put?: never;
        /**
         * Upload a file; its type is told by its content, and images lose their metadata
         * @description Upload a file; its type is told by its content, and images lose their metadata. For the role `write` at the site and those above it; a token needs `media:write`. A commit that it makes counts as one of the site's writes of a minute.
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
         * One media record
         * @description One media record. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["getMedia"];
        put?: never;
        post?: never;
        /**
         * Delete a media file; refused while something live shows it
         * @description Delete a media file; refused while something live shows it. For the role `write` at the site and those above it; a token needs `media:write`. A commit that it makes counts as one of the site's writes of a minute.
         */
        delete: operations["deleteMedia"];
        options?: never;
        head?: never;
        /**
         * Describe, rename or move a media file; what is live changes when its entries are published again
         * @description Describe, rename or move a media file; what is live changes when its entries are published again. For the role `write` at the site and those above it; a token needs `media:write`. A commit that it makes counts as one of the site's writes of a minute.
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
         * What shows a media file, in the working content and in what is live
         * @description What shows a media file, in the working content and in what is live. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * The newest changes of a media file, and who made them: added, described, replaced
         * @description The newest changes of a media file, and who made them: added, described, replaced. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * The file itself, also before anything live shows it
         * @description The file itself, also before anything live shows it. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * What the site's workspace has used of its media storage; full, it refuses new files and nothing else
         * @description What the site's workspace has used of its media storage; full, it refuses new files and nothing else. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * When something is due next, and the schedules that failed and are tried again
         * @description When something is due next, and the schedules that failed and are tried again. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * What went wrong while nobody looked: schedules that failed, what is published and not yet public, and for admins webhooks that HQ disabled and the repository that the site mirrors
         * @description What went wrong while nobody looked: schedules that failed, what is published and not yet public, and for admins webhooks that HQ disabled and the repository that the site mirrors. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * The change requests, the newest first
         * @description The change requests, the newest first. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["listChanges"];
        put?: never;
        /**
         * Open a change request, of a branch that was pushed, or of a new one that begins at main
         * @description Open a change request, of a branch that was pushed, or of a new one that begins at main. For the role `write` at the site and those above it; a token needs `content:write`. A commit that it makes counts as one of the site's writes of a minute.
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
         * A change request: its commits, what it changes, and whether it can be merged
         * @description A change request: its commits, what it changes, and whether it can be merged. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["getChange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change what a change request is called, says, and whom it asks for a review
         * @description Change what a change request is called, says, and whom it asks for a review. For the role `write` at the site and those above it; a token needs `content:write`.
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
         * Close a change request without merging it; its branch stays for a while
         * @description Close a change request without merging it; its branch stays for a while. For the role `write` at the site and those above it; a token needs `content:write`.
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
         * Open a change request again that was closed, as long as its branch is there
         * @description Open a change request again that was closed, as long as its branch is there. For the role `write` at the site and those above it; a token needs `content:write`.
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
         * A media file as it is on the branch of a change request, or as it was before
         * @description A media file as it is on the branch of a change request, or as it was before. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * What a change request changes, line by line
         * @description What a change request changes, line by line. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * A draft key for what stands on the branch, which ends in an hour, or earlier with the branch, the site's draft key, a transfer, or your access
         * @description A draft key for what stands on the branch, which ends in an hour, or earlier with the branch, the site's draft key, a transfer, or your access. For the role `write` at the site and those above it; a token needs `content:write`.
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
         * Merge a change request into main, and publish what it brings where that is asked for
         * @description Merge a change request into main, and publish what it brings where that is asked for. For the role `write` at the site and those above it; a token needs `content:write`. A commit that it makes counts as one of the site's writes of a minute. The audit log keeps it as `change.merged`.
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
         * Bring what happened on main since into the branch of a change request, with what was decided of conflicts
         * @description Bring what happened on main since into the branch of a change request, with what was decided of conflicts. For the role `write` at the site and those above it; a token needs `content:write`. A commit that it makes counts as one of the site's writes of a minute.
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
         * What was said of a change request, the oldest first
         * @description What was said of a change request, the oldest first. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["listChangeComments"];
        put?: never;
        /**
         * Say something of a change request, of a file, a field or a line in it, or answer
         * @description Say something of a change request, of a file, a field or a line in it, or answer. For the role `write` at the site and those above it; a token needs `content:write`.
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
         * Take a comment away: one's own, or any for who may approve
         * @description Take a comment away: one's own, or any for who may approve. For the role `write` at the site and those above it; a token needs `content:write`.
         */
        delete: operations["deleteChangeComment"];
        options?: never;
        head?: never;
        /**
         * Write a comment of one's own anew, or mark its thread as resolved, or open again
         * @description Write a comment of one's own anew, or mark its thread as resolved, or open again. For the role `write` at the site and those above it; a token needs `content:write`.
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
         * Note that you have seen a change request, so that only what comes later is unread
         * @description Note that you have seen a change request, so that only what comes later is unread. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * Tick something that a change request changes as read, until it changes again
         * @description Tick something that a change request changes as read, until it changes again. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * Approve what stands on the branch now, or ask for changes
         * @description Approve what stands on the branch now, or ask for changes. For the role `edit` at the site and those above it; a token needs `content:write`. The audit log keeps it as `change.reviewed`.
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
         * An entry as it stands on the branch of a change request, and what is live of it
         * @description An entry as it stands on the branch of a change request, and what is live of it. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["getProposedEntry"];
        put?: never;
        post?: never;
        /**
         * Delete an entry on the branch of a change request
         * @description Delete an entry on the branch of a change request. For the role `write` at the site and those above it; a token needs `content:write`. A commit that it makes counts as one of the site's writes of a minute.
         */
        delete: operations["proposeDeletion"];
        options?: never;
        head?: never;
        /**
         * Save some values of an entry on the branch of a change request
         * @description Save some values of an entry on the branch of a change request. For the role `write` at the site and those above it; a token needs `content:write`. A commit that it makes counts as one of the site's writes of a minute.
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
         * Write a new entry on the branch of a change request
         * @description Write a new entry on the branch of a change request. For the role `write` at the site and those above it; a token needs `content:write`. A commit that it makes counts as one of the site's writes of a minute.
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
         * Make an entry on the branch of a change request what it was where the branch left main, so that nothing is proposed of it
         * @description Make an entry on the branch of a change request what it was where the branch left main, so that nothing is proposed of it. For the role `write` at the site and those above it; a token needs `content:write`. A commit that it makes counts as one of the site's writes of a minute.
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
         * What publishing a change request would meet and change, and who else changes the same entries
         * @description What publishing a change request would meet and change, and who else changes the same entries. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * Which entries the open change requests touch, the newest change request first
         * @description Which entries the open change requests touch, the newest change request first. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * What publishing an entry would meet and change once its change request is merged
         * @description What publishing an entry would meet and change once its change request is merged. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * Whether an entry of a change request can have a slug, or which one its title makes
         * @description Whether an entry of a change request can have a slug, or which one its title makes. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * The published form that an entry of a change request would have; nothing is written
         * @description The published form that an entry of a change request would have; nothing is written. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * A page of the site's Preview URL with what stands on the branch, in a frame that it cannot leave
         * @description A page of the site's Preview URL with what stands on the branch, in a frame that it cannot leave. For the role `write` at the site and those above it; a token needs `content:write`.
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
         * Open a change request with an entry that is written, or deleted, on its branch
         * @description Open a change request with an entry that is written, or deleted, on its branch. For the role `write` at the site and those above it; a token needs `content:write`. A commit that it makes counts as one of the site's writes of a minute.
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
         * What you typed of an entry and did not save
         * @description What you typed of an entry and did not save. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["getProposedCopy"];
        /**
         * Keep what you typed, before it is saved: no commit, and not counted as a write. If-Match names the version that it goes on from; without it there must be none
         * @description Keep what you typed, before it is saved: no commit, and not counted as a write. If-Match names the version that it goes on from; without it there must be none. For the role `write` at the site and those above it; a token needs `content:write`.
         */
        put: operations["keepProposedCopy"];
        post?: never;
        /**
         * Throw away what you typed and did not save
         * @description Throw away what you typed and did not save. For the role `write` at the site and those above it; a token needs `content:write`.
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
         * The releases of the site, the newest first
         * @description The releases of the site, the newest first. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["listReleases"];
        put?: never;
        /**
         * Plan a release, at a time or for later by hand
         * @description Plan a release, at a time or for later by hand. For the role `write` at the site and those above it; a token needs `content:publish`.
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
         * One release
         * @description One release. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["getRelease"];
        put?: never;
        post?: never;
        /**
         * Forget a release; what it published stays live
         * @description Forget a release; what it published stays live. For the role `write` at the site and those above it; a token needs `content:publish`.
         */
        delete: operations["deleteRelease"];
        options?: never;
        head?: never;
        /**
         * Change a release that was not published yet
         * @description Change a release that was not published yet. For the role `write` at the site and those above it; a token needs `content:publish`.
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
         * Publish a release now: all of its entries, or none
         * @description Publish a release now: all of its entries, or none. For the role `write` at the site and those above it; a token needs `content:publish`. A commit that it makes counts as one of the site's writes of a minute.
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
         * What happens on the site, as it happens: entry.saved, entry.published, entry.unpublished, entry.deleted, type.changed, media.changed, branch.rewritten, job.progress, publisher.stuck, publisher.recovered; after `Last-Event-ID` also what was missed
         * @description What happens on the site, as it happens: entry.saved, entry.published, entry.unpublished, entry.deleted, type.changed, media.changed, branch.rewritten, job.progress, publisher.stuck, publisher.recovered; after `Last-Event-ID` also what was missed. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * Say that you have an entry open, and in which field you write: to be said again every ten seconds, and forgotten after thirty. Answers who is there; `presence.changed` of the events tells when that changes
         * @description Say that you have an entry open, and in which field you write: to be said again every ten seconds, and forgotten after thirty. Answers who is there; `presence.changed` of the events tells when that changes. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * The webhooks of the site, the oldest first
         * @description The webhooks of the site, the oldest first. For the role `admin` at the site and those above it; a token needs `site:admin`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Make a webhook; its signing secret is shown in this answer and never again
         * @description Make a webhook; its signing secret is shown in this answer and never again. For the role `admin` at the site and those above it; a token needs `site:admin`. A session must have been proven within ten minutes. The audit log keeps it as `webhook.created`.
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
         * One webhook, how many deliveries it has, and how many can be sent again
         * @description One webhook, how many deliveries it has, and how many can be sent again. For the role `admin` at the site and those above it; a token needs `site:admin`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook, with what is on its way and the log of its deliveries
         * @description Delete a webhook, with what is on its way and the log of its deliveries. For the role `admin` at the site and those above it; a token needs `site:admin`. The audit log keeps it as `webhook.deleted`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook, disable it, or enable it again
         * @description Change a webhook, disable it, or enable it again. For the role `admin` at the site and those above it; a token needs `site:admin`. A session must have been proven within ten minutes. The audit log keeps it as `webhook.changed`.
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
         * Make a new signing secret; the one before signs, too, for 24 hours
         * @description Make a new signing secret; the one before signs, too, for 24 hours. For the role `admin` at the site and those above it; a token needs `site:admin`. A session must have been proven within ten minutes. The audit log keeps it as `webhook.secret-rotated`.
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
         * A page of deliveries of the last thirty days, the newest first
         * @description A page of deliveries of the last thirty days, the newest first. For the role `admin` at the site and those above it; a token needs `site:admin`.
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
         * One delivery: what is sent, and each attempt with its answer
         * @description One delivery: what is sent, and each attempt with its answer. For the role `admin` at the site and those above it; a token needs `site:admin`.
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
         * Send a test event, marked `"test":true`
         * @description Send a test event, marked `"test":true`. For the role `admin` at the site and those above it; a token needs `site:admin`. The audit log keeps it as `webhook.tested`.
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
         * Send a delivery again now, with the same event id
         * @description Send a delivery again now, with the same event id. For the role `admin` at the site and those above it; a token needs `site:admin`. The audit log keeps it as `webhook.redelivered`.
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
         * Send again what failed, all of it or what was made in a stretch of time
         * @description Send again what failed, all of it or what was made in a stretch of time. For the role `admin` at the site and those above it; a token needs `site:admin`. The audit log keeps it as `webhook.redelivered`.
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
         * What the read API answers to a query, without a read key; it counts as one of the site's reads
         * @description What the read API answers to a query, without a read key; it counts as one of the site's reads. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * How many requests of the read API, and how many writes, the site has left now
         * @description How many requests of the read API, and how many writes, the site has left now. For the role `view` at the site and those above it; a token needs `content:read`.
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
         * The repository that the site mirrors, and how both sides stand
         * @description The repository that the site mirrors, and how both sides stand. For the role `view` at the site and those above it; a token needs `content:read`.
         */
        get: operations["getUpstream"];
        /**
         * Set the repository that the site mirrors, and the credential for it; the first sync begins at once
         * @description Set the repository that the site mirrors, and the credential for it; the first sync begins at once. For the role `admin` at the site and those above it; a token needs `site:admin`. A session must have been proven within ten minutes. The audit log keeps it as `upstream.set`.
         */
        put: operations["setUpstream"];
        post?: never;
        /**
         * Mirror it no more: the repository there stays as it is, the credential is forgotten
         * @description Mirror it no more: the repository there stays as it is, the credential is forgotten. For the role `admin` at the site and those above it; a token needs `site:admin`. The audit log keeps it as `upstream.removed`.
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
         * Sync now; `upstream.*` among the site's events, or `triedAt`, tells when it is done
         * @description Sync now; `upstream.*` among the site's events, or `triedAt`, tells when it is done. For the role `edit` at the site and those above it; a token needs `content:write`.
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
         * Decide which history is to stand where a branch asks: `ours` is set there, `theirs` here, `both` brings what was done here onto theirs. What gives way is kept by a ref below `refs/loam/lost`
         * @description Decide which history is to stand where a branch asks: `ours` is set there, `theirs` here, `both` brings what was done here onto theirs. What gives way is kept by a ref below `refs/loam/lost`. For the role `admin` at the site and those above it; a token needs `site:admin`. The audit log keeps it as `upstream.decided`.
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
         * Make the secret of the forge's webhook anew; the one before counts no more
         * @description Make the secret of the forge's webhook anew; the one before counts no more. For the role `admin` at the site and those above it; a token needs `site:admin`. A session must have been proven within ten minutes. The audit log keeps it as `upstream.webhook-secret-renewed`.
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
         * The skills of a workspace, by name
         * @description The skills of a workspace, by name. For the role `member` of the workspace and those above it; a token needs `skill:read`.
         */
        get: operations["listSkills"];
        put?: never;
        /**
         * Add a skill; its name must be free
         * @description Add a skill; its name must be free. For the role `member` of the workspace and those above it; a token needs `skill:write`. The audit log keeps it as `skill.created`.
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
         * A skill with its prompt
         * @description A skill with its prompt. For the role `member` of the workspace and those above it; a token needs `skill:read`.
         */
        get: operations["getSkill"];
        /**
         * Save all files of a skill; what differs from its newest version is the next one
         * @description Save all files of a skill; what differs from its newest version is the next one. For the role `member` of the workspace and those above it; a token needs `skill:write`. The audit log keeps it as `skill.saved`.
         */
        put: operations["saveSkill"];
        post?: never;
        /**
         * Delete a skill; its versions stay
         * @description Delete a skill; its versions stay. For the role `member` of the workspace and those above it; a token needs `skill:write`. The audit log keeps it as `skill.deleted`.
         */
        delete: operations["deleteSkill"];
        options?: never;
        head?: never;
        /**
         * Let anybody install a skill, or members and workers alone
         * @description Let anybody install a skill, or members and workers alone. For the role `member` of the workspace and those above it; a token needs `skill:write`. The audit log keeps it as `skill.changed`.
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
         * The files of a skill; one of them, by its path, with what is in it
         * @description The files of a skill; one of them, by its path, with what is in it. For the role `member` of the workspace and those above it; a token needs `skill:read`.
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
         * How one version of a skill becomes another
         * @description How one version of a skill becomes another. For the role `member` of the workspace and those above it; a token needs `skill:read`.
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
         * Make an old version the newest one
         * @description Make an old version the newest one. For the role `member` of the workspace and those above it; a token needs `skill:write`. The audit log keeps it as `skill.rolled-back`.
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
         * Whether skills must be reviewed before they run with secrets
         * @description Whether skills must be reviewed before they run with secrets. For the role `member` of the workspace and those above it; a token needs `skill:read`.
         */
        get: operations["getSkillReview"];
        /**
         * Say whether skills must be reviewed before they run with secrets
         * @description Say whether skills must be reviewed before they run with secrets. For the role `admin` of the workspace and those above it; a token needs `workspace:admin`. The audit log keeps it as `skill-review.changed`.
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
         * Every version of a skill, the newest first, also of one that was deleted
         * @description Every version of a skill, the newest first, also of one that was deleted. For the role `member` of the workspace and those above it; a token needs `skill:read`.
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
         * Say that you have reviewed a version of a skill, which somebody else wrote
         * @description Say that you have reviewed a version of a skill, which somebody else wrote. For the role `member` of the workspace and those above it; a token needs `skill:write`. The audit log keeps it as `skill.reviewed`.
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
         * The change requests, the newest first
         * @description The change requests, the newest first. For the role `member` of the workspace and those above it; a token needs `skill:read`.
         */
        get: operations["listSkillChanges"];
        put?: never;
        /**
         * Open a change request, of a branch that was pushed, or of a new one that begins at main
         * @description Open a change request, of a branch that was pushed, or of a new one that begins at main. For the role `member` of the workspace and those above it; a token needs `skill:write`.
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
         * A change request of skills: its commits, what it changes, and whether it can be merged
         * @description A change request of skills: its commits, what it changes, and whether it can be merged. For the role `member` of the workspace and those above it; a token needs `skill:read`.
         */
        get: operations["getSkillChange"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change what a change request is called, says, and whom it asks for a review
         * @description Change what a change request is called, says, and whom it asks for a review. For the role `member` of the workspace and those above it; a token needs `skill:write`.
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
         * Close a change request without merging it; its branch stays for a while
         * @description Close a change request without merging it; its branch stays for a while. For the role `member` of the workspace and those above it; a token needs `skill:write`.
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
         * Open a change request again that was closed, as long as its branch is there
         * @description Open a change request again that was closed, as long as its branch is there. For the role `member` of the workspace and those above it; a token needs `skill:write`.
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
         * Open a change request with a skill that is written, or deleted, on its branch
         * @description Open a change request with a skill that is written, or deleted, on its branch. For the role `member` of the workspace and those above it; a token needs `skill:write`.
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
         * What a change request changes, line by line
         * @description What a change request changes, line by line. For the role `member` of the workspace and those above it; a token needs `skill:read`.
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
         * Save all files of a skill on the branch of a change request; none takes it away
         * @description Save all files of a skill on the branch of a change request; none takes it away. For the role `member` of the workspace and those above it; a token needs `skill:write`.
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
         * Merge a change request of skills into main: each skill that it changes gets a version
         * @description Merge a change request of skills into main: each skill that it changes gets a version. For the role `member` of the workspace and those above it; a token needs `skill:write`. The audit log keeps it as `skills.merged`.
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
         * Bring what happened on main since into the branch of a change request, with what was decided of conflicts
         * @description Bring what happened on main since into the branch of a change request, with what was decided of conflicts. For the role `member` of the workspace and those above it; a token needs `skill:write`.
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
         * What was said of a change request, the oldest first
         * @description What was said of a change request, the oldest first. For the role `member` of the workspace and those above it; a token needs `skill:read`.
         */
        get: operations["listSkillChangeComments"];
        put?: never;
        /**
         * Say something of a change request, of a file, a field or a line in it, or answer
         * @description Say something of a change request, of a file, a field or a line in it, or answer. For the role `member` of the workspace and those above it; a token needs `skill:write`.
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
         * Take a comment away: one's own, or any for who may approve
         * @description Take a comment away: one's own, or any for who may approve. For the role `member` of the workspace and those above it; a token needs `skill:write`.
         */
        delete: operations["deleteSkillChangeComment"];
        options?: never;
        head?: never;
        /**
         * Write a comment of one's own anew, or mark its thread as resolved, or open again
         * @description Write a comment of one's own anew, or mark its thread as resolved, or open again. For the role `member` of the workspace and those above it; a token needs `skill:write`.
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
         * Note that you have seen a change request, so that only what comes later is unread
         * @description Note that you have seen a change request, so that only what comes later is unread. For the role `member` of the workspace and those above it; a token needs `skill:read`.
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
         * Tick something that a change request changes as read, until it changes again
         * @description Tick something that a change request changes as read, until it changes again. For the role `member` of the workspace and those above it; a token needs `skill:read`.
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
         * Approve what stands on the branch now, or ask for changes
         * @description Approve what stands on the branch now, or ask for changes. For the role `member` of the workspace and those above it; a token needs `skill:write`. The audit log keeps it as `change.reviewed`.
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
         * The workers of the workspace, and whether they are there
         * @description The workers of the workspace, and whether they are there. For the role `member` of the workspace and those above it; a token needs `skill:read`.
         */
        get: operations["listWorkers"];
        put?: never;
        /**
         * Make a place for a worker; its registration token is shown in this answer and never again
         * @description Make a place for a worker; its registration token is shown in this answer and never again. For the role `admin` of the workspace and those above it; a token needs `worker:admin`. A session must have been proven within ten minutes. The audit log keeps it as `worker.created`.
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
         * One worker, with what it told of itself last
         * @description One worker, with what it told of itself last. For the role `member` of the workspace and those above it; a token needs `skill:read`.
         */
        get: operations["getWorker"];
        put?: never;
        post?: never;
        /**
         * Revoke a worker: its key ends at once, and with it what it runs
         * @description Revoke a worker: its key ends at once, and with it what it runs. For the role `admin` of the workspace and those above it; a token needs `worker:admin`. The audit log keeps it as `worker.revoked`.
         */
        delete: operations["revokeWorker"];
        options?: never;
        head?: never;
        /**
         * Rename a worker
         * @description Rename a worker. For the role `admin` of the workspace and those above it; a token needs `worker:admin`. The audit log keeps it as `worker.changed`.
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
         * The projects of the workspace
         * @description The projects of the workspace. For the role `member` of the workspace and those above it; a token needs `skill:read`.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Make a project, of one site or of none
         * @description Make a project, of one site or of none. For the role `admin` of the workspace and those above it; a token needs `project:admin`. The audit log keeps it as `project.created`.
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
         * One project
         * @description One project. For the role `member` of the workspace and those above it; a token needs `skill:read`.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project with its variables and workflows, also from its workers; its runs stay
         * @description Delete a project with its variables and workflows, also from its workers; its runs stay. For the role `admin` of the workspace and those above it; a token needs `project:admin`. The audit log keeps it as `project.deleted`.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Rename a project, or give it another site
         * @description Rename a project, or give it another site. For the role `admin` of the workspace and those above it; a token needs `project:admin`. The audit log keeps it as `project.changed`.
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
         * The people of the project
         * @description The people of the project. For the role `member` of the workspace and those above it; a token needs `skill:read`.
         */
        get: operations["listProjectMembers"];
        /**
         * Say who works on the project, out of the workspace
         * @description Say who works on the project, out of the workspace. For the role `admin` of the workspace and those above it; a token needs `project:admin`. The audit log keeps it as `project.changed`.
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
         * What the project needs on a worker
         * @description What the project needs on a worker. For the role `member` of the workspace and those above it; a token needs `skill:read`.
         */
        get: operations["getProjectManifest"];
        /**
         * Say what the project needs; its workers set it up again
         * @description Say what the project needs; its workers set it up again. For the role `admin` of the workspace and those above it; a token needs `project:admin`. The audit log keeps it as `project.changed`.
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
         * The workflows of every project
         * @description The workflows of every project. For the role `member` of the workspace and those above it; a token needs `skill:read`.
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
         * The workflows of the project
         * @description The workflows of the project. For the role `member` of the workspace and those above it; a token needs `skill:read`.
         */
        get: operations["listWorkflows"];
        put?: never;
        /**
         * Make a workflow: skills in their order
         * @description Make a workflow: skills in their order. For the role `admin` of the workspace and those above it; a token needs `project:admin`. The audit log keeps it as `workflow.created`.
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
         * One workflow
         * @description One workflow. For the role `member` of the workspace and those above it; a token needs `skill:read`.
         */
        get: operations["getWorkflow"];
        put?: never;
        post?: never;
        /**
         * Delete a workflow with its variables; its runs stay
         * @description Delete a workflow with its variables; its runs stay. For the role `admin` of the workspace and those above it; a token needs `project:admin`. The audit log keeps it as `workflow.deleted`.
         */
        delete: operations["deleteWorkflow"];
        options?: never;
        head?: never;
        /**
         * Change a workflow; what runs already goes on as it began
         * @description Change a workflow; what runs already goes on as it began. For the role `admin` of the workspace and those above it; a token needs `project:admin`. The audit log keeps it as `workflow.changed`.
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
         * The runs of the workspace, the newest first; those of steps are with their workflow
         * @description The runs of the workspace, the newest first; those of steps are with their workflow. For the role `member` of the workspace and those above it; a token needs `skill:read`.
         */
        get: operations["listRuns"];
        put?: never;
        /**
         * Run a skill on a worker: now, or once when the worker is next there
         * @description Run a skill on a worker: now, or once when the worker is next there. For the role `member` of the workspace and those above it; a token needs `run:write`. The audit log keeps it as `run.started`.
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
         * The runs of a workflow, the newest first
         * @description The runs of a workflow, the newest first. For the role `member` of the workspace and those above it; a token needs `skill:read`.
         */
        get: operations["listWorkflowRuns"];
        put?: never;
        /**
         * Run a workflow, on the worker that is named or on one of its project
         * @description Run a workflow, on the worker that is named or on one of its project. For the project's members and the workspace's admins; a token needs `run:write`. The audit log keeps it as `run.started`.
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
         * One run, with what it was given; of a workflow also the runs of its steps
         * @description One run, with what it was given; of a workflow also the runs of its steps. For the role `member` of the workspace and those above it; a token needs `skill:read`.
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
         * End a run: at once where the worker was not told of it yet, else when the worker says so
         * @description End a run: at once where the worker was not told of it yet, else when the worker says so. For the project's members and the workspace's admins; a token needs `run:write`. The audit log keeps it as `run.cancelled`.
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
         * What a run prints, as it prints it: events `output`, `state`, and `end` when nothing follows
         * @description What a run prints, as it prints it: events `output`, `state`, and `end` when nothing follows. For the project's members and the workspace's admins; a token needs `skill:read`.
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
         * What a run has printed so far, as text
         * @description What a run has printed so far, as text. For the project's members and the workspace's admins; a token needs `skill:read`.
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
         * What happens in the workspace, within a second or two: skill.changed, run.changed, worker.changed; first `ready`, after which nothing is missed. What was before it is not told: read it after `ready`
         * @description What happens in the workspace, within a second or two: skill.changed, run.changed, worker.changed; first `ready`, after which nothing is missed. What was before it is not told: read it after `ready`. For the role `member` of the workspace and those above it; a token needs `skill:read`.
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
         * The variables that are set for the workspace
         * @description The variables that are set for the workspace. For the role `member` of the workspace and those above it; a token needs `skill:read`.
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
         * Set a variable for the workspace
         * @description Set a variable for the workspace. For the role `admin` of the workspace and those above it; a token needs `variable:write`. The audit log keeps it as `variable.set`.
         */
        put: operations["putWorkspaceVariable"];
        post?: never;
        /**
         * Delete a variable of the workspace
         * @description Delete a variable of the workspace. For the role `admin` of the workspace and those above it; a token needs `variable:write`. The audit log keeps it as `variable.deleted`.
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
         * The variables that are set for the project
         * @description The variables that are set for the project. For the project's members and the workspace's admins; a token needs `skill:read`.
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
         * Set a variable for the project
         * @description Set a variable for the project. For the project's members and the workspace's admins; a token needs `variable:write`. The audit log keeps it as `variable.set`.
         */
        put: operations["putProjectVariable"];
        post?: never;
        /**
         * Delete a variable of the project
         * @description Delete a variable of the project. For the project's members and the workspace's admins; a token needs `variable:write`. The audit log keeps it as `variable.deleted`.
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
         * The variables that are set for the workflow
         * @description The variables that are set for the workflow. For the project's members and the workspace's admins; a token needs `skill:read`.
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
         * Set a variable for the workflow
         * @description Set a variable for the workflow. For the project's members and the workspace's admins; a token needs `variable:write`. The audit log keeps it as `variable.set`.
         */
        put: operations["putWorkflowVariable"];
        post?: never;
        /**
         * Delete a variable of the workflow
         * @description Delete a variable of the workflow. For the project's members and the workspace's admins; a token needs `variable:write`. The audit log keeps it as `variable.deleted`.
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
         * What a run would be given, each with the scope it comes from and what it won over
         * @description What a run would be given, each with the scope it comes from and what it won over. For the role `member` of the workspace and those above it; a token needs `skill:read`.
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
         * The names of the worker's secrets; no value is shown by anybody
         * @description The names of the worker's secrets; no value is shown by anybody. For the role `member` of the workspace and those above it; a token needs `skill:read`.
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
         * Pass a secret on to the worker; HQ keeps nothing of it
         * @description Pass a secret on to the worker; HQ keeps nothing of it. For the role `admin` of the workspace and those above it; a token needs `worker:admin`. The audit log keeps it as `secret.set`.
         */
        put: operations["putWorkerSecret"];
        post?: never;
        /**
         * Have the worker forget a secret
         * @description Have the worker forget a secret. For the role `admin` of the workspace and those above it; a token needs `worker:admin`. The audit log keeps it as `secret.deleted`.
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
         * What the worker finds wrong with itself at this moment
         * @description What the worker finds wrong with itself at this moment. For the role `member` of the workspace and those above it; a token needs `skill:read`.
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
         * What the worker remembers, asked of it at this moment; HQ keeps nothing of it
         * @description What the worker remembers, asked of it at this moment; HQ keeps nothing of it. For the role `member` of the workspace and those above it; a token needs `skill:read`.
         */
        get: operations["searchWorkerMemory"];
        put?: never;
        /**
         * Have the worker remember something
         * @description Have the worker remember something. For the role `member` of the workspace and those above it; a token needs `variable:write`. The audit log keeps it as `memory.added`.
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
         * Have the worker forget something
         * @description Have the worker forget something. For the role `member` of the workspace and those above it; a token needs `variable:write`. The audit log keeps it as `memory.deleted`.
         */
        delete: operations["deleteWorkerMemory"];
        options?: never;
        head?: never;
        /**
         * Change what the worker remembers
         * @description Change what the worker remembers. For the role `member` of the workspace and those above it; a token needs `variable:write`. The audit log keeps it as `memory.changed`.
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
         * The files that the run left, asked of its worker at this moment
         * @description The files that the run left, asked of its worker at this moment. For the project's members and the workspace's admins; a token needs `skill:read`.
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
         * One of these files, from its worker; one in which a secret stands is refused
         * @description One of these files, from its worker; one in which a secret stands is refused. For the project's members and the workspace's admins; a token needs `skill:read`.
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
         * What goes wrong, or may, on workers that several projects share, and which projects get along
         * @description What goes wrong, or may, on workers that several projects share, and which projects get along. For the role `member` of the workspace and those above it; a token needs `skill:read`.
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
         * The workers of the project
         * @description The workers of the project. For the role `member` of the workspace and those above it; a token needs `skill:read`.
         */
        get: operations["listAssignments"];
        /**
         * Assign a worker to the project, unless the advisor finds what would go wrong
         * @description Assign a worker to the project, unless the advisor finds what would go wrong. For the role `admin` of the workspace and those above it; a token needs `project:admin`. The audit log keeps it as `assignment.changed`.
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
         * Take a worker off the project; it takes away what it set up, but for what was edited there
         * @description Take a worker off the project; it takes away what it set up, but for what was edited there. For the role `admin` of the workspace and those above it; a token needs `project:admin`. The audit log keeps it as `assignment.changed`.
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
         * What each worker that is there lacks for each skill, asked at this moment
         * @description What each worker that is there lacks for each skill, asked at this moment. For the role `member` of the workspace and those above it; a token needs `skill:read`.
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
         * The worker's variables: their names, as it told them last, or what it has now
         * @description The worker's variables: their names, as it told them last, or what it has now. For the role `member` of the workspace and those above it; a token needs `skill:read`.
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
         * Tell the worker to keep a variable: now, or when it next asks
         * @description Tell the worker to keep a variable: now, or when it next asks. For the role `admin` of the workspace and those above it; a token needs `variable:write`. The audit log keeps it as `variable.set`.
         */
        put: operations["putWorkerVariable"];
        post?: never;
        /**
         * Tell the worker to forget a variable: now, or when it next asks
         * @description Tell the worker to forget a variable: now, or when it next asks. For the role `admin` of the workspace and those above it; a token needs `variable:write`. The audit log keeps it as `variable.deleted`.
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
             * @description In place of a version. `newest` runs unreviewed only where the worker has no secrets. Default: the newest reviewed where skills must be reviewed, else the newest.
             * @enum {string}
             */
            use?: "reviewed" | "newest";
            /** @default {} */
            inputs?: {
                [key: string]: string;
            };
            /**
             * @description A number: how often it is tried again before the workflow stops.
             * @default stop
             */
            onFailure?: ("stop" | "continue") | number;
        };
        Problem: {
            type: string;
            title: string;
            status: number;
            /** @description Stable name of the error; docs/errors.md has all. */
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
            /** @description Goes as X-CSRF-Token with every change. */
            csrfToken: string;
            /** Format: date-time */
            authenticatedAt: string;
            /** Format: date-time */
            expiresAt: string;
            /** @description Whether workspaces have plans and payment methods here (`LOAM_BILLING`). */
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
            /** @description Whether there is one to sign in with. */
            password: boolean;
            totp: boolean;
            passkeys: number;
            /** @description Linked accounts elsewhere. */
            identities: number;
        };
        ChangedMe: {
            id: string;
            /** Format: email */
            email: string;
            name: string;
            instanceAdmin: boolean;
            /** @description Whether there is one to sign in with. */
            password: boolean;
            totp: boolean;
            passkeys: number;
            /** @description Linked accounts elsewhere. */
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
            /** @description Whether it is the one that asks. */
            current: boolean;
        };
        RecoveryCodes: {
            /** @description Shown this once. */
            recoveryCodes: string[];
        };
        PasskeyQuestion: {
            /** @description Comes back with the answer. */
            challenge: string;
            /** @description For navigator.credentials. */
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
            /** @description Shown this once. */
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
            /** @description To be passed on, where no mail is configured; shown this once. */
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
            /** @description Whether the CMS is enabled here. */
            cms: boolean;
            paymentMethod?: {
                label: string;
                /** Format: date-time */
                addedAt: string;
            };
            /** @description Whether publishing of its sites waits for a payment method. */
            paymentNeeded: boolean;
            /**
             * @description Of the person who asks.
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
            /** @description null where there is no limit */
            sites: number | null;
            mediaBytes: number;
        };
        CmsRequest: {
            /** Format: date-time */
            requestedAt: string;
            /** @description Null where the account is gone. */
            requestedBy: {
                id: string;
                name: string;
                /** Format: email */
                email: string;
            } | null;
            note: string;
            /** Format: date-time */
            declinedAt?: string;
            /** @description Why it was declined. */
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
            /** @description What `/readyz` answers: whether each part works. Sites are no part. */
            ready: boolean;
            parts: {
                /** @enum {string} */
                part: "database" | "git" | "disk" | "public-storage" | "media-storage";
                works: boolean;
                /** @description As `hq doctor` tells it. */
                problem?: string;
            }[];
            sites: {
                id: string;
                name: string;
                /** @description Its name. */
                workspace: string;
                /**
                 * @description `unavailable`: it cannot be served; `unreadable`: a branch of its repository, or its working content, cannot be read; `damaged`: files of it in git are damaged; `stuck`: its public files could not be written.
                 * @enum {string}
                 */
                trouble: "unavailable" | "unreadable" | "damaged" | "stuck";
                reason: string;
            }[];
            /** @description The gauges of `/metrics`, by their names. */
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
                /** @description Whether publishing waits for a payment method. */
                paymentGate: boolean;
                readLimit: number;
                writeLimit: number;
            };
            /** @description `LOAM_` variables that nothing reads. */
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
            /** @description Whether content and schema change by approved change requests alone. */
            reviewRequired: boolean;
            /** Format: date-time */
            createdAt: string;
            createdBy: string | null;
            /**
             * @description Of the person who asks.
             * @enum {string}
             */
            role: "view" | "write" | "edit" | "admin";
            /**
             * Format: uri-reference
             * @description Where its published files are.
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
            /** @description Read of the collection. */
            files?: number;
            /** @description Id of the site that was made. */
            site?: string;
            report?: components["schemas"]["TakeOverReport"];
            problem?: {
                code: string;
                message: string;
            };
        };
        TakeOverReport: {
            /** @description `astro`, `hugo`, …; `loam`: it was a site already. */
            layout: string;
            /** @description Of the site in its project; empty for all of it. */
            folder: string;
            collections: {
                apiId: string;
                label: string;
                /** @description As `paths` in `site.yml` has it. */
                place: string;
                entries: number;
                fields: {
                    apiId: string;
                    type: string;
                    multiple: boolean;
                }[];
                /** @description Keys that stay the developers', as no field holds them as they are. */
                leftKeys: string[];
            }[];
            /** @description Collections that stay as they are. */
            left: {
                name: string;
                folder: string;
                files: number;
                why: string;
            }[];
            /** @description Files that cannot be read as they are; they stay. */
            unread: {
                code: string;
                message: string;
                path?: string;
                line?: number;
            }[];
            /** @description What a push could not bring, and stays. */
            kept: {
                code: string;
                message: string;
                path?: string;
                line?: number;
            }[];
            /** @description Entries that its own site does not show now: they stay off until published. */
            held: {
                path: string;
                why: string;
                /**
                 * Format: date-time
                 * @description When it is published by itself.
                 */
                from?: string;
                /**
                 * Format: date-time
                 * @description When it left its own site.
                 */
                until?: string;
            }[];
            /** @description What else to know before anything is published. */
            notes: {
                path: string;
                message: string;
            }[];
        };
        SiteSettings: {
            /** @description Where links to a type's entries lead, by API ID, with {slug}, {path}, {id}, {year}, {month}, or {day}. A type without a route has /<api_id>/{slug}. A key that is the ID of an entry is the route of that entry alone. */
            routes: {
                [key: string]: string;
            };
            /** @description Folders in the repository where a type's entries stand; one without has content/<api_id>. */
            paths: {
                [key: string]: string;
            };
            /** @description IANA name of the zone whose days {year}, {month}, and {day} are. */
            timeZone: string;
            media: {
                /**
                 * @description SVG files can hold scripts: stored without anything that runs, or refused.
                 * @enum {string}
                 */
                svg: "clean" | "refuse";
            };
        };
        PreviewCheck: {
            /** @description Why HQ got no answer. A browser may get one: of its own machine, say. */
            problem?: string;
            status?: number;
            /** @description Whether the page lets the editor show it in a frame. */
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
            /** @description Its beginning and last characters. */
            hint: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            revokedAt?: string;
            /**
             * Format: date-time
             * @description To the minute.
             */
            lastUsedAt?: string;
        };
        Transfer: {
            id: string;
            siteId: string;
            siteName: string;
            /** @description To which the site is offered, as it was named; it may not be there. */
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
                /** @description Beyond the limit: named by their addresses. */
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
            /** @description `allowed`, or the code of the error. */
            outcome: string;
            /** @description How many it stands for; refusals are counted. */
            times: number;
            userId: string | null;
            /** @description Null where the account is gone. */
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
            /** @description Of the working schema since. */
            unpublishedChanges: number;
            /** @description Of the working schema, without those of rows. */
            fields: number;
            entries: {
                all: number;
                draft: number;
                published: number;
                changed: number;
                unpublished: number;
                broken: number;
                /** @description Counted beside the states. */
                scheduled: number;
            };
            /** @description Fields of working schemas whose values are its entries. */
            readonly referredToBy: {
                type: string;
                /** @description Dotted API ids. */
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
            /** @description The working schema, as PUT takes it. */
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
            /** @description What keeps `type.yml` from being read, as after a change by git; `schema` is then the newest published one. */
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
            /** @description Dotted API ids; empty where it is about the type. */
            field: string;
            before?: string;
            after?: string;
        };
        SchemaVersion: {
            version: number;
            /**
             * Format: date-time
             * @description When it was published.
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
            /** @description The last published version that has it. */
            lastVersion: number;
            /** @description Entries whose files still say a value of it. */
            files: {
                count: number;
                /** @description The first 20. */
                readonly ids: string[];
            };
            /** @description Live entries whose JSON still shows it. */
            live: {
                count: number;
                /** @description The first 20. */
                readonly ids: string[];
            };
        };
        SchemaImpact: {
            apiId: string;
            /** @description The newest published one; 0 for none. */
            version: number;
            readonly changes: components["schemas"]["SchemaChange"][];
            /** @description Why it cannot be published; nothing else is looked at then. */
            readonly problems: {
                path?: string;
                message: string;
            }[];
            /** @description How many entries were looked at. */
            entries: number;
            readonly effects: {
                kind: string;
                field: string;
                count: number;
                readonly ids: string[];
            }[];
            /** @description What would change if everything live were published again. */
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
            /** @description Its title, name or headline, else its first text, else the slug. */
            title: string;
            /** @enum {string} */
            state: "draft" | "published" | "changed" | "unpublished" | "broken";
            /** @description Whether a time set for it is still to come. */
            scheduled: boolean;
            /** @description Blob id of the file: the ETag of the entry. */
            version: string;
            /** Format: date-time */
            createdAt?: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Who saved it last; absent for one that is only live. */
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
            /** @description Live, but not in the working content any more. */
            removed: boolean;
            live?: {
                /** @description 1, 2, … by publish. */
                version: number;
                blob: string;
                slug: string;
                /** Format: date-time */
                publishedAt: string;
                /** Format: date-time */
                updatedAt: string;
            };
            /** @description What is wrong with the file. */
            readonly problems: {
                path?: string;
                message: string;
                line?: number;
            }[];
            /** @description Values by API id. */
            fields: {
                [key: string]: unknown;
            };
            /** @description Fields that someone else changed since the version of If-Match. */
            readonly fromOthers?: string[];
            /** @description Of a publish: what leads nowhere, or elsewhere than its field says. Of a save and a publish: conflicts left in texts. */
            readonly warnings?: components["schemas"]["PublishWarning"][];
        };
        PublishWarning: {
            /** @description Of the entry. */
            id: string;
            /** @description Dotted API ids, rows by number from 0. */
            path: string;
            message: string;
        };
        Link: {
            /** @description In what is live, or in the working version. */
            live: boolean;
            type: string;
            id?: string;
            slug: string;
            /** @description Dotted API ids, rows by number from 0. */
            field: string;
        };
        EntrySummary: {
            /** @description Absent of a file too broken to say. */
            id?: string;
            type: string;
            slug: string;
            /** @description Its title, name or headline, else its first text, else the slug. */
            title: string;
            /** @enum {string} */
            state: "draft" | "published" | "changed" | "unpublished" | "broken";
            /** @description Whether a time set for it is still to come. */
            scheduled: boolean;
            /** @description Blob id of the file: the ETag of the entry. */
            version: string;
            /** Format: date-time */
            createdAt?: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Who saved it last; absent for one that is only live. */
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
            /** @description Live, but not in the working content any more. */
            removed: boolean;
            live?: {
                /** @description 1, 2, … by publish. */
                version: number;
                blob: string;
                slug: string;
                /** Format: date-time */
                publishedAt: string;
                /** Format: date-time */
                updatedAt: string;
            };
            /** @description What is wrong with the file. */
            readonly problems: {
                path?: string;
                message: string;
                line?: number;
            }[];
            /** @description Of a list with `fields`: those that have a value, by API id. */
            fields?: {
                [key: string]: unknown;
            };
            /** @description Of a list with `thumbnails`: a small copy of the first picture. */
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
            /** @description Id of the duplicate. */
            copy?: string;
            /** @description Of one that was refused. */
            code?: string;
            message?: string;
            readonly problems?: {
                path?: string;
                message: string;
                line?: number;
            }[];
        };
        EntryPreview: {
            /** @description Of the public file that would hold it. */
            address: string;
            /** @description What the file would say. */
            json: {
                [key: string]: unknown;
            };
            /** @description Its rich texts as sanitised HTML; pictures have addresses for people who are signed in. */
            readonly texts: {
                path: string;
                html: string;
            }[];
        };
        KeptCopy: {
            /** @description Number of the change request that it is written in. */
            change?: number;
            /** @description Of the entry, or `new:…`. */
            id: string;
            type: string;
            version: string;
            /** Format: date-time */
            keptAt: string;
        };
        WorkingCopy: {
            /** @description Number of the change request that it is written in. */
            change?: number;
            /** @description Of the entry, or `new:…`. */
            id: string;
            type: string;
            version: string;
            /** Format: date-time */
            keptAt: string;
            /** @description Version of the entry that is edited. */
            base?: string;
            slug?: string;
            /** @description What was changed, by API id, as it was typed: nothing of it is checked. */
            fields: {
                [key: string]: unknown;
            };
        };
        SlugCheck: {
            slug: string;
            free: boolean;
            /** @description Why it cannot be had. */
            message?: string;
            /** @description The entry that has it. */
            takenBy?: {
                id: string;
                title: string;
            };
        };
        FileProblem: {
            /** @description Stable name; docs/errors.md has all. */
            code: string;
            message: string;
            /** @description Of the file in the repository. */
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
            /** @description Commit of the version before. */
            previous?: string;
            restored?: string;
            /** @description Of a publish: 1, 2, … */
            version?: number;
            rolledBackTo?: string;
            /** @description Since `previous`, where it was asked for and both can be read. */
            changed?: {
                readonly fields: {
                    path: string;
                    label: string;
                }[];
                readonly system: ("slug" | "createdAt" | "publishAt" | "unpublishAt" | "sortOrder" | "schema")[];
            };
        };
        FieldAuthor: {
            /** @description API id. */
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
            /** @description Version of the schema that it was written against. */
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
            /** @description API id. */
            path: string;
            label: string;
            type: string;
            /** @enum {string} */
            kind: "added" | "removed" | "changed";
            before?: unknown;
            after?: unknown;
            /** @description Of a text: what came and went, word by word. */
            readonly text?: {
                /** @enum {string} */
                kind: "same" | "added" | "removed";
                text: string;
            }[];
            /** @description Of a field with several values: which stayed, came and went. */
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
            /** @description As it was last. */
            title: string;
            /** Format: date-time */
            when: string;
            deletedBy: {
                name: string;
                /** Format: email */
                email: string;
            };
            commit: string;
            /** @description Commit of its last version: `commit` of a restore. */
            previous: string;
        };
        PublishCheck: {
            /** @description What keeps it from being published; empty where nothing does. */
            readonly problems: {
                path: string;
                message: string;
            }[];
            readonly warnings: components["schemas"]["PublishWarning"][];
            /** @description What visitors would see change; absent of an entry that is not live. */
            changes?: components["schemas"]["EntryChanges"];
        };
        SiteAct: {
            commit: string;
            /** Format: date-time */
            when: string;
            /** @description Name of the person or program. */
            by: string;
            /** @enum {string} */
            act: "saved" | "deleted" | "published" | "unpublished" | "types" | "media" | "other";
            /** @description How many entries, types or media; 100 stands for more. */
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
            /** @description Entries that it published, unpublished or moved. */
            count: number;
            /** @description The first 100 of them. */
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
                /** @description Live again, and nothing to edit. */
                draftDeleted: boolean;
            }[];
            /** @description What else changes: settings, schemas, records of media. */
            readonly files: string[];
        };
        LiveDifference: {
            /** @description The first 500; what differs in one says its history with `compare`. */
            readonly entries: {
                id: string;
                type: string;
                /** @enum {string} */
                kind: "added" | "removed" | "changed";
                slug: string;
            }[];
            /** @description How many entries differ. */
            count: number;
            /** @description What else differs: settings, schemas, records of media. */
            readonly files: string[];
        };
        MediaUpload: {
            id: string;
            filename: string;
            size: number;
            /** @description Bytes that came. */
            offset: number;
            /** Format: date-time */
            expiresAt: string;
        };
        Media: {
            id: string;
            /**
             * Format: uri-reference
             * @description Public address, from when something live shows it.
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
            /** @description Where the library keeps it; absent in none. Not published. */
            folder?: string;
            focalPoint?: {
                x: number;
                y: number;
            };
            /** Format: date-time */
            createdAt: string;
            /** @description In lists: how many entries show it, drafts and live. */
            uses?: number;
            /**
             * Format: uri-reference
             * @description Where people of the site see it before; ?variant=640.webp is a smaller one.
             */
            contentUrl: string;
            /** @description Blob id of the record: its ETag. */
            version: string;
        };
        /** @description Of the site, or of the folder that is asked for. */
        MediaCounts: {
            all: number;
            image: number;
            video: number;
            audio: number;
            document: number;
            /** @description No entry shows them, drafts and live. */
            unused: number;
            /** @description Images that no text describes. */
            missingAlt: number;
        };
        MediaChange: {
            commit: string;
            /** Format: date-time */
            at: string;
            /** @description Name of who made it. */
            by: string;
            /**
             * @description `replaced`: another file in its place.
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
             * @description When it was tried last.
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
            /** @description What prevents it. */
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
            /** @description What is wrong; null where somebody has to decide. */
            message: string | null;
        } | {
            /** @constant */
            kind: "publisher-stuck";
        };
        ListedChange: {
            number: number;
            title: string;
            description: string;
            /** @description As git names it: `change/3-new-words`. */
            branch: string;
            /** @enum {string} */
            state: "open" | "merged" | "closed";
            /** @description Whether it is still written; it is not merged until it is ready. */
            draft: boolean;
            createdBy: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Who changed what is in it last, and so does not approve it. */
            pushedBy: string | null;
            /** @description Ids of people who are asked for a review. */
            reviewers: string[];
            mergedCommit: string | null;
            /** @description Who merged or closed it. */
            endedBy: string | null;
            /** Format: date-time */
            endedAt: string | null;
            /** @description Where the branch stands, or stood in the end; null when it is gone. */
            head: string | null;
            reviews: components["schemas"]["Review"][];
            comments: number;
            /** @description Threads that are not resolved. */
            openThreads: number;
            /** @description Comments of others since you marked it as seen. */
            unreadComments: number;
            /** @description Whether others did anything to it since you marked it as seen. */
            unread: boolean;
        };
        Review: {
            userId: string;
            /** @enum {string} */
            verdict: "approved" | "changes_requested";
            head: string;
            /** @description Whether nothing was pushed since. */
            current: boolean;
            /** Format: date-time */
            createdAt: string;
        };
        Change: {
            number: number;
            title: string;
            description: string;
            /** @description As git names it: `change/3-new-words`. */
            branch: string;
            /** @enum {string} */
            state: "open" | "merged" | "closed";
            /** @description Whether it is still written; it is not merged until it is ready. */
            draft: boolean;
            createdBy: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** @description Who changed what is in it last, and so does not approve it. */
            pushedBy: string | null;
            /** @description Ids of people who are asked for a review. */
            reviewers: string[];
            mergedCommit: string | null;
            /** @description Who merged or closed it. */
            endedBy: string | null;
            /** Format: date-time */
            endedAt: string | null;
        };
        ChangeDetail: {
            change: components["schemas"]["ListedChange"];
            /** @description When it was read: what is seen with it. */
            asOf: string;
            /** @description Everybody whose id is in the answer, by name. */
            people: {
                id: string;
                name: string;
            }[];
            head: string;
            /** @description Where the branch left `main`. */
            base: string;
            /** @description Whether its commits are gone, a time after it was closed: nothing can be said of what it changed. */
            pruned: boolean;
            /** @description Newest first, the last 200. */
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
                /** @description Whether you ticked it as it stands there now. */
                viewed: boolean;
            }[];
            media: {
                /** @enum {string} */
                kind: "added" | "removed" | "changed";
                path: string;
                id: string;
                before: components["schemas"]["ChangedMedia"] | null;
                after: components["schemas"]["ChangedMedia"] | null;
                /** @description Whether you ticked it as it stands there now. */
                viewed: boolean;
            }[];
            types: {
                /** @enum {string} */
                kind: "added" | "removed" | "changed";
                path: string;
                apiId: string;
                changes: {
                    kind: string;
                    /** @description Dotted API ids; empty where it is about the type. */
                    field: string;
                    before?: string;
                    after?: string;
                }[];
                /** @description Versions of its schema that are published. */
                versions: number[];
                /** @description Whether you ticked it as it stands there now. */
                viewed: boolean;
            }[];
            files: {
                /** @enum {string} */
                kind: "added" | "removed" | "changed";
                path: string;
                /** @description Whether you ticked it as it stands there now. */
                viewed: boolean;
            }[];
            /** @description Null for one that is over. */
            merge: {
                possible: boolean;
                blockedBy: ("draft" | "conflicts" | "issues" | "nothing_to_merge" | "approval_missing" | "changes_requested")[];
                conflicts: {
                    file: string;
                    /** @description API id, `slug` and the like; empty for the whole file. */
                    path: string;
                    base: unknown;
                    main: unknown;
                    branch: unknown;
                    /** @description The entry that it is in; its values are as entries are answered. */
                    entry?: {
                        id: string;
                        type: string;
                        slug: string;
                        title: string;
                    };
                    /** @description Given where another entry on `main` has the slug of the one on the branch: a free slug, to be decided with `slug`. */
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
             * @description Where people of the site see it; &variant=640.webp is a smaller one.
             */
            contentUrl: string;
        };
        ChangeComment: {
            id: string;
            /** @description The first comment of its thread: itself, for that one. */
            threadId: string;
            userId: string | null;
            /** @description Empty for one that was deleted while there were answers to it. */
            body: string;
            /** @description Ids of the people who are named in it. */
            mentions: string[];
            path: string | null;
            field: string | null;
            line: number | null;
            /** @description The words that it is about. */
            quote: string | null;
            /** @description Where the branch stood. */
            head: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            editedAt: string | null;
            /** Format: date-time */
            deletedAt: string | null;
            /**
             * Format: date-time
             * @description Of the first of a thread.
             */
            resolvedAt: string | null;
            resolvedBy: string | null;
        };
        ProposedEntry: {
            id: string;
            type: string;
            slug: string;
            /** @description Where the branch stands now. */
            commit: string;
            changed: boolean;
            entry: components["schemas"]["Entry"];
        };
        ChangeChecks: {
            /** @description Where the branch stood. */
            head: string;
            /** @description Whether anything happened on main since the branch left it. */
            behind: boolean;
            /** @description What publishing its entries would meet; only those with something. */
            readonly entries: {
                id: string;
                readonly problems: {
                    path: string;
                    message: string;
                }[];
                readonly warnings: components["schemas"]["PublishWarning"][];
            }[];
            /** @description What visitors would see of its entries once they are published. */
            readonly live: {
                id: string;
                /** @enum {string} */
                kind: "new" | "changed" | "removed";
            }[];
            /** @description Up to 20 live entries that show what it changes. */
            readonly shownIn: {
                id: string;
                type: string;
                slug: string;
                title: string;
            }[];
            /** @description What was saved on main meanwhile of the same entries. */
            readonly main: {
                id: string;
                /** @description Whether it was deleted there. */
                gone: boolean;
                /** @description Labels. */
                readonly fields: string[];
                /** @description Name of who saved it last. */
                by?: string;
            }[];
            /** @description Other open change requests with the same entries. */
            readonly overlaps: {
                number: number;
                title: string;
                draft: boolean;
                /** @description With the labels of fields that both change. */
                readonly entries: {
                    id: string;
                    readonly fields: string[];
                }[];
            }[];
            /** @description What publishing each schema that it changes would mean. */
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
            /** @description Of a publish: what leads nowhere, or elsewhere than its field says. */
            readonly warnings?: components["schemas"]["PublishWarning"][];
        };
        LiveEvent: {
            /** @enum {string} */
            event: "ready" | "reset" | "entry.saved" | "entry.deleted" | "entry.published" | "entry.unpublished" | "type.changed" | "media.changed" | "settings.changed" | "access.changed" | "key.changed" | "release.changed" | "schedule.changed" | "change.opened" | "change.updated" | "change.commented" | "change.reviewed" | "change.merged" | "change.closed" | "webhook.changed" | "upstream.changed" | "upstream.synced" | "upstream.failed" | "upstream.rewritten" | "presence.changed" | "branch.rewritten" | "job.progress" | "publisher.stuck" | "publisher.recovered";
            /** @description To be sent as `Last-Event-ID`; on the last event of a commit. */
            id?: string;
            /** @description As JSON in one line. */
            data: {
                commit?: string;
                /** Format: date-time */
                at?: string;
                /** @description Name of whoever did it. */
                by?: string;
                /** @description Id of whoever changed it. */
                user?: string;
                /** @description `create`, `restore`, `import` … */
                action?: string;
                /** @description Of the entry or the media record. */
                id?: string;
                type?: string;
                slug?: string;
                job?: string;
                kind?: string;
                /** @enum {string} */
                state?: "running" | "done" | "failed";
                done?: number;
                total?: number;
                /** @description Everybody who has the entry open now. */
                readonly people?: components["schemas"]["PersonHere"][];
            };
        };
        PersonHere: {
            /** @description Id. */
            user: string;
            name: string;
            /** @description API ids of what they are in. */
            readonly fields: string[];
        };
        Webhook: {
            id: string;
            name?: string;
            /** Format: uri-reference */
            url: string;
            /** @description Empty: all of them. */
            readonly events: ("entry.published" | "entry.unpublished" | "entry.deleted" | "content_type.updated" | "site.published")[];
            coalesce: boolean;
            sign: boolean;
            enabled: boolean;
            /** @enum {string} */
            disabledReason?: "by-hand" | "gone" | "failing" | "transferred";
            /** Format: date-time */
            disabledAt?: string;
            /** @description Id of the user who did it. */
            disabledBy?: string;
            /** Format: date-time */
            failingSince?: string;
            /** Format: date-time */
            previousSecretUntil?: string;
            lastAttempt?: {
                /** Format: date-time */
                at: string;
                status?: number;
                /** @description Absent for a success. */
                problem?: string;
            };
            /** Format: date-time */
            createdAt: string;
        };
        WebhookDelivery: {
            id: string;
            /** @enum {string} */
            state: "pending" | "delivered" | "failed";
            /** @description The same over retries. */
            eventId: string;
            event: string;
            contentType: string;
            entryId: string;
            entrySlug: string;
            /** Format: date-time */
            occurredAt: string;
            /** @description Counts the events of the site in the order in which they happened. */
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
                /** @description Absent for a success. */
                problem?: string;
            };
        };
        WebhookAttempt: {
            number: number;
            /** Format: date-time */
            at: string;
            durationMs: number;
            status?: number;
            /** @description Absent for a success. */
            problem?: string;
            /** Format: uri-reference */
            url: string;
            requestHeaders: {
                [key: string]: string;
            };
            /** @description At most 4 KB of it. */
            response?: string;
        };
        ReadAnswer: {
            /** @description Path and query for a program. */
            address: string;
            status: number;
            headers: {
                [key: string]: string;
            };
            /** @description At most the first 512 KB. */
            body: string;
            /** @description Of the whole body. */
            bytes: number;
        };
        SiteRates: {
            /** @description Absent while nobody can count them. */
            reads?: {
                limit: number;
                remaining: number;
                /**
                 * Format: date-time
                 * @description When more are let through.
                 */
                resetAt: string;
            };
            writes: {
                limit: number;
                remaining: number;
                /**
                 * Format: date-time
                 * @description When more are let through.
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
                /** @description Of ssh; to be allowed to write at the forge, as a deploy key. */
                publicKey: string | null;
            };
            /** @description Keys of the host that are trusted, over ssh. */
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
                /** @description To be set as a webhook at the forge. */
                address: string;
                /** Format: date-time */
                receivedAt: string | null;
            };
            setBy: string | null;
            /** Format: date-time */
            setAt: string;
            /**
             * @description `attention`: somebody has to do something; `branches` says what. `failing`: tried again at `nextAt`; `problem` says why.
             * @enum {string}
             */
            state: "new" | "in_sync" | "attention" | "failing";
            /** @description Whether a sync is under way now. */
            syncing: boolean;
            /** Format: date-time */
            triedAt: string | null;
            /**
             * Format: date-time
             * @description When the last sync was done.
             */
            syncedAt: string | null;
            /** Format: date-time */
            nextAt: string;
            /** @description What kept the sync from being done at all. */
            problem: {
                /** @description One of the error codes, such as `upstream_denied`. */
                code: string;
                /** @description What is wrong, and what to do, in sentences. */
                message: string;
                /** @description Of what breaks the rules of the site, file by file. */
                issues?: {
                    code: string;
                    message: string;
                    path?: string;
                    line?: number;
                    field?: string;
                }[];
            } | null;
            /** @description What the API of the forge refuses; branches go on without it. */
            forgeProblem: {
                /** @description One of the error codes, such as `upstream_denied`. */
                code: string;
                /** @description What is wrong, and what to do, in sentences. */
                message: string;
                /** @description Of what breaks the rules of the site, file by file. */
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
            /** @description Here; `main` may be called otherwise there. */
            name: string;
            here: string | null;
            there: string | null;
            /** @description Commits that are here alone. */
            ahead: number | null;
            /** @description Commits that are there alone. */
            behind: number | null;
            /**
             * @description `waiting`: goes on with the next sync. `held`: it has files that whoever pushed them could not merge, and is sent once somebody who could has approved it. `rejected`: the other side does not take what is here. `refused`: what is there breaks the rules here. `proposed`: what came from there waits in a change request. `question`: somebody has to decide.
             * @enum {string}
             */
            state: "in_sync" | "waiting" | "held" | "rejected" | "refused" | "proposed" | "question";
            /** @description Number of the change request that it belongs to, or that it waits in. */
            change: number | null;
            problem: {
                /** @description One of the error codes, such as `upstream_denied`. */
                code: string;
                /** @description What is wrong, and what to do, in sentences. */
                message: string;
                /** @description Of what breaks the rules of the site, file by file. */
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
                /** @description The commit on which both sides agreed last. */
                was: string | null;
                choices: ("ours" | "theirs" | "both")[];
            } | null;
        };
        UpstreamRequest: {
            /** @description Number of the change request. */
            change: number;
            /** @description Number of the pull or merge request there. */
            request: number;
            /** Format: uri-reference */
            url: string;
            /** @enum {string} */
            state: "open" | "merged" | "closed";
        };
        Skill: {
            name: string;
            display_name: string;
            /** @description Whether its SKILL.md gives none, and this was made of its title or name. */
            display_name_derived: boolean;
            description: string;
            readonly requires: {
                readonly mcp_servers: string[];
                readonly cli_tools: string[];
                readonly env_vars: string[];
            };
            version: number;
            commit: string;
            /** @description Of its folder: equal for equal files. */
            tree: string;
            /** Format: date-time */
            updatedAt: string;
            readonly by: {
                name: string;
                /** Format: email */
                email: string;
            };
            /** @description Whether anybody may install it without a token. */
            public: boolean;
            /** @description The newest version that somebody has reviewed. */
            reviewedVersion: number | null;
        };
        SavedSkill: {
            name: string;
            display_name: string;
            /** @description Whether its SKILL.md gives none, and this was made of its title or name. */
            display_name_derived: boolean;
            description: string;
            readonly requires: {
                readonly mcp_servers: string[];
                readonly cli_tools: string[];
                readonly env_vars: string[];
            };
            version: number;
            commit: string;
            /** @description Of its folder: equal for equal files. */
            tree: string;
            /** Format: date-time */
            updatedAt: string;
            readonly by: {
                name: string;
                /** Format: email */
                email: string;
            };
            /** @description Whether anybody may install it without a token. */
            public: boolean;
            /** @description The newest version that somebody has reviewed. */
            reviewedVersion: number | null;
            /** @description The prompt, before variables are put in. */
            body: string;
            /** @description Nothing differs: there is no new version. */
            unchanged: boolean;
        };
        WholeSkill: {
            name: string;
            display_name: string;
            /** @description Whether its SKILL.md gives none, and this was made of its title or name. */
            display_name_derived: boolean;
            description: string;
            readonly requires: {
                readonly mcp_servers: string[];
                readonly cli_tools: string[];
                readonly env_vars: string[];
            };
            version: number;
            commit: string;
            /** @description Of its folder: equal for equal files. */
            tree: string;
            /** Format: date-time */
            updatedAt: string;
            readonly by: {
                name: string;
                /** Format: email */
                email: string;
            };
            /** @description Whether anybody may install it without a token. */
            public: boolean;
            /** @description The newest version that somebody has reviewed. */
            reviewedVersion: number | null;
            /** @description The prompt, before variables are put in. */
            body: string;
        };
        SkillFile: {
            path: string;
            /** @enum {string} */
            mode: "100644" | "100755";
            size: number;
            oid: string;
            text?: string;
            /** @description Base64, of what is no text. */
            content?: string;
        };
        SkillReviewRule: {
            /**
             * @description `automatic`: required while a worker of the workspace has secrets.
             * @enum {string}
             */
            setting: "automatic" | "on" | "off";
            /** @description Whether a skill runs with secrets only in a version that was reviewed. */
            required: boolean;
            readonly workersWithSecrets: {
                id: string;
                name: string;
            }[];
        };
        SkillVersion: {
            version: number;
            commit: string;
            /** @description Of its folder: equal for equal files. */
            tree: string;
            /** Format: date-time */
            createdAt: string;
            readonly by: {
                name: string;
                /** Format: email */
                email: string;
            };
            /** @description Null while nobody has reviewed it. */
            review: {
                /** @description Null where the account is gone. */
                by: {
                    id: string;
                    name: string;
                } | null;
                /** Format: date-time */
                at: string;
                /** @description Whether the reviewer wrote it, as the only person in the workspace. */
                alone: boolean;
            } | null;
            /** @description Whether you may review it. */
            reviewable: boolean;
        };
        SkillChangeDetail: {
            change: components["schemas"]["ListedChange"];
            /** @description When it was read: what is seen with it. */
            asOf: string;
            /** @description Everybody whose id is in the answer, by name. */
            people: {
                id: string;
                name: string;
            }[];
            head: string;
            /** @description Where the branch left `main`. */
            base: string;
            /** @description Whether its commits are gone, a time after it was closed. */
            pruned: boolean;
            /** @description Newest first, the last 200. */
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
                /** @description Whether you ticked it as it stands there now. */
                viewed: boolean;
            }[];
            /** @description Null for one that is over. */
            merge: {
                possible: boolean;
                blockedBy: ("draft" | "conflicts" | "issues" | "nothing_to_merge" | "approval_missing" | "changes_requested")[];
                /** @description Files with their texts; null for none, and for what is no text. */
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
             * @description Of a pending one: until when it can register.
             */
            expiresAt?: string;
            /** Format: date-time */
            lastSeenAt?: string;
            /** Format: date-time */
            revokedAt?: string;
            agent?: string;
            version?: string;
            /** @description X25519, base64url: what secrets are sealed to. */
            publicKey?: string;
            /** @description Of that key; compare it with what the worker shows. */
            fingerprint?: string;
            facts?: components["schemas"]["WorkerFacts"];
            /** @description When HQ last knocked at the address among its facts, and why the worker did not hear. */
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
            /** @description Whether you see and set its variables. */
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
            /** @description The run of the workflow of which this is a step. */
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
             * @description When somebody asked for its end.
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
            /** @description What HQ gave it; of a project's run, only its members and admins see more than the workspace's. */
            readonly variables: {
                key: string;
                value: string;
                /** @enum {string} */
                scope: "workspace" | "project" | "workflow" | "worker";
            }[];
            /** @description Names of the worker's own variables that stand in its prompt, also in place of those that HQ gave; absent: it has not begun. */
            readonly ownVariables?: string[];
            /** @description Whether you read its log and files, and may cancel it: of a project's run, its members and admins. */
            seesLog: boolean;
            logBytes: number;
            /** @description Of the run of a workflow. */
            readonly steps: components["schemas"]["Run"][];
        };
        RunLogEvent: {
            /** @enum {string} */
            event: "output" | "state" | "end";
            /** @description Of `output`: the bytes up to its end. To be sent as `Last-Event-ID`. */
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
                /** @description Of the skill, or of the worker. */
                name?: string;
                /** @description Of the skill; null: it was deleted. */
                version?: number | null;
                commit?: string;
                /** Format: date-time */
                at?: string;
                /** @description Name of whoever made the version. */
                by?: string;
                /** @description Of the run, or of the worker. */
                id?: string;
                /** @description Of the run, or of the worker. */
                state?: string;
                /** @description The run of the workflow of which the run is a step. */
                parentId?: string;
                /** @description Of the run. */
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
            /** @description What it won over, the nearest first. */
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
            /** @description Null: it holds for every project. */
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
            /** @description From the run's directory. */
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
            /** @description Why it was made although the advisor found errors. */
            reason?: string;
            /** Format: date-time */
            createdAt: string;
        };
        WorkerReadiness: {
            id: string;
            name: string;
            /** @enum {string} */
            state: "pending" | "online" | "offline" | "revoked";
            /** @description Why nothing is known of it: the code of an error. */
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
             * @description In place of a version. `newest` runs unreviewed only where the worker has no secrets. Default: the newest reviewed where skills must be reviewed, else the newest.
             * @enum {string}
             */
            use?: "reviewed" | "newest";
            /** @default {} */
            inputs: {
                [key: string]: string;
            };
            /**
             * @description A number: how often it is tried again before the workflow stops.
             * @default stop
             */
            onFailure: ("stop" | "continue") | number;
        };
    };
    responses: {
        /** @description It cannot be read; `param` names a wrong parameter. */
        BadRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `not_signed_in`, or a credential that is no good. */
        NotSignedIn: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `forbidden`: the role, scope or origin does not allow it. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `too_large`: the body is larger than is taken. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is of another type. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `invalid` and its like: `errors` names all that is wrong. */
        Invalid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `rate_limited`: `Retry-After` says when to come back. */
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
        /** @description Whatever else is wrong, and what to do. */
        Failure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `conflict` and its like: something else is in the way. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is nothing of this name, or nothing that you see. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description `stale`: both versions, and what they contradict each other in. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                             * @description Takes `returnTo`, a path here.
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                        /** @description Whoever has the account signs in to accept. */
                        known: boolean;
                        /** @description Its name. */
                        workspace?: string;
                        /** @description A person's name. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description Id of a member, or their e-mail address. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description Address of a repository, which becomes the site: `https://…` or `ssh://git@…`. */
                    from?: string;
                    /** @description What becomes `main` here. Default: what a clone would check out. */
                    branch?: string;
                    /** @description For a repository that not everybody may read. */
                    credential?: string | {
                        /** @constant */
                        kind: "token";
                        token: string;
                        /**
                         * @description Most forges take any; deploy tokens of GitLab have one.
                         * @default loam
                         */
                        username?: string;
                    } | {
                        /** @constant */
                        kind: "ssh";
                        /** @description In the format of OpenSSH, without a passphrase. Absent: HQ makes one, and answers with its public key. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description Address of a repository, which becomes the site: `https://…` or `ssh://git@…`. */
                    from: string;
                    /** @description What becomes `main` here. Default: what a clone would check out. */
                    branch?: string;
                    /** @description For a repository that not everybody may read. */
                    credential?: string | {
                        /** @constant */
                        kind: "token";
                        token: string;
                        /**
                         * @description Most forges take any; deploy tokens of GitLab have one.
                         * @default loam
                         */
                        username?: string;
                    } | {
                        /** @constant */
                        kind: "ssh";
                        /** @description In the format of OpenSSH, without a passphrase. Absent: HQ makes one, and answers with its public key. */
                        privateKey?: string;
                    };
                    /**
                     * @description Only says what would be made of it; nothing is left.
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
                    /** @description Those that are not named stay; null takes one away. */
                    routes?: {
                        [key: string]: string | null;
                    };
                    /** @description Those that are not named stay; null puts a type's entries below content/. Their files move in the same commit. */
                    paths?: {
                        [key: string]: string | null;
                    };
                    /** @description null takes it away, so that days are those of UTC. */
                    timeZone?: string | null;
                    media?: {
                        /**
                         * @description SVG files can hold scripts: stored without anything that runs, or refused.
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description Id of a member, or their e-mail address. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                        /** @description Its beginning and last characters. */
                        hint: string;
                        /** Format: date-time */
                        createdAt: string;
                        /** Format: date-time */
                        revokedAt?: string;
                        /**
                         * Format: date-time
                         * @description To the minute.
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description From the page before. */
                cursor?: string;
                /** @description `read-key.created`, or `read-key` for all that was done to one. */
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
                /** @description From the page before. */
                cursor?: string;
                /** @description `read-key.created`, or `read-key` for all that was done to one. */
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
                /** @description From the page before. */
                cursor?: string;
                /** @description `read-key.created`, or `read-key` for all that was done to one. */
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
                        /** @description Those whose `type.yml` cannot be read, as after a change by git. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description Internal id of the field that is the Markdown body of the file. */
                    body?: string;
                    /** @enum {string} */
                    kind: "list" | "object";
                    /** @default [] */
                    fields?: ({
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @enum {string} */
                        type: "boolean" | "date" | "embed";
                    } | {
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @enum {string} */
                        type: "text" | "textarea" | "richtext";
                        /** @description Characters that a publish allows, fewer than the type does. */
                        maxLength?: number;
                    } | {
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "number";
                        /** @description The smallest that a publish allows. */
                        min?: number;
                        /** @description The largest that a publish allows. */
                        max?: number;
                        /**
                         * @description Whether only whole ones are.
                         * @default false
                         */
                        integer?: boolean;
                    } | {
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
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
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
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
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "reference";
                        to: string[];
                    } | {
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "repeat";
                        fields: ({
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @enum {string} */
                            type: "boolean" | "date" | "embed";
                        } | {
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @enum {string} */
                            type: "text" | "textarea" | "richtext";
                            /** @description Characters that a publish allows, fewer than the type does. */
                            maxLength?: number;
                        } | {
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @constant */
                            type: "number";
                            /** @description The smallest that a publish allows. */
                            min?: number;
                            /** @description The largest that a publish allows. */
                            max?: number;
                            /**
                             * @description Whether only whole ones are.
                             * @default false
                             */
                            integer?: boolean;
                        } | {
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
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
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
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
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
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
                    /** @description Internal id of the field that is the Markdown body of the file. */
                    body?: string;
                    /** @enum {string} */
                    kind?: "list" | "object";
                    fields: ({
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @enum {string} */
                        type: "boolean" | "date" | "embed";
                    } | {
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @enum {string} */
                        type: "text" | "textarea" | "richtext";
                        /** @description Characters that a publish allows, fewer than the type does. */
                        maxLength?: number;
                    } | {
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "number";
                        /** @description The smallest that a publish allows. */
                        min?: number;
                        /** @description The largest that a publish allows. */
                        max?: number;
                        /**
                         * @description Whether only whole ones are.
                         * @default false
                         */
                        integer?: boolean;
                    } | {
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
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
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
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
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "reference";
                        to: string[];
                    } | {
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "repeat";
                        fields: ({
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @enum {string} */
                            type: "boolean" | "date" | "embed";
                        } | {
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @enum {string} */
                            type: "text" | "textarea" | "richtext";
                            /** @description Characters that a publish allows, fewer than the type does. */
                            maxLength?: number;
                        } | {
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @constant */
                            type: "number";
                            /** @description The smallest that a publish allows. */
                            min?: number;
                            /** @description The largest that a publish allows. */
                            max?: number;
                            /**
                             * @description Whether only whole ones are.
                             * @default false
                             */
                            integer?: boolean;
                        } | {
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
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
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
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
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description Internal id of the field that is the Markdown body of the file. */
                    body?: string;
                    /** @enum {string} */
                    kind?: "list" | "object";
                    fields: ({
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @enum {string} */
                        type: "boolean" | "date" | "embed";
                    } | {
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @enum {string} */
                        type: "text" | "textarea" | "richtext";
                        /** @description Characters that a publish allows, fewer than the type does. */
                        maxLength?: number;
                    } | {
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "number";
                        /** @description The smallest that a publish allows. */
                        min?: number;
                        /** @description The largest that a publish allows. */
                        max?: number;
                        /**
                         * @description Whether only whole ones are.
                         * @default false
                         */
                        integer?: boolean;
                    } | {
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
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
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
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
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "reference";
                        to: string[];
                    } | {
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "repeat";
                        fields: ({
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @enum {string} */
                            type: "boolean" | "date" | "embed";
                        } | {
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @enum {string} */
                            type: "text" | "textarea" | "richtext";
                            /** @description Characters that a publish allows, fewer than the type does. */
                            maxLength?: number;
                        } | {
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @constant */
                            type: "number";
                            /** @description The smallest that a publish allows. */
                            min?: number;
                            /** @description The largest that a publish allows. */
                            max?: number;
                            /**
                             * @description Whether only whole ones are.
                             * @default false
                             */
                            integer?: boolean;
                        } | {
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
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
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
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
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
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
                /** @description Id or slug of a real entry, whose own JSON is answered then, as it would be published. */
                entry?: string;
            };
            header?: {
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description Internal id of the field that is the Markdown body of the file. */
                    body?: string;
                    /** @enum {string} */
                    kind?: "list" | "object";
                    fields: ({
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @enum {string} */
                        type: "boolean" | "date" | "embed";
                    } | {
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @enum {string} */
                        type: "text" | "textarea" | "richtext";
                        /** @description Characters that a publish allows, fewer than the type does. */
                        maxLength?: number;
                    } | {
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "number";
                        /** @description The smallest that a publish allows. */
                        min?: number;
                        /** @description The largest that a publish allows. */
                        max?: number;
                        /**
                         * @description Whether only whole ones are.
                         * @default false
                         */
                        integer?: boolean;
                    } | {
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
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
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
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
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "reference";
                        to: string[];
                    } | {
                        /** @description Internal id, never changed; made of the API id for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @description Heading under which forms show it; not of a field in a row. */
                        group?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "repeat";
                        fields: ({
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @enum {string} */
                            type: "boolean" | "date" | "embed";
                        } | {
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @enum {string} */
                            type: "text" | "textarea" | "richtext";
                            /** @description Characters that a publish allows, fewer than the type does. */
                            maxLength?: number;
                        } | {
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
                            group?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @constant */
                            type: "number";
                            /** @description The smallest that a publish allows. */
                            min?: number;
                            /** @description The largest that a publish allows. */
                            max?: number;
                            /**
                             * @description Whether only whole ones are.
                             * @default false
                             */
                            integer?: boolean;
                        } | {
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
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
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
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
                            /** @description Internal id, never changed; made of the API id for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @description Heading under which forms show it; not of a field in a row. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
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
                    /** @description The slug of the version of If-Match, so that a rename since is not taken back. */
                    baseSlug?: string;
                    /** @description Values by API id; null takes one away. Select: value or label of an option. Reference: id of an entry. Media: id, or {id, alt, decorative}. Repeat: rows, each with its id where it has one. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
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
                        /** @description Whether it was live until now. */
                        unpublished: boolean;
                        /** @description What pointed to it, and now points to nothing. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
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
                    /** @description The slug of the version of If-Match, so that a rename since is not taken back. */
                    baseSlug?: string;
                    /**
                     * @description Values by API id; null takes one away. Select: value or label of an option. Reference: id of an entry. Media: id, or {id, alt, decorative}. Repeat: rows, each with its id where it has one.
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
                /** @description Rows on a page. */
                limit?: number;
                /** @description From the page before. */
                cursor?: string;
                state?: "draft" | "published" | "changed" | "unpublished" | "broken" | "scheduled";
                q?: string;
                /** @description Email of who saved an entry last; `me` for whoever asks. */
                author?: string;
                /** @description Last changed then or later: a day in UTC, or ISO 8601. */
                updatedSince?: string;
                /** @description Last changed earlier than then. */
                updatedBefore?: string;
                /** @description As orderBy, by the name of the read API. */
                orders?: ("default" | "updatedAt" | "-updatedAt" | "title" | "-title" | "slug" | "-slug" | "publishedAt" | "-publishedAt" | "createdAt" | "-createdAt" | "type" | "-type" | "state" | "-state" | "author" | "-author") | (string);
                /** @description It is always answered. */
                total?: "true" | "false";
                /** @description Id of an entry or media file that the working version points to. */
                refersTo?: string;
                /** @description Conditions as the read API takes them, on the working version: `kind[equals]News[and]price[less_than]10`. System keys always; fields where the list is of one type. Rich text has `exists` alone: its words are found by q. */
                filters?: string;
                /** @description API ids with commas between: the values to answer of each entry. References come with type, slug, title and state, media with filename and address, long texts without their end. */
                fields?: string;
                /** @description Whether to answer the first picture of each entry. */
                thumbnails?: "true" | "false";
                /** @description `default` is the order of the published list; `fields.<API id>` that of a field. `-` turns it round. */
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
                        /** @description Of all pages. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description Made unless given. For admins of the site, who move content here. */
                    id?: string;
                    /**
                     * Format: date-time
                     * @description Now unless given. For admins of the site, who move content here.
                     */
                    createdAt?: string;
                    /** @description Made of the title unless given. */
                    slug?: string;
                    /** @description Values by API id; null takes one away. Select: value or label of an option. Reference: id of an entry. Media: id, or {id, alt, decorative}. Repeat: rows, each with its id where it has one. */
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
                /** @description With `respond-async` the answer comes as soon as the publish is durable; public files and the read API follow within a second, or a few for a large type that is published to without a pause. */
                Prefer?: string;
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                        /** @description In the order asked. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
                "If-Match"?: string;
                /** @description With `respond-async` the answer comes as soon as the publish is durable; public files and the read API follow within a second, or a few for a large type that is published to without a pause. */
                Prefer?: string;
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                     * @description Now unless given; what is live keeps its own unless this is given. For admins of the site, who move content here.
                     */
                    publishedAt?: string;
                    /**
                     * @description `created`: what is not live yet was published when it was created. For admins of the site, who move content here.
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
                /** @description With `respond-async` the answer comes as soon as the publish is durable; public files and the read API follow within a second, or a few for a large type that is published to without a pause. */
                Prefer?: string;
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
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
                /** @description With `respond-async` the answer comes as soon as the publish is durable; public files and the read API follow within a second, or a few for a large type that is published to without a pause. */
                Prefer?: string;
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description Ids, or objects with one. */
                    entries: (string | {
                        id: string;
                        /**
                         * Format: date-time
                         * @description Now unless given; what is live keeps its own unless this is given. For admins of the site, who move content here.
                         */
                        publishedAt?: string;
                    })[];
                    /**
                     * @description `created`: what is not live yet was published when it was created. For admins of the site, who move content here.
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
                        /** @description Where the live site stands. */
                        commit?: string;
                        readonly published: string[];
                        /** @description Live already as they are. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                        /** @description To be sent as `draftKey`, beside a read key. */
                        token: string;
                        /** Format: date-time */
                        expiresAt: string;
                        /** @description The site's Preview URL with the token; absent without one. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description Id of an entry; null for the end. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                        /** @description Null where nothing is kept. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
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
                    /** @description Version of the entry that is edited. */
                    base?: string;
                    slug?: string;
                    /** @description What was changed, by API id, as it was typed: nothing of it is checked. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
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
                        /** @description Null where nothing is kept. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
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
                    /** @description Version of the entry that is edited. */
                    base?: string;
                    slug?: string;
                    /** @description What was changed, by API id, as it was typed: nothing of it is checked. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
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
                /** @description One that is wanted. */
                slug?: string;
                /** @description A title to make one of, which nobody has. */
                title?: string;
                /** @description Id of the entry that it is for: it may have its own. */
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
                /** @description Rows on a page. */
                limit?: number;
                /** @description From the page before. */
                cursor?: string;
                state?: "draft" | "published" | "changed" | "unpublished" | "broken" | "scheduled";
                q?: string;
                /** @description Email of who saved an entry last; `me` for whoever asks. */
                author?: string;
                /** @description Last changed then or later: a day in UTC, or ISO 8601. */
                updatedSince?: string;
                /** @description Last changed earlier than then. */
                updatedBefore?: string;
                /** @description As orderBy, by the name of the read API. */
                orders?: ("default" | "updatedAt" | "-updatedAt" | "title" | "-title" | "slug" | "-slug" | "publishedAt" | "-publishedAt" | "createdAt" | "-createdAt" | "type" | "-type" | "state" | "-state" | "author" | "-author") | (string);
                /** @description It is always answered. */
                total?: "true" | "false";
                /** @description Id of an entry or media file that the working version points to. */
                refersTo?: string;
                /** @description Conditions as the read API takes them, on the working version: `kind[equals]News[and]price[less_than]10`. System keys always; fields where the list is of one type. Rich text has `exists` alone: its words are found by q. */
                filters?: string;
                /** @description API ids with commas between: the values to answer of each entry. References come with type, slug, title and state, media with filename and address, long texts without their end. */
                fields?: string;
                /** @description Whether to answer the first picture of each entry. */
                thumbnails?: "true" | "false";
                /** @description API ids of content types with commas between; all unless given. */
                type?: string;
                orderBy?: ("default" | "updatedAt" | "-updatedAt" | "title" | "-title" | "slug" | "-slug" | "publishedAt" | "-publishedAt" | "createdAt" | "-createdAt" | "type" | "-type" | "state" | "-state" | "author" | "-author") | (string);
                /** @description Ids with commas between: these entries alone, in this order, on one page. */
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
                        /** @description Of all pages. */
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
                            /** @description How many nobody changed since. */
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
                /** @description Rows on a page. */
                limit?: number;
                /** @description From the page before. */
                cursor?: string;
                /** @description With the names of the fields that each save changed. */
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
                /** @description Commit of the version to compare with: `previous` of the history's event. The newest unless given. */
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
                /** @description Rows on a page. */
                limit?: number;
                /** @description From the page before. */
                cursor?: string;
                /** @description API id; all types unless given. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
                "If-Match"?: string;
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description API id of one field, or `slug`. */
                    field?: string;
                    /** @description Id of one row of that field. */
                    row?: string;
                    /** @description For an entry that was deleted. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
                "If-Match"?: string;
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
                "If-Match"?: string;
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Rows on a page. */
                limit?: number;
                /** @description From the page before. */
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
                /** @description Commit of the log to compare with. */
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
                /** @description With `respond-async` the answer comes as soon as the publish is durable; public files and the read API follow within a second, or a few for a large type that is published to without a pause. */
                Prefer?: string;
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description Of the log; its first 7 digits are enough. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
                "Idempotency-Key"?: string;
                /** @description Bytes, up to 209715200. */
                "Upload-Length": string;
                /** @description tus pairs: `filename`; with `sha256` of the file in hex, bytes that the site has already are refused (`media_known`) before they are sent. */
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
                /** @description Where this part begins. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
                "If-Match"?: string;
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                     * @description Text for who does not see it.
                     * @default
                     */
                    alt?: string;
                    /**
                     * @description Where the library keeps it, names with `/` between; empty for none.
                     * @default
                     */
                    folder?: string;
                    /**
                     * @description Whether bytes that the site has already are refused (`media_known`).
                     * @default add
                     * @enum {string}
                     */
                    ifKnown?: "add" | "refuse";
                    /** @description Media id that stays with its name, text and references; `If-Match` is of it. What is live changes when its entries are published again. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                     * @description Text for who does not see it.
                     * @default
                     */
                    alt?: string;
                    /**
                     * @description Where the library keeps it, names with `/` between; empty for none.
                     * @default
                     */
                    folder?: string;
                    /**
                     * @description Whether bytes that the site has already are refused (`media_known`).
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
                /** @description Rows on a page. */
                limit?: number;
                /** @description From the page before. */
                cursor?: string;
                q?: string;
                kind?: "image" | "video" | "audio" | "document";
                /** @description Only what is in it, or in one below it. */
                folder?: string;
                /** @description Only what no entry shows, drafts and live. */
                unused?: "true" | "false";
                /** @description Only images that no text describes. */
                missingAlt?: "true" | "false";
                order?: "createdAt" | "-createdAt" | "filename" | "-filename" | "byteSize" | "-byteSize" | "mimeType" | "-mimeType" | "uses" | "-uses";
                /** @description Ids with commas between: these alone, in this order, on one page; what is gone is left out. */
                ids?: string;
                /** @description Also how many there are of each kind, and which folders there are. */
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
                        /** @description Of all pages. */
                        total: number;
                        counts?: components["schemas"]["MediaCounts"];
                        /** @description Every folder of the site that has files. */
                        readonly folders?: {
                            folder: string;
                            /** @description Without those of folders below it. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description Text for who does not see it. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
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
                        /** @description Entries that still show it; a publish of them warns of it. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
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
                    /** @description Cleaned as that of an upload is; the extension stays. */
                    filename?: string;
                    /** @description Where the library keeps it, names with `/` between; null for none. */
                    folder?: string | null;
                    /** @description What stays in sight when it is cropped; null for the middle. */
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
                /** @description User id of who opened it. */
                author?: string;
                /** @description User id of somebody who is asked for a review. */
                reviewer?: string;
                /** @description Whether others did anything to it since you marked it as seen. */
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
                        /** @description Of all, whatever was asked for. */
                        counts: {
                            open: number;
                            merged: number;
                            closed: number;
                            unread: number;
                        };
                        /** @description Everybody whose id is in the answer, by name. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                     * @description Ids of people who are asked for a review; they are told by mail.
                     * @default []
                     */
                    reviewers?: string[];
                    /**
                     * @description Whether it is still written: nobody is told, and nobody merges it.
                     * @default false
                     */
                    draft?: boolean;
                    /** @description Name of a branch. Without it a new one is made. */
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
                    /** @description Ids of people who are asked for a review; they are told by mail. */
                    reviewers?: string[];
                    /** @description Whether it is still written: nobody is told, and nobody merges it. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                        /** @description Where the branch left `main`. */
                        from: string;
                        to: string;
                        /** @description As `git diff` prints it; at most a megabyte. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                        /** @description To be sent as `draftKey`, beside a read key. */
                        token: string;
                        /** Format: date-time */
                        expiresAt: string;
                        /** @description The site's Preview URL with the token; absent without one. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description The commit that was looked at; another one is not merged. */
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
                        /** @description How many entries became live. */
                        published: number;
                        /** @description How many that it deletes are live no more. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                     * @description Of conflicts as they are answered, by file and path.
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
                        /** @description Another slug for the entry on the branch, where `main` has one of its slug. */
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
                        /** @description Everybody whose id is in the answer, by name. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description Plain text; `@[Name](user id)` names somebody, who is told by mail. */
                    body: string;
                    /** @description Any comment of the thread that is answered. */
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
                    /** @description Plain text; `@[Name](user id)` names somebody, who is told by mail. */
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
                     * @description `asOf` of the answer that was shown. Default: now.
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description The commit that was looked at. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
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
                        /** @description Where the branch stands now. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
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
                    /** @description The slug of the version of If-Match, so that a rename since is not taken back. */
                    baseSlug?: string;
                    /**
                     * @description Values by API id; null takes one away. Select: value or label of an option. Reference: id of an entry. Media: id, or {id, alt, decorative}. Repeat: rows, each with its id where it has one.
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description The slug of the version of If-Match, so that a rename since is not taken back. */
                    baseSlug?: string;
                    /**
                     * @description Values by API id; null takes one away. Select: value or label of an option. Reference: id of an entry. Media: id, or {id, alt, decorative}. Repeat: rows, each with its id where it has one.
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                        /** @description Where the branch stands now. */
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
                /** @description Id of an entry: only change requests that touch it. */
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
                /** @description One that is wanted. */
                slug?: string;
                /** @description A title to make one of, which nobody has. */
                title?: string;
                /** @description Id of the entry that it is for: it may have its own. */
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
                /** @description Id of the entry to begin at, as the site is asked for it. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                     * @description Ids of people who are asked for a review; they are told by mail.
                     * @default []
                     */
                    reviewers?: string[];
                    /**
                     * @description Whether it is still written: nobody is told, and nobody merges it.
                     * @default false
                     */
                    draft?: boolean;
                    /** @description What is proposed. */
                    entry: {
                        /** @description API id. */
                        type: string;
                        /** @description Of one that is there; else a new one. */
                        id?: string;
                        /** @description That was edited: what others saved since is merged. */
                        version?: string;
                        slug?: string;
                        baseSlug?: string;
                        /** @default {} */
                        fields?: {
                            [key: string]: unknown;
                        };
                        /**
                         * @description To propose that it goes.
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
                        /** @description As it stands there; absent of one that is deleted. */
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
                        /** @description Null where nothing is kept. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
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
                    /** @description Version of the entry that is edited. */
                    base?: string;
                    slug?: string;
                    /** @description What was changed, by API id, as it was typed: nothing of it is checked. */
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
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                     * @description `created`: what is not live yet was published when it was created. For admins of the site, who move content here.
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
                /** @description `id` of the last event that arrived: what was missed since is told first. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description Its id. */
                    entry: string;
                    /** @description A random name of the window, as long as it is open. */
                    window: string;
                    /** @description API id of the field that is being written. */
                    field?: string;
                    /** @description Whether the entry was left. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                     * @description What people call it; may be empty.
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
                     * @description Tell a batch or release by its one `site.published`, not entry by entry.
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
                        /** @description Empty: all of them. */
                        readonly events: ("entry.published" | "entry.unpublished" | "entry.deleted" | "content_type.updated" | "site.published")[];
                        coalesce: boolean;
                        sign: boolean;
                        enabled: boolean;
                        /** @enum {string} */
                        disabledReason?: "by-hand" | "gone" | "failing" | "transferred";
                        /** Format: date-time */
                        disabledAt?: string;
                        /** @description Id of the user who did it. */
                        disabledBy?: string;
                        /** Format: date-time */
                        failingSince?: string;
                        /** Format: date-time */
                        previousSecretUntil?: string;
                        lastAttempt?: {
                            /** Format: date-time */
                            at: string;
                            status?: number;
                            /** @description Absent for a success. */
                            problem?: string;
                        };
                        /** Format: date-time */
                        createdAt: string;
                        /** @description `whsec_…`; shown now and never again. */
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
                        /** @description Empty: all of them. */
                        readonly events: ("entry.published" | "entry.unpublished" | "entry.deleted" | "content_type.updated" | "site.published")[];
                        coalesce: boolean;
                        sign: boolean;
                        enabled: boolean;
                        /** @enum {string} */
                        disabledReason?: "by-hand" | "gone" | "failing" | "transferred";
                        /** Format: date-time */
                        disabledAt?: string;
                        /** @description Id of the user who did it. */
                        disabledBy?: string;
                        /** Format: date-time */
                        failingSince?: string;
                        /** Format: date-time */
                        previousSecretUntil?: string;
                        lastAttempt?: {
                            /** Format: date-time */
                            at: string;
                            status?: number;
                            /** @description Absent for a success. */
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
                    /** @description What people call it; may be empty. */
                    name?: string;
                    /** Format: uri-reference */
                    url?: string;
                    events?: ("entry.published" | "entry.unpublished" | "entry.deleted" | "content_type.updated" | "site.published")[];
                    sign?: boolean;
                    /** @description Tell a batch or release by its one `site.published`, not entry by entry. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                        /** @description `whsec_…`; shown now and never again. */
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
                /** @description Rows on a page. */
                limit?: number;
                /** @description From the page before. */
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
                        /** @description The same over retries. */
                        eventId: string;
                        event: string;
                        contentType: string;
                        entryId: string;
                        entrySlug: string;
                        /** Format: date-time */
                        occurredAt: string;
                        /** @description Counts the events of the site in the order in which they happened. */
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
                            /** @description Absent for a success. */
                            problem?: string;
                        };
                        /** @description What is sent and signed, byte for byte. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                        /** @description The same over retries. */
                        eventId: string;
                        event: string;
                        contentType: string;
                        entryId: string;
                        entrySlug: string;
                        /** Format: date-time */
                        occurredAt: string;
                        /** @description Counts the events of the site in the order in which they happened. */
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
                            /** @description Absent for a success. */
                            problem?: string;
                        };
                        /** @description What is sent and signed, byte for byte. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                        /** @description The same over retries. */
                        eventId: string;
                        event: string;
                        contentType: string;
                        entryId: string;
                        entrySlug: string;
                        /** Format: date-time */
                        occurredAt: string;
                        /** @description Counts the events of the site in the order in which they happened. */
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
                            /** @description Absent for a success. */
                            problem?: string;
                        };
                        /** @description What is sent and signed, byte for byte. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description Id or slug of one entry; absent for a list or an object. */
                    entry?: string;
                    /**
                     * @description As it stands in an address, without `?`: `limit=5&orders=-date`.
                     * @default
                     */
                    query?: string;
                    /**
                     * @description As with the site's draft key.
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
                     * @description Of the repository: `https://…`, `ssh://git@…` or `git@host:path`.
                     */
                    url: string;
                    /** @description Absent: the one before, if the host is the same. `null`: none. It is never answered. */
                    credential?: (string | {
                        /** @constant */
                        kind: "token";
                        token: string;
                        /**
                         * @description Most forges take any; deploy tokens of GitLab have one.
                         * @default loam
                         */
                        username?: string;
                    } | {
                        /** @constant */
                        kind: "ssh";
                        /** @description In the format of OpenSSH, without a passphrase. Absent: HQ makes one, and answers with its public key. */
                        privateKey?: string;
                    }) | null;
                    /**
                     * @description The name there of what is `main` here.
                     * @default main
                     */
                    branch?: string;
                    /** @description Where requests are opened for change requests. Absent: as the host's name says; `null`: nowhere. */
                    forge?: {
                        /**
                         * @description `gitea` is Forgejo's, too.
                         * @enum {string}
                         */
                        kind: "github" | "gitlab" | "gitea";
                        /**
                         * Format: uri-reference
                         * @description Of the API; by default it follows from the repository's address.
                         */
                        url?: string;
                        /** @description By default the token of the repository is used for the API, too. */
                        token?: string;
                    } | null;
                    /** @description Over ssh: the host's keys, as lines of `known_hosts`. Absent: those known before, else what it shows first is trusted; `null` forgets them. */
                    knownHosts?: string | null;
                    /**
                     * @description Whether what was merged there counts as reviewed, where the site asks for reviews. Without it that becomes a change request.
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
                        /** @description Where it was made now. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description The commit that was looked at, as `there` of the branch says. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                        /** @description To be set at the forge; shown now and never again. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description All files of the skill, SKILL.md among them. */
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
                         * @description Instead of text, any bytes.
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
                    /** @description All files of the skill, SKILL.md among them. */
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
                         * @description Instead of text, any bytes.
                         */
                        content?: string;
                    }[];
                    /** @description The version that was edited; 409 with what changed since when it is not the newest. */
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
                        /** @description As `git diff` prints it. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description The version that was edited; 409 with what changed since when it is not the newest. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description User id of who opened it. */
                author?: string;
                /** @description User id of somebody who is asked for a review. */
                reviewer?: string;
                /** @description Whether others did anything to it since you marked it as seen. */
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
                        /** @description Of all, whatever was asked for. */
                        counts: {
                            open: number;
                            merged: number;
                            closed: number;
                            unread: number;
                        };
                        /** @description Everybody whose id is in the answer, by name. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                     * @description Ids of people who are asked for a review; they are told by mail.
                     * @default []
                     */
                    reviewers?: string[];
                    /**
                     * @description Whether it is still written: nobody is told, and nobody merges it.
                     * @default false
                     */
                    draft?: boolean;
                    /** @description Name of a branch. Without it a new one is made. */
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
                    /** @description Ids of people who are asked for a review; they are told by mail. */
                    reviewers?: string[];
                    /** @description Whether it is still written: nobody is told, and nobody merges it. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                     * @description Ids of people who are asked for a review; they are told by mail.
                     * @default []
                     */
                    reviewers?: string[];
                    /**
                     * @description Whether it is still written: nobody is told, and nobody merges it.
                     * @default false
                     */
                    draft?: boolean;
                    /** @description All its files; none proposes to delete it. */
                    skill: {
                        name: string;
                        /** @description All files of the skill, SKILL.md among them. */
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
                             * @description Instead of text, any bytes.
                             */
                            content?: string;
                        }[];
                        /** @description The version that was edited; 409 with what changed since when it is not the newest. */
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
                        /** @description Where the branch left `main`. */
                        from: string;
                        to: string;
                        /** @description As `git diff` prints it; at most a megabyte. */
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
                    /** @description All files of the skill, SKILL.md among them. */
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
                         * @description Instead of text, any bytes.
                         */
                        content?: string;
                    }[];
                    /** @description Where the branch stood; another commit there by now is a 409. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description The commit that was looked at; another one is not merged. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                     * @description Of conflicts as they are answered.
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
                        /** @description Everybody whose id is in the answer, by name. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description Plain text; `@[Name](user id)` names somebody, who is told by mail. */
                    body: string;
                    /** @description Any comment of the thread that is answered. */
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
                    /** @description Plain text; `@[Name](user id)` names somebody, who is told by mail. */
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
                     * @description `asOf` of the answer that was shown. Default: now.
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                    /** @description The commit that was looked at. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Rows on a page. */
                limit?: number;
                /** @description From the page before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                     * @description In place of a version. `newest` runs unreviewed only where the worker has no secrets. Default: the newest reviewed where skills must be reviewed, else the newest.
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
                /** @description Rows on a page. */
                limit?: number;
                /** @description From the page before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description `id` of the last event that arrived: it goes on from there. */
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
                        /** @description False: what the worker told when it was last there. */
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
                    /** @description Of this workspace; empty for one that is there in every workspace. */
                    workspaceId: string;
                    /** @description HPKE base mode to the worker's public key (X25519, HKDF-SHA256, AES-256-GCM), info `loam-secret/1`; aad: worker id, workspace id and key, each behind its length as two bytes. */
                    sealed?: {
                        enc: string;
                        ciphertext: string;
                    };
                    /** @description In place of `sealed`, over https or on the same machine. */
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
                /** @description Its entries and the universal ones; absent: the universal ones alone. */
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
                /** @description Names this request for 24 hours: sent again with the same key it is not done again, and is answered as before. */
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
                /** @description With `project`: as if that were assigned to this worker, too. */
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
                        /** @description Ids of projects in groups, each of which gets along on one worker. */
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
                     * @description Also where the advisor finds errors; takes a reason, which is kept.
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
                /** @description With its variables. */
                project?: string;
                /** @description With its variables, too. */
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
                /** @description With their values, asked of the worker at this moment: HQ does not keep them. */
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
                        /** @description False: the names that it told last. */
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
