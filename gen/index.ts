import { join } from 'node:path'
import { restoreMissing } from './restore-missing.ts'

/** Runs the generator, which loads the whole application, after restoring the generated files that it needs. */
restoreMissing(join(import.meta.dirname, '..'))
await import('./generate.ts')
