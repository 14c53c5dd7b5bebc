import { z } from 'zod'
import { credential, issuer, redirects, roleValues, type Setting, scopeWords, wholeNumber } from './setting.ts'

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
  OIDC_SIGN_IN: {
    is: z.enum(['tokens', 'alongside', 'instead']),
    fallback: 'tokens',
    about:
      'How people sign in with OIDC_ISSUER. `tokens`: Posthorn accepts the provider’s tokens and has no sign-in of its ' +
      'own. `alongside`: the sign-in page has a button for the provider in addition to passwords. `instead`: only the ' +
      'button; superadmins can still use their password at `/auth/sign-in?password=true`. The last two send the browser to ' +
      'the provider, and OIDC_AUDIENCE is the client ID there. Register the redirect URI `PUBLIC_URL/auth/company`.',
  },
  OIDC_CLIENT_SECRET: {
    is: credential.optional(),
    fallback: null,
    about: 'The client’s secret at the provider, for `alongside` and `instead`. Leave it out for a public client.',
  },
  OIDC_BUTTON_LABEL: {
    is: z.string().min(1).max(60).optional(),
    fallback: null,
    about: 'The text of the button, such as `Sign in with Okta`. Default: `Company sign-in`, in the reader’s language.',
  },
  OIDC_SCOPES: {
    is: scopeWords,
    fallback: 'openid email profile',
    about: 'The scopes requested from the provider, separated by spaces. They must include `openid`.',
  },
  OIDC_NEW_USERS: {
    is: z.enum(['sign-up', 'everyone']),
    fallback: 'sign-up',
    about:
      'Who gets an account at their first sign-in through the button. `sign-up`: everyone if SIGN_UP is `open`, otherwise ' +
      'only people with an invitation for their verified address. `everyone`: everyone whom the provider lets sign in.',
  },
  OIDC_ROLE_CLAIM: {
    is: z.string().min(1).max(200).optional(),
    fallback: null,
    about:
      'The claim that holds a person’s roles or groups, such as `groups`. If set, each sign-in through the button sets the ' +
      'role here from it, but the last superadmin stays one. Requires OIDC_ROLES.',
  },
  OIDC_ROLES: {
    is: roleValues,
    fallback: '',
    about:
      'Which values of OIDC_ROLE_CLAIM give which role, such as `posthorn-owners=superadmin, posthorn-admins=admin`. The ' +
      'roles are `support`, `admin` and `superadmin`. Everyone else is an ordinary user.',
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
