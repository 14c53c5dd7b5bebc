/** Company sign-in: the button, the page that the identity provider returns to, and the card under Security. */
export const company = {
  button: 'Company sign-in',
  or: 'or',
  signingIn: 'Signing you in…',
  connecting: 'Connecting your account…',
  failed: 'Couldn’t sign you in',
  again: 'Back to sign-in',
  code: 'Your account also needs a code.',
  next: 'Continue',
  faults: {
    canceled: 'You canceled at the identity provider. Nothing has changed.',
    provider: 'The identity provider reported a problem. Try again, or ask your IT team.',
    incomplete: 'This page needs a sign-in that was started here. Start again.',
    oauth_state_invalid: 'This sign-in has expired or was started in another browser. Start again.',
    company_sign_in_failed: 'The identity provider’s response couldn’t be used. Start again, or ask your IT team.',
    company_address_unverified:
      'An account with your email exists, but nothing proves that it’s yours. Sign in with its password, then connect it under Settings, Sign-in and security.',
    company_account_taken: 'The account is connected with someone else. Ask an administrator.',
    setup_code_required: 'This installation has no owner yet. Its owner’s account must be created first.',
    sign_up_closed: 'You have no account here yet. Ask an administrator to invite your work email.',
    invite_required: 'You have no account here yet. Ask an administrator to invite your work email.',
    identity_provider_unavailable: 'The identity provider isn’t responding. Try again in a minute.',
  },
  elsewhere: {
    lead: 'Sign in again in a new tab, then return to this one. Your work is safe.',
    open: 'Open sign-in',
    done: 'I’ve signed in',
  },
  card: {
    title: 'Company sign-in',
    lead: 'Sign in with your company account instead of a password.',
    connect: 'Connect company sign-in',
    connected: (email: string) => `Connected with ${email}.`,
    connectedPlain: 'Connected.',
    disconnect: 'Disconnect',
  },
}
