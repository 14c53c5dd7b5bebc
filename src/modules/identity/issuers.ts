import type { Config } from '#infra/config/config.ts'

/** True when an outer identity provider manages addresses, passwords and sign-in. */
export const hasOuterProvider = (config: Pick<Config, 'oidc'>): boolean => config.oidc !== null

/** The issuer of users of the embedded provider. Users of an outer provider have its URL in this column. */
export const embeddedIssuer = 'posthorn'

/** Returns the issuer whose users sign in here. Two users of two issuers may have the same address. */
export const getIssuer = (config: Pick<Config, 'oidc'>): string => config.oidc?.issuer ?? embeddedIssuer
