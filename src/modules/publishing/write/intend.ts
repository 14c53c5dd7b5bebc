import { type Intent, intendFenced } from '../store/fenced.ts'
import type { WriteContext } from './context.ts'
import { createTogether, type Write } from './together.ts'

/** Also returns null if the lease is too short for the call, or if a user has cancelled the publication. */
export type Intend = Write<Intent>

export const createIntend = ({ deps, claim, dbGate }: WriteContext): Intend =>
  createTogether({ writeAll: (all) => intendFenced(deps.db, claim, all), dbGate, most: 100 })
