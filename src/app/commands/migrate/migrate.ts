import { joinDatabase, migrateDatabase, planDatabase } from '../../database.ts'
import { type Command, UsageFault } from '../command.ts'
import { describePlan } from './describe-plan.ts'

export const migrateCommand: Command = {
  async run({ args, readConfig, say, note, version }) {
    if (args.some((word) => word !== '--plan')) throw new UsageFault('accepts no arguments except --plan')
    const isPlan = args.length > 0
    const database = await joinDatabase(readConfig(), isPlan ? note : say)
    try {
      if (isPlan) {
        for (const line of describePlan(await planDatabase(database.directConnection), version)) say(line)
        return 0
      }
      const applied = await migrateDatabase(database.directConnection, say)
      say(applied.length > 0 ? `Applied: ${applied.join(', ')}.` : 'The database is up to date.')
      return 0
    } finally {
      await database.stop()
    }
  },
}
