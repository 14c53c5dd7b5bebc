import type { Connector } from '#connectors/connector.ts'
import type { ActKind } from '#connectors/contract/inbox-acts.ts'

/** The scopes to request before an account can be read. */
export const listMissingScopes = (connector: Connector | undefined, granted: readonly string[]): string[] =>
  missingOf(connector, connector?.inbox?.needs, granted)

/** The scopes to request before an account can do something with items. */
export const listMissingForAct = (
  connector: Connector | undefined,
  act: ActKind,
  granted: readonly string[],
): string[] => missingOf(connector, connector?.inbox?.acts?.[act]?.needs, granted)

/**
 * Returns the scopes to request. If one of several is enough, those that the network requests anyway, or the narrowest.
 * An account whose scopes are unknown is assumed to have them.
 */
function missingOf(
  connector: Connector | undefined,
  needs: readonly (string | readonly string[])[] = [],
  granted: readonly string[],
): string[] {
  if (!connector || granted.length === 0) return []
  return needs.flatMap((need) => {
    const either = typeof need === 'string' ? [need] : need
    if (either.some((scope) => granted.includes(scope))) return []
    const usual = either.filter((scope) => connector.auth.scopes?.includes(scope))
    return usual.length > 0 ? usual : either.slice(0, 1)
  })
}

export const sayMissing = (scopes: readonly string[]): string =>
  `The permission to read comments is missing (${scopes.join(', ')}).`

const actNames: Readonly<Record<ActKind, string>> = {
  like: 'like comments',
  hide: 'hide comments',
  remove: 'remove comments',
}

export const sayMissingForAct = (act: ActKind, scopes: readonly string[]): string =>
  `The permission to ${actNames[act]} is missing (${scopes.join(', ')}).`
