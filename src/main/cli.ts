import { readEnvironment } from '#infra/config/load.ts'
import { answer } from './answer.ts'

const status = await answer(process.argv.slice(2), {
  readSettings: () => readEnvironment(process.env, '.env'),
  say: (message) => console.log(message),
  complain: (message) => console.error(message),
})
process.exit(status)
