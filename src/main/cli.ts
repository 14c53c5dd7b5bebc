import { answer } from './answer.ts'

const status = await answer(process.argv.slice(2), {
  readSettings: async () => (await import('#infra/config/load.ts')).readEnvironment(process.env, '.env'),
  say: (message) => console.log(message),
  complain: (message) => console.error(message),
  ask,
})
process.exit(status)

async function ask(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null
  const { createInterface } = await import('node:readline/promises')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return await terminal.question(`${question} `)
  } finally {
    terminal.close()
  }
}
