import type { Connector } from '#connectors/connector.ts'

/**
 * Returns the scopes to request before an account can be read. If one of several is enough, those that its network
 * requests anyway, or the narrowest. An account whose scopes are unknown is assumed to have them.
 */
export function listMissingScopes(connector: Connector | undefined, granted: readonly string[]): string[] {
  if (!connector || granted.length === 0) return []
  const { auth, inbox } = connector
  return (inbox?.needs ?? []).flatMap((need) => {
    const either = typeof need === 'string' ? [need] : need
    if (either.some((scope) => granted.includes(scope))) return []
    const usual = either.filter((scope) => auth.scopes?.includes(scope))
    return usual.length > 0 ? usual : either.slice(0, 1)
  })
}

export const sayMissing = (scopes: readonly string[]): string =>
  `The permission to read comments is missing (${scopes.join(', ')}).`
