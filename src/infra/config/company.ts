import type { Settings } from './table/settings.ts'

/** The identity provider behind the button of the sign-in page. */
export interface CompanySettings {
  readonly issuer: string
  readonly clientId: string
  /** Null for a public client. */
  readonly clientSecret: string | null
  /** True if only superadmins may use a password. */
  readonly replacesPasswords: boolean
  /** The operator's text of the button. Null for the default in the reader's language. */
  readonly label: string | null
  readonly scopes: string
  /** True if everyone whom the provider lets sign in gets an account, whatever SIGN_UP says. */
  readonly welcomesEveryone: boolean
  /** Null if roles are given here only. */
  readonly roles: { readonly claim: string; readonly values: Settings['OIDC_ROLES'] } | null
}

/** Returns the provider whose tokens are accepted directly. It and `companyOf` exclude each other. */
export function tokenIssuerOf({ OIDC_ISSUER, OIDC_AUDIENCE, OIDC_SIGN_IN }: Settings) {
  if (!OIDC_ISSUER || !OIDC_AUDIENCE || OIDC_SIGN_IN !== 'tokens') return null
  return { issuer: OIDC_ISSUER, audience: OIDC_AUDIENCE }
}

export function companyOf(values: Settings): CompanySettings | null {
  if (!values.OIDC_ISSUER || !values.OIDC_AUDIENCE || values.OIDC_SIGN_IN === 'tokens') return null
  return {
    issuer: values.OIDC_ISSUER,
    clientId: values.OIDC_AUDIENCE,
    clientSecret: values.OIDC_CLIENT_SECRET ?? null,
    replacesPasswords: values.OIDC_SIGN_IN === 'instead',
    label: values.OIDC_BUTTON_LABEL ?? null,
    scopes: values.OIDC_SCOPES,
    welcomesEveryone: values.OIDC_NEW_USERS === 'everyone',
    roles: values.OIDC_ROLE_CLAIM ? { claim: values.OIDC_ROLE_CLAIM, values: values.OIDC_ROLES } : null,
  }
}
