import { listNames, peekManifest } from '#modules/backups/index.ts'
import { countWords } from '#rules/count-words.ts'
import { openPlace } from '../../backups/tools.ts'
import type { Command } from '../command.ts'
import { chooseBackupPlace, readWords } from './words.ts'

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
