import type { Connector } from '#connectors/connector.ts'
import type { Config } from '#infra/config/config.ts'
import type { Db } from '#infra/db/client.ts'
import { countGrantsByScopes } from '#modules/accounts/index.ts'
import type { Finding } from './finding.ts'

/**
 * Reports accounts that were connected through a different login than new sign-ins use. They keep working, but the app
 * of that login must remain, and its secret is no longer among the settings.
 */
export async function examineLogins(
  { networks }: Pick<Config, 'networks'>,
  connectors: readonly Connector[],
  db: Db,
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { network, limits, auth, operator } of connectors) {
    const { login, mode } = networks[network]
    if (!login || !auth.loginOf || !operator.app?.login) continue
    const grants = await countGrantsByScopes(db, { network, mode })
    const others = grants.filter(({ scopes }) => auth.loginOf?.(scopes) !== login)
    const count = others.reduce((sum, one) => sum + one.grants, 0)
    if (count === 0) continue
    const setting = `${network.toUpperCase()}_LOGIN`
    findings.push({
      check: network,
      ok: true,
      isWarning: true,
      detail: `${count} ${count === 1 ? 'sign-in' : 'sign-ins'} at ${limits.name} did not use ${setting}=${login}.`,
      remedy: `They keep working as long as their app exists and does not require app secret proof. Reconnect the accounts, or restore ${setting}.`,
    })
  }
  return findings
}
