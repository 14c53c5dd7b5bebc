import { writeFile } from 'node:fs/promises'
import type { Config } from '#infra/config/config.ts'
import { readSecretKey } from '#infra/seal/seal.ts'
import { BackupFault, listNames, makeBackup, peekManifest, pruneBackups } from '#modules/backups/index.ts'
import { countWords } from '#rules/count-words.ts'
import { backupTools, isInside, openPlace } from '../../backup-tools.ts'
import { type Command, type CommandContext, UsageFault } from '../command.ts'
import { withDeps } from '../with-deps.ts'
import { chooseBackupPlace, readWords } from './words.ts'

export const backup: Command = {
  async run({ args, readConfig, say }) {
    const { place, values } = readWords(args, {
      verify: { type: 'boolean' },
      keep: { type: 'string' },
      'key-file': { type: 'string' },
    })
    const { verify = false, keep, 'key-file': keyFile } = values
    if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep))
      throw new UsageFault('expects --keep with a number of at least 1')
    const config = readConfig()
    const vault = openPlace(config, chooseBackupPlace(config, place))
    try {
      return await withDeps(config, say, async (deps) => {
        const all = { ...deps, ...backupTools(deps), vault, say, signal: new AbortController().signal }
        const { name } = await makeBackup(all, { verify })
        say(`The backup ${name} is complete.`)
        if (keep !== undefined) await pruneBackups(all, Number(keep), name)
        if (keyFile === undefined) say('It does not contain SECRET_KEY, without which it cannot be restored.')
        else await writeKey(config, { keyFile, place: vault.place }, say)
        return 0
      })
    } finally {
      await vault.close()
    }
  },
}

/** Writes the key to a file that is not stored with the backup: anyone who has both can read every secret. */
async function writeKey(
  config: Config,
  { keyFile, place }: { readonly keyFile: string; readonly place: string },
  say: CommandContext['say'],
): Promise<void> {
  if (isInside(place, keyFile))
    throw new BackupFault('The key must not be stored with the backup. Specify a file elsewhere.')
  const key = config.secretKey ?? (await readSecretKey(config.dataDir))
  if (!key) throw new BackupFault('SECRET_KEY is not set, so no key can be written.')
  await writeFile(keyFile, `${key.toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
  say(`SECRET_KEY is in ${keyFile}. Keep it apart from the backup.`)
}

export const backupList: Command = {
  async run({ args, readConfig, say }) {
    const { place } = readWords(args, {})
    const config = readConfig()
    const vault = openPlace(config, chooseBackupPlace(config, place))
    try {
      const names = await listNames(vault)
      for (const name of names) {
        const found = await peekManifest(vault, name)
        say(`${name}  ${found ? describeBackup(found) : 'its manifest is damaged'}`)
      }
      if (names.length === 0) say(`${vault.place} contains no complete backup.`)
      return 0
    } finally {
      await vault.close()
    }
  },
}

type Found = NonNullable<Awaited<ReturnType<typeof peekManifest>>>

function describeBackup({ takenAt, tables, media }: Found): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `taken ${takenAt}, ${countWords(rows, 'row')}, ${countWords(media.files, 'file')}`
}
