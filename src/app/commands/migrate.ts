import { joinDatabase, migrateDatabase } from '../database.ts'
import { type Command, requireNoArguments } from './command.ts'

export const migrateCommand: Command = {
  async run({ args, readConfig, say }) {
    requireNoArguments(args)
    const database = await joinDatabase(readConfig(), say)
    try {
      const applied = await migrateDatabase(database.directConnection)
      say(applied.length > 0 ? `Applied: ${applied.join(', ')}.` : 'The database is up to date.')
      return 0
    } finally {
      await database.stop()
    }
  },
}
