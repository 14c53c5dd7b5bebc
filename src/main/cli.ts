import { SettingsFault } from '#infra/config/load.ts'
import { EmbeddedUnavailable } from '#infra/db/embedded/index.ts'
import { DatabaseIsNewer } from '#infra/db/migrate.ts'

const commands: Readonly<Record<string, { about: string; run(): Promise<unknown> }>> = {
  start: { about: 'everything in one process', run: () => import('./all.ts') },
  api: { about: 'the HTTP API only', run: () => import('./api.ts') },
  worker: { about: 'the workers only', run: () => import('./worker.ts') },
}

const name = process.argv[2] ?? 'help'
const command = commands[name]
if (!command) {
  console.log(
    `posthorn <command>\n\n${Object.entries(commands)
      .map(([each, { about }]) => `  ${each.padEnd(8)} ${about}`)
      .join('\n')}`,
  )
  process.exit(name === 'help' || name === '--help' ? 0 : 2)
}
try {
  await command.run()
} catch (error) {
  // What an operator can mend is a sentence; anything else is a bug and shows where it happened.
  const mendable = [SettingsFault, EmbeddedUnavailable, DatabaseIsNewer].some((kind) => error instanceof kind)
  console.error(mendable && error instanceof Error ? error.message : error)
  process.exit(1)
}
