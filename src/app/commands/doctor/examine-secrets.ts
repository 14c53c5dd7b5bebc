import type { Config } from '#infra/config/config.ts'
import type { Db } from '#infra/db/client.ts'
import { examineColumn } from '#infra/db/sealed-values.ts'
import { createSeal, type Seal, SecretKeyDamaged } from '#infra/seal/seal.ts'
import { examineStored } from '#modules/secrets/index.ts'
import { readKeys } from '../../secrets/require-secret-key.ts'
import { sealedColumns } from '../../secrets/sealed-columns.ts'
import type { Finding } from './finding.ts'

/** Checks that the available keys can open the sealed values of the database. One value of each column is opened. */
export async function examineSecrets(config: Config, db: Db): Promise<Finding> {
  try {
    return await examineWith(await readKeys(config), db)
  } catch (error) {
    if (!(error instanceof SecretKeyDamaged)) throw error
    return { check: inSettings, ok: false, detail: error.message, remedy }
  }
}

const inSettings = 'secrets'
const remedy =
  'Restore DATA_DIR/secret.key or SECRET_KEY, or add the key to SECRET_KEY_PREVIOUS. If it is lost, run `posthorn keys reset`.'

async function examineWith(keys: Seal | null, db: Db): Promise<Finding> {
  let values = 0
  const faults: string[] = []
  // Without any key every value counts as foreign, so any key works for the check.
  const seal = keys ?? createSeal({ key: Buffer.alloc(32), previousKeys: [] })
  for (const column of sealedColumns) {
    const found = await examineColumn(db, seal, column)
    const name = `${column.table}.${column.column}`
    values += found.values
    if (found.foreign > 0)
      faults.push(`${name}: ${found.foreign} of ${found.values} were sealed with a key that is not available`)
    else if (!found.opens) faults.push(`${name}: a value is damaged`)
  }
  if (faults.length === 0) {
    const detail =
      values === 0 ? 'No values have been sealed yet.' : `The current key decrypts all stored values (${values}).`
    return { check: inSettings, ok: true, detail }
  }
  return { check: inSettings, ok: false, detail: `${faults.join('; ')}.`, remedy }
}

const inDatabase = 'stored'

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
        check: inDatabase,
        ok: false,
        detail: `${closed.join(', ')}: stored in the database, but the current key cannot decrypt it, so the environment value is used.`,
        remedy: 'Add the previous SECRET_KEY to SECRET_KEY_PREVIOUS, or store the value again (/v1/admin/secrets).',
      },
    ]
  const say = ({ name }: { readonly name: string }) =>
    config.given.has(name) ? `${name} (overrides the environment)` : name
  return [
    {
      check: inDatabase,
      ok: true,
      detail: `Stored in the database: ${stored.map(say).join(', ')}. The current key decrypts all of them.`,
    },
  ]
}
