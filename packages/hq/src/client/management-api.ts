// Made by `npm run generate` from the OpenAPI document of HQ; a test compares the two.

export interface paths {
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in here, and the CSRF token of the session */
        get: operations["getSession"];
        put?: never;
        /** Signs in by password; asks for a code where the person uses an authenticator */
        post: operations["signIn"];
        /** Signs out */
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
        /** Completes a sign-in with a code, or with a recovery code */
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
        /** Signs in by a passkey */
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
        /** Proves again who is signed in, as sensitive acts want it; the session gets a new cookie */
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
        /** How people sign in here, for a page that lets them */
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
        /** Who asks, and how they sign in */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Changes the name, or the password: every other session ends, tokens too unless kept */
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
        /** The caller's open sessions, the latest used first */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /** Ends every session of the caller but the one that asks */
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
        /** Ends one of the caller's sessions at once */
        delete: operations["endSession"];
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
        /** Whether signing in asks for codes, and how many recovery codes are left */
        get: operations["getTotp"];
        put?: never;
        /** Makes the secret of an authenticator; codes are asked for after the first came */
        post: operations["startTotp"];
        /** Removes the authenticator and the recovery codes */
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
        /** Takes the first code of an authenticator; answers with recovery codes */
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
        /** Makes new recovery codes; the old ones end */
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
        /** What a passkey is asked to sign for signing in */
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
        /** What a passkey of the caller is asked to sign to prove who they are */
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
        /** What a browser is asked to make a passkey with */
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
        /** The caller's passkeys, the oldest first */
        get: operations["listPasskeys"];
        put?: never;
        /** Keeps a passkey that a browser has made */
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
        /** Removes one of the caller's passkeys */
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
        /** The caller's linked accounts elsewhere */
        get: operations["listIdentities"];
        put?: never;
        /** Where to send the browser so that an account elsewhere is linked */
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
        /** Takes the link to an account elsewhere away */
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
        /** The caller's personal access tokens, the newest first, without their secrets */
        get: operations["listTokens"];
        put?: never;
        /** Makes a personal access token; its secret is in this answer alone */
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
        /** One of the caller's personal access tokens, without its secret */
        get: operations["getToken"];
        put?: never;
        post?: never;
        /** Ends a token at once */
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
        /** The invitations that can still be accepted, the newest first */
        get: operations["listInvitations"];
        put?: never;
        /** Invites an address to the workspace, by mail where that is configured */
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
        /** Takes an invitation back */
        delete: operations["revokeInvitation"];
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
        /** Accepts an invitation by a new account; its address is that of the invitation */
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
        /** Accepts an invitation of the caller's own address */
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
        /** Mails a link to the address if it has an account; the answer is always the same */
        post: operations["requestPasswordReset"];
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
        /** Sets another password by a link; every session ends, tokens too unless kept */
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
        /** Everybody with an account on this instance */
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
        /** Shuts a person out, or lets them in again */
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
        /** The workspaces of which the caller is a member */
        get: operations["listWorkspaces"];
        put?: never;
        /** Make a workspace; the caller owns it */
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
        /** One workspace, by slug or id */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        /** Delete a workspace that has no sites */
        delete: operations["deleteWorkspace"];
        options?: never;
        head?: never;
        /** Rename a workspace */
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
        /** Everyone in the workspace */
        get: operations["listMembers"];
        /** Give a member another role; who is no member is invited */
        put: operations["putMember"];
        post?: never;
        delete?: never;
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
        /** Take a member out of the workspace, with the roles granted at its sites */
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
        /** The workspace's plan and what it allows */
        get: operations["getPlan"];
        /** Give a workspace another plan */
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
        /** What the workspace has used of its plan */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
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
        /** What is enabled for the workspace */
        get: operations["getFeatures"];
        /** Enable or disable the CMS for a workspace */
        put: operations["putFeatures"];
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
        /** Add or replace the payment method, which is never charged */
        put: operations["putPaymentMethod"];
        post?: never;
        /** Remove the payment method; sites that publish go on */
        delete: operations["deletePaymentMethod"];
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
        /** The sites of a workspace, by name */
        get: operations["listSites"];
        put?: never;
        /** Make a site; whoever makes it administers it */
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
        /** One site */
        get: operations["getSite"];
        put?: never;
        post?: never;
        /** Delete a site and its public files */
        delete: operations["deleteSite"];
        options?: never;
        head?: never;
        /** Change a site's name, Preview URL or integration mode */
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
        /** Turn publishing on or off */
        put: operations["putPublishing"];
        post?: never;
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
        /** Everyone who sees the site, with their role */
        get: operations["listAccess"];
        /** Grant a member Can edit or Can write; `view` takes the grant away */
        put: operations["putAccess"];
        post?: never;
        /** Take the grant of the person away that the query, or the body, names */
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
        /** Take a grant away; the person views from then on */
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
        /** The read keys of the site, revoked ones included */
        get: operations["listReadKeys"];
        put?: never;
        /** Make a read key; it is shown in this answer and never again */
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
        /** End a read key at once */
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
        /** What is known of the site's draft key; the key itself is shown once, when it is made */
        get: operations["getDraftKey"];
        put?: never;
        /** Make the draft key anew; the one before ends at once, and every preview token with it */
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
        /** Offer the site to another workspace, by its slug */
        post: operations["requestTransfer"];
        /** Take the offer back */
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
        /** The offer of the site that stands, if there is one */
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
        /** The sites that are offered to the workspace */
        get: operations["listWorkspaceTransfers"];
        put?: never;
        post?: never;
        delete?: never;
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
        /** Accept an offered site, as an admin of the workspace to which it is offered */
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
        /** Make a site with the same types, and as asked with entries as drafts and media */
        post: operations["duplicateSite"];
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
        /** Everything of the site as one ZIP, drafts included */
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
        /** Sensitive acts on the site, the newest first */
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
        /** Sensitive acts in the workspace and on its sites, the newest first */
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
        /** Sensitive acts on the whole instance, the newest first */
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
        /** The content types of a site, with their entries counted by state */
        get: operations["listTypes"];
        put?: never;
        /** Make a content type; its entries can be written when its schema is published */
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
        /** One content type */
        get: operations["getType"];
        put?: never;
        post?: never;
        /** Delete a content type that has no entries, drafts or live */
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
        /** The working schema of a type, and what of it is not published */
        get: operations["getSchema"];
        /** Save the working schema; with If-Match what others saved meanwhile is merged */
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
        /** Freeze the working schema as the next version; no entry is published by it */
        post: operations["publishSchema"];
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
        /** What publishing the working schema would mean for the entries */
        get: operations["getSchemaImpact"];
        put?: never;
        post?: never;
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
        /** The JSON that entries of the working schema will be published as, with examples */
        get: operations["getSample"];
        put?: never;
        /** The same for a schema that is not saved yet; nothing is written */
        post: operations["previewSample"];
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
        /** A page of a type's entries, drafts and what is live */
        get: operations["listEntries"];
        put?: never;
        /** Write a new entry, as a draft */
        post: operations["createEntry"];
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
        /** One entry: its working version, and what is live of it */
        get: operations["getEntry"];
        /** Save all values of an entry; with If-Match what others saved meanwhile is merged */
        put: operations["replaceEntry"];
        post?: never;
        /** Delete an entry; one that is live is unpublished first */
        delete: operations["deleteEntry"];
        options?: never;
        head?: never;
        /** Save some values of an entry; what others save meanwhile is merged */
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
        /** What points to an entry, in the working content and in what is live */
        get: operations["listReferences"];
        put?: never;
        post?: never;
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
        /** Make an entry live as it stands; everything that keeps it from that is told at once */
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
        /** Take an entry off the live site; nothing happens to one that is not live */
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
        /** Set when an entry appears and when it leaves */
        put: operations["scheduleEntry"];
        post?: never;
        /** Take both times away */
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
        /** Make several entries live in one commit: all of them, or none */
        post: operations["publishChanges"];
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
        /** A draft key for this entry alone, which ends in an hour, or earlier with the site's draft key, a transfer, or your access */
        post: operations["createPreviewToken"];
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
        /** Move an entry in the order of its list; live lists change at once */
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
        /** Make a draft with the same values, and a slug of its own */
        post: operations["duplicateEntry"];
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
        /** What happened to an entry, newest first */
        get: operations["listHistory"];
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
        /** An entry as it was, and what differs from another version field by field */
        get: operations["getVersion"];
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
        /** Save what an entry, a field or a row was, as a draft; nothing is published by it */
        post: operations["restoreEntry"];
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
        /** A page of the media of a site, the newest first */
        get: operations["listMedia"];
        put?: never;
        /** Upload a file; its type is told by its content, and images lose their metadata */
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
        /** One media record */
        get: operations["getMedia"];
        put?: never;
        post?: never;
        /** Delete a media file; refused while something live shows it */
        delete: operations["deleteMedia"];
        options?: never;
        head?: never;
        /** Describe a media file; what is live changes when its entries are published again */
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
        /** What shows a media file, in the working content and in what is live */
        get: operations["listMediaUsers"];
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
        /** The file itself, also before anything live shows it */
        get: operations["getMediaContent"];
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
        /** When something is due next, and the schedules that failed and are tried again */
        get: operations["getSchedule"];
        put?: never;
        post?: never;
        delete?: never;
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
        /** The releases of the site, the newest first */
        get: operations["listReleases"];
        put?: never;
        /** Plan a release, at a time or for later by hand */
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
        /** One release */
        get: operations["getRelease"];
        put?: never;
        post?: never;
        /** Forget a release; what it published stays live */
        delete: operations["deleteRelease"];
        options?: never;
        head?: never;
        /** Change a release that was not published yet */
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
        /** Publish a release now: all of its entries, or none */
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
        /** What happens on the site, as it happens: entry.saved, entry.published, entry.unpublished, entry.deleted, type.changed, media.changed, job.progress; after `Last-Event-ID` also what was missed */
        get: operations["streamSiteEvents"];
        put?: never;
        post?: never;
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
        /** The webhooks of the site, the oldest first */
        get: operations["listWebhooks"];
        put?: never;
        /** Make a webhook; its signing secret is shown in this answer and never again */
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
        /** One webhook, and how many deliveries can be sent again */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /** Delete a webhook, with what is on its way and the log of its deliveries */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Change a webhook, disable it, or enable it again */
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
        /** Make a new signing secret; the one before signs, too, for 24 hours */
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
        /** A page of deliveries of the last thirty days, the newest first */
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
        /** One delivery: what is sent, and each attempt with its answer */
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
        /** Send a test event, marked `"test":true` */
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
        /** Send a delivery again now, with the same event id */
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
        /** Send again what failed, all of it or what was made in a stretch of time */
        post: operations["redeliverFailedWebhooks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        SignedIn: {
            user: components["schemas"]["Person"];
            /** @description Goes as X-CSRF-Token with every change. */
            csrfToken: string;
            authenticatedAt: string;
            expiresAt: string;
        };
        Person: {
            id: string;
            email: string;
            name: string;
            instanceAdmin: boolean;
        };
        SecondFactorWanted: {
            secondFactor: {
                challenge: string;
                /** @description totp, recovery-code */
                methods: string[];
            };
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
        Me: {
            id: string;
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
            createdAt: string;
            authenticatedAt: string;
            lastUsedAt: string;
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
            createdAt: string;
            lastUsedAt?: string;
        };
        LinkedAccount: {
            id: string;
            issuer: string;
            email: string;
            createdAt: string;
            lastUsedAt?: string;
        };
        PersonalToken: {
            id: string;
            name: string;
            hint: string;
            scopes: ("content:read" | "content:write" | "content:publish" | "media:write" | "schema:write" | "site:admin" | "workspace:admin")[];
            sites?: string[];
            createdAt: string;
            expiresAt: string;
            lastUsedAt?: string;
            lastUsedAddress?: string;
            revokedAt?: string;
        };
        CreatedPersonalToken: {
            id: string;
            name: string;
            hint: string;
            scopes: ("content:read" | "content:write" | "content:publish" | "media:write" | "schema:write" | "site:admin" | "workspace:admin")[];
            sites?: string[];
            createdAt: string;
            expiresAt: string;
            lastUsedAt?: string;
            lastUsedAddress?: string;
            revokedAt?: string;
            /** @description Shown this once. */
            token: string;
        };
        Invitation: {
            id: string;
            email: string;
            workspaceId?: string;
            /** @enum {string} */
            role: "admin" | "member";
            invitedBy?: string;
            createdAt: string;
            expiresAt: string;
        };
        CreatedInvitation: {
            id: string;
            email: string;
            workspaceId?: string;
            /** @enum {string} */
            role: "admin" | "member";
            invitedBy?: string;
            createdAt: string;
            expiresAt: string;
            mailed: boolean;
            /** @description To be passed on, where no mail is configured; shown this once. */
            link?: string;
        };
        User: {
            id: string;
            email: string;
            name: string;
            instanceAdmin: boolean;
            createdAt: string;
            disabledAt?: string;
        };
        Workspace: {
            id: string;
            slug: string;
            name: string;
            createdAt: string;
            /** @enum {string} */
            plan: "free" | "starter" | "team" | "business" | "enterprise";
            /** @description Whether the CMS is enabled here. */
            cms: boolean;
            paymentMethod?: {
                label: string;
                addedAt: string;
            };
            /**
             * @description Of the person who asks.
             * @enum {string}
             */
            role: "member" | "admin" | "owner";
        };
        Member: {
            userId: string;
            email: string;
            name: string;
            /** @enum {string} */
            role: "member" | "admin" | "owner";
            since: string;
        };
        Plan: {
            /** @enum {string} */
            plan: "free" | "starter" | "team" | "business" | "enterprise";
            /** @description null where there is no limit */
            sites: number | null;
            mediaBytes: number;
        };
        Site: {
            id: string;
            workspaceId: string;
            name: string;
            publishing: boolean;
            previewUrl: string | null;
            integrationMode: boolean;
            createdAt: string;
            createdBy: string | null;
            /**
             * @description Of the person who asks.
             * @enum {string}
             */
            role: "view" | "write" | "edit" | "admin";
            /** @description Where its published files are. */
            publicUrl: string;
            readApiUrl: string;
        };
        SiteMember: {
            userId: string;
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
            createdAt: string;
            revokedAt?: string;
            /** @description To the minute. */
            lastUsedAt?: string;
        };
        Transfer: {
            id: string;
            siteId: string;
            siteName: string;
            /** @description To which the site is offered, as it was named; it may not be there. */
            workspace: string;
            requestedAt: string;
            expiresAt: string;
        };
        AuditRecord: {
            seq: number;
            at: string;
            event: string;
            /** @description `allowed`, or the code of the error. */
            outcome: string;
            /** @description How many it stands for; refusals are counted. */
            times: number;
            userId: string | null;
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
        EntrySummary: {
            /** @description Absent of a file too broken to say. */
            id?: string;
            type: string;
            slug: string;
            /** @description The first text, else the slug. */
            title: string;
            /** @enum {string} */
            state: "draft" | "published" | "changed" | "unpublished" | "broken";
            /** @description Whether a time set for it is still to come. */
            scheduled: boolean;
            /** @description Blob id of the file: the ETag of the entry. */
            version: string;
            createdAt?: string;
            updatedAt: string;
            publishedAt?: string;
            publishAt?: string;
            unpublishAt?: string;
            sortOrder: number;
            /** @description Live, but not in the working content any more. */
            removed: boolean;
            live?: {
                /** @description 1, 2, … by publish. */
                version: number;
                blob: string;
                slug: string;
                publishedAt: string;
                updatedAt: string;
            };
            /** @description What is wrong with the file. */
            readonly problems: {
                path?: string;
                message: string;
                line?: number;
            }[];
        };
        Entry: {
            id: string;
            type: string;
            slug: string;
            /** @description The first text, else the slug. */
            title: string;
            /** @enum {string} */
            state: "draft" | "published" | "changed" | "unpublished" | "broken";
            /** @description Whether a time set for it is still to come. */
            scheduled: boolean;
            /** @description Blob id of the file: the ETag of the entry. */
            version: string;
            createdAt?: string;
            updatedAt: string;
            publishedAt?: string;
            publishAt?: string;
            unpublishAt?: string;
            sortOrder: number;
            /** @description Live, but not in the working content any more. */
            removed: boolean;
            live?: {
                /** @description 1, 2, … by publish. */
                version: number;
                blob: string;
                slug: string;
                publishedAt: string;
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
        HistoryEvent: {
            /** @enum {string} */
            kind: "create" | "update" | "rename" | "restore" | "merge" | "delete" | "publish" | "unpublish";
            commit: string;
            when: string;
            author: {
                name: string;
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
        };
        EntryVersion: {
            commit: string;
            slug: string;
            /** @description Version of the schema that it was written against. */
            schema: number;
            fields: {
                [key: string]: unknown;
            };
            changes?: {
                readonly system: {
                    /** @enum {string} */
                    key: "slug" | "createdAt" | "publishAt" | "unpublishAt" | "sortOrder" | "schema";
                    before: string | number | unknown;
                    after: string | number | unknown;
                }[];
                readonly fields: components["schemas"]["FieldChange"][];
            };
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
            readonly rows?: {
                id: string;
                /** @enum {string} */
                kind: "added" | "removed" | "changed";
                moved: boolean;
                readonly fields: components["schemas"]["FieldChange"][];
            }[];
        };
        Media: {
            id: string;
            /** @description Public address, from when something live shows it. */
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
                url: string;
            }[];
            thumbHash?: string;
            dominantColor?: string;
            focalPoint?: {
                x: number;
                y: number;
            };
            createdAt: string;
            /** @description Where people of the site see it before; ?variant=640.webp is a smaller one. */
            contentUrl: string;
            /** @description Blob id of the record: its ETag. */
            version: string;
        };
        ScheduleFailure: {
            entryId: string;
            /** @enum {string} */
            action: "publish" | "unpublish";
            dueAt: string;
            /** @description When it was tried last. */
            failedAt: string;
            issues: components["schemas"]["Issue"][];
        };
        Issue: {
            message: string;
            field?: string;
            path?: string;
        };
        Release: {
            id: string;
            siteId: string;
            title: string;
            entries: string[];
            /** @enum {string} */
            state: "open" | "scheduled" | "failed" | "published";
            publishAt: string | null;
            createdBy: string | null;
            createdAt: string;
            publishedAt: string | null;
            publishedCommit: string | null;
            issues: components["schemas"]["Issue"][];
        };
        Webhook: {
            id: string;
            url: string;
            /** @description Empty: all of them. */
            readonly events: ("entry.published" | "entry.unpublished" | "entry.deleted" | "content_type.updated" | "site.published")[];
            coalesce: boolean;
            sign: boolean;
            enabled: boolean;
            /** @enum {string} */
            disabledReason?: "by-hand" | "gone" | "failing" | "transferred";
            disabledAt?: string;
            failingSince?: string;
            previousSecretUntil?: string;
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
            occurredAt: string;
            test: boolean;
            attempts: number;
            createdAt: string;
            nextAttemptAt?: string;
            finishedAt?: string;
        };
        WebhookAttempt: {
            number: number;
            at: string;
            url: string;
            requestHeaders: {
                [key: string]: string;
            };
            durationMs: number;
            status?: number;
            /** @description At most 4 KB of it. */
            response?: string;
            /** @description Absent for a success. */
            problem?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    stepUp: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                            /** @description Takes `returnTo`, a path here. */
                            startUrl: string;
                        } | null;
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                        since?: string;
                        recoveryCodesLeft?: number;
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    startTotp: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaceRecoveryCodes: {
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
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    stepUpPasskeyOptions: {
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    newPasskeyOptions: {
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    addPasskey: {
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    linkIdentity: {
        parameters: {
            query?: never;
            header?: never;
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
                        url: string;
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createToken: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    invite: {
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    acceptInvitationSignedIn: {
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
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    disabled: boolean;
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: never;
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
        requestBody: {
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
                        addedAt: string;
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSite: {
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
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
        requestBody: {
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createReadKey: {
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
                        createdAt: string;
                        revokedAt?: string;
                        /** @description To the minute. */
                        lastUsedAt?: string;
                        key: string;
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                        madeAt: string | null;
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    regenerateDraftKey: {
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
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        lastFour: string;
                        madeAt: string;
                        draftKey: string;
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    requestTransfer: {
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    acceptTransfer: {
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
                    "application/json": components["schemas"]["Site"];
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    duplicateSite: {
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSiteAudit: {
        parameters: {
            query?: {
                limit?: number;
                before?: number;
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
                        /** @description `before` of the next page. */
                        next: number | null;
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWorkspaceAudit: {
        parameters: {
            query?: {
                limit?: number;
                before?: number;
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
                        /** @description `before` of the next page. */
                        next: number | null;
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listAudit: {
        parameters: {
            query?: {
                limit?: number;
                before?: number;
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
                        /** @description `before` of the next page. */
                        next: number | null;
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createType: {
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
                    apiId?: string;
                    label: string;
                    description?: string;
                    /** @description Internal id of the field that is the Markdown body of the file. */
                    body?: string;
                    /** @enum {string} */
                    kind: "list" | "object";
                    /** @default [] */
                    fields?: ({
                        /** @description Internal id, never changed; made of the label for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @enum {string} */
                        type: "text" | "textarea" | "richtext" | "number" | "boolean" | "date" | "embed";
                    } | {
                        /** @description Internal id, never changed; made of the label for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
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
                        /** @description Internal id, never changed; made of the label for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
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
                        /** @description Internal id, never changed; made of the label for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "reference";
                        to: string[];
                    } | {
                        /** @description Internal id, never changed; made of the label for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "repeat";
                        fields: ({
                            /** @description Internal id, never changed; made of the label for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @enum {string} */
                            type: "text" | "textarea" | "richtext" | "number" | "boolean" | "date" | "embed";
                        } | {
                            /** @description Internal id, never changed; made of the label for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
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
                            /** @description Internal id, never changed; made of the label for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
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
                            /** @description Internal id, never changed; made of the label for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                        /** @description Internal id, never changed; made of the label for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @enum {string} */
                        type: "text" | "textarea" | "richtext" | "number" | "boolean" | "date" | "embed";
                    } | {
                        /** @description Internal id, never changed; made of the label for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
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
                        /** @description Internal id, never changed; made of the label for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
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
                        /** @description Internal id, never changed; made of the label for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "reference";
                        to: string[];
                    } | {
                        /** @description Internal id, never changed; made of the label for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "repeat";
                        fields: ({
                            /** @description Internal id, never changed; made of the label for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @enum {string} */
                            type: "text" | "textarea" | "richtext" | "number" | "boolean" | "date" | "embed";
                        } | {
                            /** @description Internal id, never changed; made of the label for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
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
                            /** @description Internal id, never changed; made of the label for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
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
                            /** @description Internal id, never changed; made of the label for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    publishSchema: {
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
                        version: number;
                        changed: boolean;
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    previewSample: {
        parameters: {
            query?: never;
            header?: never;
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
                        /** @description Internal id, never changed; made of the label for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @enum {string} */
                        type: "text" | "textarea" | "richtext" | "number" | "boolean" | "date" | "embed";
                    } | {
                        /** @description Internal id, never changed; made of the label for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
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
                        /** @description Internal id, never changed; made of the label for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
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
                        /** @description Internal id, never changed; made of the label for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "reference";
                        to: string[];
                    } | {
                        /** @description Internal id, never changed; made of the label for a new field. */
                        id?: string;
                        /** @description Key in published JSON; made of the label for a new field. */
                        apiId?: string;
                        label: string;
                        help?: string;
                        /** @default false */
                        required?: boolean;
                        /** @default false */
                        multiple?: boolean;
                        /** @constant */
                        type: "repeat";
                        fields: ({
                            /** @description Internal id, never changed; made of the label for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
                            /** @default false */
                            required?: boolean;
                            /** @default false */
                            multiple?: boolean;
                            /** @enum {string} */
                            type: "text" | "textarea" | "richtext" | "number" | "boolean" | "date" | "embed";
                        } | {
                            /** @description Internal id, never changed; made of the label for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
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
                            /** @description Internal id, never changed; made of the label for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
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
                            /** @description Internal id, never changed; made of the label for a new field. */
                            id?: string;
                            /** @description Key in published JSON; made of the label for a new field. */
                            apiId?: string;
                            label: string;
                            help?: string;
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                /** @description `default` is the order of the published list. */
                orderBy?: "default" | "updatedAt" | "-updatedAt" | "title" | "-title" | "slug" | "-slug" | "publishedAt" | "-publishedAt";
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
                        /** @description Not counted for a search. */
                        total?: number;
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                api_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                api_id: string;
                /** @description Id of the entry, or its slug. */
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                /** @description Id of the entry, or its slug. */
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                /** @description Id of the entry, or its slug. */
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                /** @description Id of the entry, or its slug. */
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listReferences: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                api_id: string;
                /** @description Id of the entry, or its slug. */
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            };
            path: {
                site: string;
                api_id: string;
                /** @description Id of the entry, or its slug. */
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    unpublishEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `respond-async` the answer comes as soon as the publish is durable; public files and the read API follow within a second, or a few for a large type that is published to without a pause. */
                Prefer?: string;
            };
            path: {
                site: string;
                api_id: string;
                /** @description Id of the entry, or its slug. */
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                /** @description Id of the entry, or its slug. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    publishAt?: string;
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                /** @description Id of the entry, or its slug. */
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    publishChanges: {
        parameters: {
            query?: never;
            header?: {
                /** @description With `respond-async` the answer comes as soon as the publish is durable; public files and the read API follow within a second, or a few for a large type that is published to without a pause. */
                Prefer?: string;
            };
            path: {
                site: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Ids. */
                    entries: string[];
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
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createPreviewToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                api_id: string;
                /** @description Id of the entry, or its slug. */
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
                        expiresAt: string;
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    moveEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                api_id: string;
                /** @description Id of the entry, or its slug. */
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    duplicateEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                site: string;
                api_id: string;
                /** @description Id of the entry, or its slug. */
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listHistory: {
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
                api_id: string;
                /** @description Id of the entry, or its slug. */
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                /** @description Of the history; its first 7 digits are enough. */
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    restoreEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of what was edited. What others changed since is merged or refused. */
                "If-Match"?: string;
            };
            path: {
                site: string;
                api_id: string;
                /** @description Id of the entry, or its slug. */
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                /** @description Only what no entry shows, drafts and live. */
                unused?: "true" | "false";
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
                        /** @description Absent on the last page. */
                        cursor?: string;
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    uploadMedia: {
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
                "multipart/form-data": {
                    /** Format: binary */
                    file: Blob;
                    /** @description Text for who does not see it. */
                    alt?: string;
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                        /** @description Entries that show it and cannot be published until they do not. */
                        drafts: {
                            id: string;
                            type: string;
                            slug: string;
                        }[];
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                        nextDueAt: string | null;
                        failures: components["schemas"]["ScheduleFailure"][];
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createRelease: {
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    publishRelease: {
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    streamSiteEvents: {
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
                    "text/event-stream": unknown;
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWebhook: {
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
                        url: string;
                        /** @description Empty: all of them. */
                        readonly events: ("entry.published" | "entry.unpublished" | "entry.deleted" | "content_type.updated" | "site.published")[];
                        coalesce: boolean;
                        sign: boolean;
                        enabled: boolean;
                        /** @enum {string} */
                        disabledReason?: "by-hand" | "gone" | "failing" | "transferred";
                        disabledAt?: string;
                        failingSince?: string;
                        previousSecretUntil?: string;
                        createdAt: string;
                        /** @description `whsec_…`; shown now and never again. */
                        secret: string;
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                        url: string;
                        /** @description Empty: all of them. */
                        readonly events: ("entry.published" | "entry.unpublished" | "entry.deleted" | "content_type.updated" | "site.published")[];
                        coalesce: boolean;
                        sign: boolean;
                        enabled: boolean;
                        /** @enum {string} */
                        disabledReason?: "by-hand" | "gone" | "failing" | "transferred";
                        disabledAt?: string;
                        failingSince?: string;
                        previousSecretUntil?: string;
                        createdAt: string;
                        failedDeliveries: number;
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
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
                        /** @description `whsec_…`; shown now and never again. */
                        secret: string;
                        previousSecretUntil: string;
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
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
                        occurredAt: string;
                        test: boolean;
                        attempts: number;
                        createdAt: string;
                        nextAttemptAt?: string;
                        finishedAt?: string;
                        /** @description What is sent and signed, byte for byte. */
                        body: string;
                        readonly log: components["schemas"]["WebhookAttempt"][];
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testWebhook: {
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
                        occurredAt: string;
                        test: boolean;
                        attempts: number;
                        createdAt: string;
                        nextAttemptAt?: string;
                        finishedAt?: string;
                        /** @description What is sent and signed, byte for byte. */
                        body: string;
                        readonly log: components["schemas"]["WebhookAttempt"][];
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    redeliverWebhook: {
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
                        occurredAt: string;
                        test: boolean;
                        attempts: number;
                        createdAt: string;
                        nextAttemptAt?: string;
                        finishedAt?: string;
                        /** @description What is sent and signed, byte for byte. */
                        body: string;
                        readonly log: components["schemas"]["WebhookAttempt"][];
                    };
                };
            };
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    redeliverFailedWebhooks: {
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
            /** @description What was wrong, and what to do. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
