import { z } from 'zod'
import { issuer, redirects, type Setting, wholeNumber } from './setting.ts'

/** Sign-up, sign-in and plans. */
export const peopleSettings = {
  SIGN_UP: {
    is: z.enum(['open', 'invite', 'closed']).optional(),
    fallback: null,
    about:
      'Who can create an account: everyone, invited people, or no one. Default: `open` if HOST and PUBLIC_URL are loopback addresses, otherwise `invite`. The first account can always be created; if others can reach the service, it needs the setup code that start prints.',
  },
  SIGN_IN_ATTEMPTS_PER_MINUTE: {
    is: wholeNumber(1, 100_000),
    fallback: '20',
    about: 'Attempts per minute from one IP address, counted separately for sign-up, sign-in and similar requests.',
  },
  OIDC_ISSUER: {
    is: issuer.optional(),
    fallback: null,
    about:
      'An OpenID Connect provider (Keycloak, Auth0, Firebase, …) whose tokens are accepted instead of Posthorn’s ' +
      'own. A user’s first token creates the account; the provider then handles sign-up, sign-in and passwords. If ' +
      'unset, the embedded provider is used.',
  },
  OIDC_AUDIENCE: {
    is: z.string().min(1).optional(),
    fallback: null,
    about:
      'The `aud` claim that those tokens must have: Posthorn’s client ID or API identifier at the provider. Required with OIDC_ISSUER.',
  },
  DEFAULT_PLAN: { is: z.string().min(1), fallback: 'max', about: 'Plan for new accounts.' },
  PLANS_FILE: {
    is: z.string().min(1).optional(),
    fallback: null,
    about: 'A JSON file that replaces the built-in table of plans.',
  },
  ALLOWED_REDIRECTS: {
    is: redirects,
    fallback: '',
    about:
      'Comma-separated URLs to which users may be redirected after they connect an account, in addition to our own ' +
      'page. URLs must match exactly, including path and query.',
  },
} as const satisfies Record<string, Setting>
