import { composeMail } from './compose.ts'

const hello = 'Hello {{name}},'
const hasAccount = 'You get this email because you have a Posthorn account.'
const onceADay = 'We send this warning at most once a day.'
const resetByApi = 'Request a password reset with POST {{url}}/v1/auth/request-password-reset.'
const toReset = ['Reset password', '{{url}}/auth/forgot'] as const
const toSecurity = ['View passkeys', '{{url}}/open/settings/account/security'] as const
const toConfirm = ['Confirm email', '{{url}}/auth/confirm#{{token}}'] as const
const confirmByApi = 'Your code:\n\n{{token}}\n\nSend it as "token" to POST {{url}}/v1/auth/verify-email.'

/** Emails about a user's own account. */
export const accountTemplates = {
  'plan-ended': composeMail(['name', 'plan', 'newPlan', 'url'], {
    subject: 'Your Posthorn plan has ended',
    hello,
    says: `Your payment for the {{plan}} plan is more than a week overdue, so we’ve moved your account to the {{newPlan}} plan.

Nothing was deleted. You can still view and export everything. Features outside your plan are paused until you upgrade.`,
    button: ['View usage and plan', '{{url}}/open/settings/usage'],
    because: hasAccount,
  }),
  'recycling-ended': composeMail(['name', 'post', 'postId', 'link', 'url'], {
    subject: 'Recycling stopped for one of your posts',
    hello,
    says: `The last three copies of this post failed, so we’ve stopped recycling it:

> {{post}}

Fix the post, then turn recycling back on.`,
    button: ['View post', '{{link}}'],
    api: 'GET {{url}}/v1/posts/{{postId}}/recycles lists the errors of the copies.',
    because: 'You get this email because you turned on recycling for this post.',
  }),
  'welcome-verify': composeMail(['name', 'token', 'url', 'hours'], {
    subject: 'Welcome to Posthorn: confirm your email address',
    hello,
    says: 'Your account is ready. Confirm your email within {{hours}} hours.',
    button: toConfirm,
    api: confirmByApi,
    because: 'Didn’t create this account? Ignore this email and your address won’t be confirmed.',
  }),
  'verify-email': composeMail(['name', 'token', 'url', 'hours'], {
    subject: 'Confirm your email address',
    hello,
    says: 'Confirm your email for Posthorn within {{hours}} hours.',
    button: toConfirm,
    api: confirmByApi,
    because: 'Don’t have a Posthorn account? You can ignore this email.',
  }),
  'change-email': composeMail(['name', 'token', 'url', 'hours'], {
    subject: 'Confirm your new email address',
    hello,
    says: 'You asked to use this address for your Posthorn account. Confirm it within {{hours}} hours.',
    button: toConfirm,
    api: confirmByApi,
    because: 'Didn’t ask for this? Ignore this email and nothing will change.',
  }),
  'change-email-notice': composeMail(['name', 'newEmail', 'url'], {
    subject: 'Your email address is about to change',
    hello,
    says: `Someone signed in to your account asked to change its email address to {{newEmail}}. The change takes effect once that address is confirmed.

If this wasn’t you, reset your password now. This signs you out everywhere and cancels the change.`,
    button: toReset,
    api: resetByApi,
    because: hasAccount,
  }),
  'email-taken': composeMail(['url'], {
    subject: 'You already have an account',
    says: `Someone tried to use this address for another account. You already have one, so nothing changed. They weren’t told that you have an account.

If this was you, sign in, or reset your password.`,
    button: toReset,
    api: resetByApi,
    because: 'Wasn’t you? You can ignore this email.',
  }),
  'email-changed': composeMail(['name', 'newEmail', 'url'], {
    subject: 'Your email address was changed',
    hello,
    says: `The email address for your account is now {{newEmail}}. We no longer use this address.

If this wasn’t you, contact the administrator of {{url}} right away.`,
    button: ['Open Posthorn', '{{url}}/auth/sign-in'],
    because: 'You get this email because this address belonged to your account.',
  }),
  'reset-password': composeMail(['name', 'token', 'url', 'hours'], {
    subject: 'Reset your password',
    hello,
    says: 'Someone asked to reset your Posthorn password. If that was you, choose a new one here. The link works once and expires in {{hours}} hour.',
    button: ['Choose a new password', '{{url}}/auth/reset#{{token}}'],
    api: 'Your code:\n\n{{token}}\n\nSend it as "token" with a new password to POST {{url}}/v1/auth/reset-password.',
    because: 'Didn’t ask for this? Ignore this email and your password stays as it is.',
  }),
  'password-changed': composeMail(['name', 'url'], {
    subject: 'Your password was changed',
    hello,
    says: `Your password was reset with a link sent to this address. You’ve been signed out everywhere.

Your API keys still work. Review them if you weren’t expecting this. If this wasn’t you, contact the administrator of {{url}}.`,
    button: ['Sign in', '{{url}}/auth/sign-in'],
    because: hasAccount,
  }),
  'passkey-added': composeMail(['name', 'passkey', 'url'], {
    subject: 'A passkey was added to your account',
    hello,
    says: `The passkey “{{passkey}}” can now sign in to your account, without your password.

If this wasn’t you, remove it and change your password.`,
    button: toSecurity,
    api: 'DELETE {{url}}/v1/auth/me/passkeys/{id} removes it.',
    because: hasAccount,
  }),
  'passkey-removed': composeMail(['name', 'passkey', 'url'], {
    subject: 'A passkey was removed from your account',
    hello,
    says: `The passkey “{{passkey}}” can no longer sign in to your account. You can also delete it in your password manager.

If this wasn’t you, change your password.`,
    button: toSecurity,
    because: hasAccount,
  }),
  'password-guessed': composeMail(['name', 'url'], {
    subject: 'Repeated failed sign-ins to your account',
    hello,
    says: `Someone entered the wrong password many times for your account. None of them matched, so your account is safe. We’re slowing down further attempts. You can still sign in from places you’ve used before.

Forgot your password? Reset it. A long password that you use nowhere else protects you best.`,
    button: toReset,
    api: resetByApi,
    because: onceADay,
  }),
  'code-guessed': composeMail(['name', 'url'], {
    subject: 'Someone has your password and is guessing your verification code',
    hello,
    says: `Someone entered the correct password for your account, then several wrong verification codes. Codes are blocked for a while. Recovery codes still work.

If this wasn’t you, reset your password now. This signs you out everywhere and unblocks verification codes.`,
    button: toReset,
    api: resetByApi,
    because: onceADay,
  }),
  'webhook-off': composeMail(['name', 'endpoint', 'why', 'link', 'url'], {
    subject: 'A webhook was turned off',
    hello,
    says: `We turned off your webhook {{endpoint}}: {{why}}.

When your endpoint works again, turn the webhook back on and resend the failed deliveries.`,
    button: ['View webhook', '{{link}}'],
    api: 'Turn it on with PATCH {{url}}/v1/webhooks/{id} and {"active":true}. Then resend with POST {{url}}/v1/webhooks/{id}/replay-failed.',
    because: 'You get this email because you created this webhook.',
  }),
  goodbye: composeMail(['name', 'url'], {
    subject: 'Your account was deleted',
    hello,
    says: `We’ve deleted your account and all its data, as you asked. This is our last email to you.

Thank you for using Posthorn.`,
    because: 'You get this email because you deleted your Posthorn account.',
  }),
} as const
