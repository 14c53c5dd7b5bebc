import type { Config } from '#infra/config/config.ts'
import type { Db } from '#infra/db/client.ts'
import { createSeal } from '#infra/seal/seal.ts'
import { examineStored } from '#modules/secrets/index.ts'
import { readKeys } from '../../secrets/require-secret-key.ts'
import type { Finding } from './finding.ts'

const check = 'stored'

/**
 * Reports which settings are stored in the database, which of them the environment also sets, and which cannot be
 * opened.
 */
export async function examineStoredSecrets(config: Config, db: Db): Promise<Finding[]> {
  // Without any key no value can be opened, so any key works for the check.
  const seal = (await readKeys(config)) ?? createSeal({ key: Buffer.alloc(32), previousKeys: [] })
  const stored = await examineStored(db, seal)
  if (stored.length === 0) return []
  const closed = stored.filter(({ opens }) => !opens).map(({ name }) => name)
  if (closed.length > 0)
    return [
      {
        check,
        ok: false,
        detail: `${closed.join(', ')}: stored in the database, but the current key cannot open it, so the environment value is used.`,
        remedy: 'Add the previous SECRET_KEY to SECRET_KEY_PREVIOUS, or store the value again (/v1/admin/secrets).',
      },
    ]
  const say = ({ name }: { readonly name: string }) =>
    config.given.has(name) ? `${name} (overrides the environment)` : name
  return [
    {
      check,
      ok: true,
      detail: `Stored in the database: ${stored.map(say).join(', ')}. The current key opens all of them.`,
    },
  ]
}
