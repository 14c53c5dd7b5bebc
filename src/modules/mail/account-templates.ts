import { fromText } from './template-from-text.ts'

/** The mails about a user's own account. Each token stands on a separate line, so that it is easy to copy. */
export const accountTemplates = {
  'welcome-verify': fromText(
    ['name', 'token', 'url', 'hours'],
    'Welcome to Posthorn: please confirm your address',
    `Hello {{name}},

your account at {{url}} is ready. Please confirm within {{hours}} hours that this address is yours. Your token:

{{token}}

Give it to the page where you signed up, or send it yourself:

curl -X POST {{url}}/v1/auth/verify-email -H 'content-type: application/json' -d '{"token":"{{token}}"}'

If you did not make this account, do nothing: your address stays unconfirmed.
`,
  ),
  'verify-email': fromText(
    ['name', 'token', 'url', 'hours'],
    'Please confirm your address',
    `Hello {{name}},

please confirm within {{hours}} hours that this address is yours. Your token:

{{token}}

Give it to the page that asked for it, or send it yourself:

curl -X POST {{url}}/v1/auth/verify-email -H 'content-type: application/json' -d '{"token":"{{token}}"}'

If you have no account at {{url}}, do nothing.
`,
  ),
  'change-email': fromText(
    ['name', 'token', 'url', 'hours'],
    'Please confirm your new address',
    `Hello {{name}},

you want to use this address for your account at {{url}}. Please confirm it within {{hours}} hours. Your token:

{{token}}

Give it to the page that asked for it, or send it yourself:

curl -X POST {{url}}/v1/auth/verify-email -H 'content-type: application/json' -d '{"token":"{{token}}"}'

If that was not you, do nothing: the address is not changed.
`,
  ),
  'change-email-notice': fromText(
    ['name', 'newEmail', 'url'],
    'Your address is about to change',
    `Hello {{name}},

somebody who is signed in as you at {{url}} wants to change the address of your account to {{newEmail}}.
It changes when the new address is confirmed.

If that was not you, change your password at once (POST {{url}}/v1/auth/request-password-reset): that ends every sign-in
and voids the change.
`,
  ),
  'email-taken': fromText(
    ['url'],
    'You have an account already',
    `Hello,

somebody wants to use this address for another account at {{url}}. It belongs to your account there, so nothing was
changed, and they were not told that it has one.

If that was you, sign in with this address instead, or ask for a new password
(POST {{url}}/v1/auth/request-password-reset). Else do nothing.
`,
  ),
  'email-changed': fromText(
    ['name', 'newEmail', 'url'],
    'Your address has changed',
    `Hello {{name}},

the address of your account at {{url}} is {{newEmail}} now. This one is no longer in use.

If that was not you, tell whoever runs {{url}}.
`,
  ),
  'reset-password': fromText(
    ['name', 'token', 'url', 'hours'],
    'A new password',
    `Hello {{name}},

somebody asked for a new password for your account at {{url}}. Your token, which works once within {{hours}} hour:

{{token}}

Give it to the page that asked for it, or send it yourself, with a password of your choice:

curl -X POST {{url}}/v1/auth/reset-password -H 'content-type: application/json' -d '{"token":"{{token}}","password":"…"}'

If that was not you, do nothing: your password stays as it is.
`,
  ),
  'password-changed': fromText(
    ['name', 'url'],
    'Your password has changed',
    `Hello {{name}},

the password of your account at {{url}} was changed by a token that was mailed to this address, and every sign-in was
ended. API keys still work; look through them if you did not expect this.

If that was not you, tell whoever runs {{url}}.
`,
  ),
  'password-guessed': fromText(
    ['name', 'url'],
    'Somebody is trying passwords for your account',
    `Hello {{name}},

somebody has tried many wrong passwords for your account at {{url}} in a row. Each further one has to wait longer. Where
you have signed in before, you can go on signing in as usual.

If that was you, and you do not remember the password, ask for a new one (POST {{url}}/v1/auth/request-password-reset).
If it was not you, nothing has happened; a long password that you use nowhere else is the best protection. This warning
comes at most once a day.
`,
  ),
  'code-guessed': fromText(
    ['name', 'url'],
    'Somebody knows your password and is trying codes',
    `Hello {{name}},

somebody has the password of your account at {{url}} and has sent several wrong codes of your second factor in a row. Codes
are refused for a while now; a recovery code works at any time.

If that was not you, set a new password at once (POST {{url}}/v1/auth/request-password-reset): that ends every sign-in, and
the wait. This warning comes at most once a day.
`,
  ),
  'webhook-off': fromText(
    ['name', 'endpoint', 'why', 'url'],
    'A webhook endpoint was switched off',
    `Hello {{name}},

your webhook endpoint {{endpoint}} gets no events any more: {{why}}.

Its deliveries, each with its answer, are listed at {{url}}/v1/webhooks/{id}/deliveries. When the receiver works again,
switch the endpoint on (PATCH {{url}}/v1/webhooks/{id} with {"active":true}), and have what failed sent again
(POST {{url}}/v1/webhooks/{id}/replay-failed).
`,
  ),
  goodbye: fromText(
    ['name', 'url'],
    'Your account is deleted',
    `Hello {{name}},

your account at {{url}} and everything in it is deleted, as you asked. This is the last mail to this address.

Goodbye, and thank you for having been here.
`,
  ),
} as const
