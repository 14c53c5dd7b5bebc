import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, commands, sentenceFor, UsageFault } from '#app/commands/index.ts'
import { loadConfig, readEnvironment } from '#infra/config/load.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  version: string
}
const [name = 'help', ...args] = process.argv.slice(2)
process.exit(await answer())

async function answer(): Promise<number> {
  if (name === 'help' || [name, ...args].some((word) => word === '--help' || word === '-h')) return tell(help())
  if (name === '--version') return tell(version)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return await carryOut(command)
  console.error(`posthorn knows no command ${JSON.stringify(name)}.\n\n${help()}`)
  return 2
}

async function carryOut(chosen: Command): Promise<number> {
  try {
    const readConfig = (instead = {}) => loadConfig(readEnvironment(process.env, '.env'), instead)
    return await chosen.run({ args, version, readConfig, say: tell })
  } catch (error) {
    const usage = error instanceof UsageFault ? `posthorn ${name} ${error.message}.` : null
    console.error(usage ?? sentenceFor(error) ?? error)
    return usage ? 2 : 1
  }
}

function help(): string {
  const lines = Object.entries(commands).map(
    ([each, { usage, about }]) => `  ${`${each} ${usage}`.trim().padEnd(64)} ${about}`,
  )
  return `posthorn <command>\n\n${lines.join('\n')}\n\nSettings come from the environment and .env; docs/settings.md lists them.`
}

function tell(message: string): 0 {
  console.log(message)
  return 0
}
