import { answer } from './answer.ts'
import { openTerminal } from './terminal.ts'

process.exit(await answer(process.argv.slice(2), openTerminal()))
