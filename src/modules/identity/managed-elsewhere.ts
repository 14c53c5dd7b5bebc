import type { Config } from '#infra/config/load.ts'

/** Whether an outer identity provider takes care of addresses, passwords and sign-in. */
export const managedElsewhere = (config: Pick<Config, 'oidc'>): boolean => config.oidc !== null

/** Accounts of the embedded provider; those of an outer one carry its address in the column. */
export const embeddedIssuer = 'posthorn'

/** Whose accounts are in use here. Two people of two issuers may have one address. */
export const issuerOf = (config: Pick<Config, 'oidc'>): string => config.oidc?.issuer ?? embeddedIssuer
