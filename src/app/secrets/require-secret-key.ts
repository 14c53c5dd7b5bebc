import { join } from 'node:path'
import type { Config } from '#infra/config/config.ts'
import { type Connection, openDb, openPool } from '#infra/db/client.ts'
import { seekKnownValue } from '#infra/db/sealed-values.ts'
import { createSeal, readSecretKey, type Seal } from '#infra/seal/seal.ts'
import { sealedColumns } from './sealed-columns.ts'

type KeySettings = Pick<Config, 'secretKey' | 'previousSecretKeys' | 'dataDir'>

/** Thrown if the database was sealed with a different key than the current one. */
export class SecretKeyUnknown extends Error {
  override readonly name = 'SecretKeyUnknown'
}

/**
 * Refuses to start if none of the available keys can open any sealed value in the database: with a new key, posts and
 * webhooks would wait indefinitely without anyone being notified. A database without sealed values accepts any key.
 */
export async function requireSecretKey(config: KeySettings, connection: Connection): Promise<void> {
  const db = openDb(openPool(connection, { name: 'secret-key', max: 1, statementTimeoutMs: 60_000 }, () => {}))
  try {
    const keys = await readKeys(config)
    const { hasValues, hasKnown } = await seekKnownValue(db, { knownHeads: keys?.knownHeads ?? [] }, sealedColumns)
    if (hasValues && !hasKnown) throw new SecretKeyUnknown(sentenceOf(config, keys !== null))
  } finally {
    await db.destroy()
  }
}

/** Reads the available keys. Returns null if there is no key and none is created. */
export async function readKeys(config: KeySettings): Promise<Seal | null> {
  const present = config.secretKey ?? (await readSecretKey(config.dataDir))
  const [key, ...previousKeys] = [...(present ? [present] : []), ...config.previousSecretKeys]
  return key ? createSeal({ key, previousKeys }) : null
}

function sentenceOf({ secretKey, dataDir }: KeySettings, hasKeys: boolean): string {
  const place = secretKey ? 'SECRET_KEY' : join(dataDir, 'secret.key')
  const what = hasKeys
    ? `${place} is not the key that this database was sealed with: it cannot open any of its secrets.`
    : `${place} is missing, and the database contains secrets that only this key can open.`
  const back = secretKey
    ? 'Set SECRET_KEY to that key, or add it to SECRET_KEY_PREVIOUS.'
    : 'Restore the file from a backup, or add the key to SECRET_KEY_PREVIOUS.'
  return `${what} ${back} If it is lost permanently, \`posthorn keys reset\` shows what would be discarded.`
}
