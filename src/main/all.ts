import { runProcess } from './process.ts'

/** Everything in one process: what `npm start` runs. */
await runProcess(['api', 'worker'])
