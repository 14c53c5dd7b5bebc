import { listNames, peekManifest } from '#modules/backups/index.ts'
import { openPlace } from '../../backups/tools.ts'
import type { Command } from '../command.ts'
import { placeOf, readWords } from './words.ts'

export const backupList: Command = {
  async run({ args, readConfig, say }) {
    const { place } = readWords(args, {})
    const config = readConfig()
    const vault = openPlace(config, placeOf(config, place))
    try {
      const names = await listNames(vault)
      for (const name of names) {
        const found = await peekManifest(vault, name)
        if (!found) say(`${name}  its manifest is damaged`)
        else
          say(
            `${name}  taken ${found.takenAt}, ${found.tables.reduce((rows, table) => rows + table.rows, 0)} rows, ${found.media.files} files`,
          )
      }
      if (names.length === 0) say(`${vault.place} holds no complete backup.`)
      return 0
    } finally {
      await vault.close()
    }
  },
}
