import { audit } from './audit.ts'
import type { Command } from './command.ts'
import { dev } from './dev.ts'
import { doctor } from './doctor.ts'
import { adopt, resume } from './hold.ts'
import { keys } from './keys.ts'
import { migrateCommand } from './migrate.ts'
import { processCommand } from './process.ts'
import { user } from './user.ts'

export { type Command, type CommandContext, UsageFault } from './command.ts'
export { sentenceFor } from './sentence-for.ts'

/** Everything that `posthorn` understands, in the order in which help shows it. */
export const commands: Readonly<Record<string, Command>> = {
  start: processCommand(['api', 'worker'], 'Everything in one process.'),
  api: processCommand(['api'], 'The HTTP API only.'),
  worker: processCommand(['worker'], 'The workers only.'),
  dev,
  migrate: migrateCommand,
  doctor,
  resume,
  adopt,
  user,
  keys,
  audit,
}
