import type { Config } from '#infra/config/config.ts'

/** True if an external identity provider manages email addresses, passwords and sign-in. */
export const hasOuterProvider = (config: Pick<Config, 'oidc'>): boolean => config.oidc !== null

/** The issuer of users of the embedded provider. Users of an external provider have its URL in this column. */
export const embeddedIssuer = 'posthorn'

/** Returns the issuer whose users sign in here. Users of different issuers can have the same email address. */
export const getIssuer = (config: Pick<Config, 'oidc'>): string => config.oidc?.issuer ?? embeddedIssuer
