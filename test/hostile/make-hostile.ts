import { bombs } from './bombs.ts'
import type { HostileFile } from './hostile-file.ts'
import { lies } from './lies.ts'
import { names } from './names.ts'
import { polyglots } from './polyglots.ts'
import { samples } from './samples.ts'
import { truncated } from './truncated.ts'

/** Generates some hundred hostile files, the same in every run. */
export async function* makeHostile(): AsyncGenerator<HostileFile> {
  const all = await samples()
  yield* truncated(all)
  yield* lies(all)
  yield* polyglots(all)
  yield* names(all)
  yield* bombs(all)
}
