import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, commands, UsageFault } from '#app/commands/index.ts'
import { loadConfig, readEnvironment, SettingsFault } from '#infra/config/load.ts'
import { EmbeddedUnavailable } from '#infra/db/embedded/index.ts'
import { DatabaseIsNewer } from '#infra/db/migrate.ts'
import { Refusal } from '#kernel/errors.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string
}
const [name = 'help', ...args] = process.argv.slice(2)
const command = commands[name]
if (command) process.exit(await carryOut(command))
console.log(help())
process.exit(['help', '--help', '-h'].includes(name) ? 0 : 2)

async function carryOut(chosen: Command): Promise<number> {
  try {
    const readConfig = () => loadConfig(readEnvironment(process.env, '.env'))
    return await chosen.run({ args, version, readConfig, say: (message) => console.log(message) })
  } catch (error) {
    if (error instanceof UsageFault) {
      console.error(`posthorn ${name} ${error.message}.`)
      return 2
    }
    // What an operator can mend is a sentence; anything else is a bug and shows where it happened.
    const mendable = [SettingsFault, EmbeddedUnavailable, DatabaseIsNewer, Refusal].some(
      (kind) => error instanceof kind,
    )
    console.error(mendable && error instanceof Error ? error.message : error)
    return 1
  }
}

function help(): string {
  const lines = Object.entries(commands).map(
    ([each, { usage, about }]) => `  ${`${each} ${usage}`.trim().padEnd(64)} ${about}`,
  )
  return `posthorn <command>\n\n${lines.join('\n')}\n\nSettings come from the environment and .env; docs/settings.md lists them.`
}
