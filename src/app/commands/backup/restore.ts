import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#infra/config/config.ts'
import { type Connection, openDb, openPool } from '#infra/db/client.ts'
import { createStorage } from '#infra/storage/index.ts'
import type { Vault } from '#infra/storage/vault/index.ts'
import { BackupFault, findBackup, restoreBackup, verifyBackup } from '#modules/backups/index.ts'
import { holdRestored } from '#modules/installation/index.ts'
import { migrateExactly, openPlace } from '../../backup-tools.ts'
import { joinDatabase, migrateDatabase } from '../../database.ts'
import { readKeys } from '../../secrets/require-secret-key.ts'
import type { Command, CommandContext } from '../command.ts'
import { chooseBackupPlace, readWords } from './words.ts'

interface RestoreParams {
  readonly name: string | null
  readonly verify: boolean
  readonly replace: boolean
}

export const restore: Command = {
  async run(context) {
    const { place, values } = readWords(context.args, {
      backup: { type: 'string' },
      verify: { type: 'boolean' },
      replace: { type: 'boolean' },
    })
    const { backup: name = null, verify = false, replace = false } = values
    const config = context.readConfig()
    const vault = openPlace(config, chooseBackupPlace(config, place))
    try {
      const database = await joinDatabase(config, context.say)
      try {
        return await restoreTo(
          context,
          { config, vault, connection: database.directConnection },
          { name, verify, replace },
        )
      } finally {
        await database.stop()
      }
    } finally {
      await vault.close()
    }
  },
}

async function restoreTo(
  { say, ask }: CommandContext,
  { config, vault, connection }: { readonly config: Config; readonly vault: Vault; readonly connection: Connection },
  params: RestoreParams,
): Promise<number> {
  const name = await findBackup(vault, params.name)
  const seal = await readKeys(config)
  if (!seal)
    throw new BackupFault('SECRET_KEY is missing. Set it to the backup’s key, or put that key in DATA_DIR/secret.key.')
  const deps = { vault, seal, connection, migrateTo: migrateExactly, say, signal: new AbortController().signal }
  if (params.verify) {
    await verifyBackup(deps, name)
    say(`The backup ${name} can be restored.`)
    return 0
  }
  if (
    params.replace &&
    (await ask('This deletes everything in the database. To continue, type "replace":'))?.trim() !== 'replace'
  ) {
    say('Nothing was changed.')
    return 1
  }
  const storage = createStorage(config)
  try {
    await restoreBackup({ ...deps, storage, scratch: await openScratch(config.dataDir) }, name, params)
  } finally {
    await storage.close()
  }
  await hold(connection)
  await migrateDatabase(connection)
  say('Restored. Publishing is on hold. Start Posthorn, check that everything looks right, then run `posthorn resume`.')
  return 0
}

/** Creates a folder for files in transit, on the disk of the local storage. */
async function openScratch(dataDir: string) {
  const folder = join(dataDir, 'media', 'scratch')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return { newPath: async () => join(folder, `restore-${randomUUID()}`) }
}

async function hold(connection: Connection): Promise<void> {
  const db = openDb(openPool(connection, { name: 'restore', max: 1, statementTimeoutMs: 60_000 }, () => {}))
  try {
    await holdRestored(db)
  } finally {
    await db.destroy()
  }
}
