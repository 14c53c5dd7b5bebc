/** The refusals of signing in, and of what protects a sign-in. */
export const signInRefusals = {
  company_sign_in_failed: { status: 400, title: 'The identity provider didn’t complete the sign-in.' },
  mfa_required: { status: 403, title: 'A verification code is required.' },
  mfa_code_invalid: { status: 403, title: 'The verification code is incorrect.' },
  mfa_enrolment_required: { status: 403, title: 'Set up two-step verification to do this.' },
  reauthentication_required: { status: 403, title: 'Sign in again to do this.' },
  sign_up_closed: { status: 403, title: 'Sign-up is closed.' },
  invite_required: { status: 403, title: 'You need an invitation to sign up.' },
  setup_code_required: { status: 403, title: 'Enter the setup code that Posthorn printed at startup.' },
  company_sign_in_required: { status: 403, title: 'Sign in with your company account instead of a password.' },
  company_address_unverified: {
    status: 403,
    title: 'Your email address isn’t verified, so it can’t be matched with the account that has it.',
  },
  company_sign_in_not_configured: { status: 409, title: 'A server administrator hasn’t set up company sign-in.' },
  company_account_taken: { status: 409, title: 'This account is connected with someone else.' },
  password_required: { status: 409, title: 'Your account needs a password first.' },
  mfa_enrolment_not_started: { status: 409, title: 'Start two-step verification setup first.' },
  sign_in_paused: { status: 429, title: 'Too many failed sign-ins. Retry after `retryAfterMs`.' },
  mfa_paused: { status: 429, title: 'Too many incorrect codes. Retry after `retryAfterMs`.' },
} as const
