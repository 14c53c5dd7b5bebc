import { answer } from './answer.ts'

const status = await answer(process.argv.slice(2), {
  readSettings: async () => (await import('#infra/config/load.ts')).readEnvironment(process.env, '.env'),
  say: (message) => console.log(message),
  complain: (message) => console.error(message),
})
process.exit(status)
