import { adoptAddress, type Hold } from '#modules/installation/index.ts'
import { installationDeps } from '../deps.ts'
import { type Command, requireNoArguments } from './command.ts'
import { withDeps } from './with-deps.ts'

/** The meaning of each hold, and the command that releases it once the operator has checked. */
export const holds: Readonly<Record<Hold, { readonly meaning: string; readonly release: string }>> = {
  database_restored: {
    meaning: 'The database was restored from a backup, copied or moved since this installation last used it.',
    release: 'resume',
  },
}

export const holdSentence = (hold: Hold): string =>
  `ON HOLD: ${holds[hold].meaning} Publishing stays on hold until you run \`posthorn ${holds[hold].release}\`.`

export const adopt: Command = {
  async run({ args, readConfig, say }) {
    requireNoArguments(args)
    return await withDeps(readConfig(), say, async (deps) => {
      const adopted = await adoptAddress(installationDeps(deps))
      say(
        adopted
          ? 'Adopted: this database now belongs to this PUBLIC_URL.'
          : 'This database already belongs to this PUBLIC_URL.',
      )
      return 0
    })
  },
}
