import { templateFromText } from './template-from-text.ts'

/** The mails about a user's own account. Each code is on a separate line, so that it is easy to copy. */
export const accountTemplates = {
  'plan-ended': templateFromText(
    ['name', 'plan', 'newPlan', 'url'],
    'Your plan on Posthorn has ended',
    `Hello {{name}},

The payment for your plan "{{plan}}" at {{url}} has been overdue for more than a week. Your account is now on the "{{newPlan}}" plan.

Nothing was deleted: you can read and export everything. Anything the plan does not include is paused until you upgrade.
`,
  ),
  'recycling-ended': templateFromText(
    ['name', 'post', 'postId', 'url'],
    'Recycling stopped for a post',
    `Hello {{name}},

Posthorn has been recycling one of your posts. The last three copies failed, so recycling has stopped:

{{post}}

See the errors of the copies (GET {{url}}/v1/posts/{{postId}}/recycles), change the post, and turn recycling on again.
`,
  ),
  'welcome-verify': templateFromText(
    ['name', 'token', 'url', 'hours'],
    'Welcome to Posthorn: confirm your email address',
    `Hello {{name}},

Your account at {{url}} is ready. Please confirm your email address within {{hours}} hours. Your code is:

{{token}}

Open this page to confirm it:

{{url}}/auth/confirm#{{token}}

A program sends the code as "token" to POST {{url}}/v1/auth/verify-email.

If you did not create this account, you can ignore this mail. Your address will not be confirmed.
`,
  ),
  'verify-email': templateFromText(
    ['name', 'token', 'url', 'hours'],
    'Confirm your email address',
    `Hello {{name}},

Please confirm your email address within {{hours}} hours. Your code is:

{{token}}

Open this page, or enter the code on the page that asked for it:

{{url}}/auth/confirm#{{token}}

A program sends the code as "token" to POST {{url}}/v1/auth/verify-email.

If you have no account at {{url}}, you can ignore this mail.
`,
  ),
  'change-email': templateFromText(
    ['name', 'token', 'url', 'hours'],
    'Confirm your new email address',
    `Hello {{name}},

You asked to use this address for your account at {{url}}. Please confirm it within {{hours}} hours. Your code is:

{{token}}

Open this page, or enter the code on the page that asked for it:

{{url}}/auth/confirm#{{token}}

A program sends the code as "token" to POST {{url}}/v1/auth/verify-email.

If you did not ask for this, you can ignore this mail. The address of the account will not change.
`,
  ),
  'change-email-notice': templateFromText(
    ['name', 'newEmail', 'url'],
    'Your email address is about to change',
    `Hello {{name}},

Someone who is signed in to your account at {{url}} asked to change its email address to {{newEmail}}. The change takes
effect when the new address is confirmed.

If this was not you, reset your password now (POST {{url}}/v1/auth/request-password-reset). The reset ends every sign-in
and cancels the change.
`,
  ),
  'email-taken': templateFromText(
    ['url'],
    'You already have an account',
    `Hello,

Someone tried to use this address for another account at {{url}}. The address already belongs to your account, so
nothing was changed. The other person was not told that you have an account.

If this was you, sign in with this address, or reset your password (POST {{url}}/v1/auth/request-password-reset).
Otherwise, you can ignore this mail.
`,
  ),
  'email-changed': templateFromText(
    ['name', 'newEmail', 'url'],
    'Your email address was changed',
    `Hello {{name}},

The email address of your account at {{url}} is now {{newEmail}}. This address is no longer used.

If this was not you, contact the operator of {{url}}.
`,
  ),
  'reset-password': templateFromText(
    ['name', 'token', 'url', 'hours'],
    'Reset your password',
    `Hello {{name}},

Someone asked to reset the password of your account at {{url}}. The code works once and expires in {{hours}} hour:

{{token}}

Open this page to set a new password, or enter the code on the page that asked for it:

{{url}}/auth/reset#{{token}}

A program sends the code as "token" with a new password to POST {{url}}/v1/auth/reset-password.

If this was not you, you can ignore this mail. Your password will not change.
`,
  ),
  'password-changed': templateFromText(
    ['name', 'url'],
    'Your password was changed',
    `Hello {{name}},

The password of your account at {{url}} was reset with a code that was mailed to this address. Every sign-in has ended.
API keys still work. If you did not expect this, check your API keys.

If this was not you, contact the operator of {{url}}.
`,
  ),
  'password-guessed': templateFromText(
    ['name', 'url'],
    'Many wrong passwords for your account',
    `Hello {{name}},

Someone entered many wrong passwords in a row for your account at {{url}}. Each further attempt has to wait longer. You
can still sign in as usual from places where you have signed in before.

If this was you and you forgot your password, reset it (POST {{url}}/v1/auth/request-password-reset). If it was not you,
your account is safe: no password matched. A long password that you use nowhere else is the best protection.

You get this warning at most once a day.
`,
  ),
  'code-guessed': templateFromText(
    ['name', 'url'],
    'Someone knows your password and is guessing codes',
    `Hello {{name}},

Someone signed in with the password of your account at {{url}} and entered several wrong second-factor codes in a row.
Codes are refused for some time. A recovery code works at any time.

If this was not you, reset your password now (POST {{url}}/v1/auth/request-password-reset). The reset ends every sign-in
and the waiting time.

You get this warning at most once a day.
`,
  ),
  'webhook-off': templateFromText(
    ['name', 'endpoint', 'why', 'url'],
    'A webhook endpoint was switched off',
    `Hello {{name}},

Your webhook endpoint {{endpoint}} no longer receives events: {{why}}.

Its deliveries, with the response to each, are listed at {{url}}/v1/webhooks/{id}/deliveries. When your server works
again, switch the endpoint on (PATCH {{url}}/v1/webhooks/{id} with {"active":true}). Then send the failed deliveries
again (POST {{url}}/v1/webhooks/{id}/replay-failed).
`,
  ),
  goodbye: templateFromText(
    ['name', 'url'],
    'Your account was deleted',
    `Hello {{name}},

Your account at {{url}} and all of its data were deleted, as you requested. This is the last mail to this address.

Thank you for using Posthorn.
`,
  ),
} as const
