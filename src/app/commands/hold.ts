import { type Hold, releaseHold } from '#modules/installation/index.ts'
import { installationDeps } from '../deps.ts'
import { type Command, demandNoArguments } from './command.ts'
import { withDeps } from './with-deps.ts'

/** What each hold means, and the command that a person gives once that has been looked at. */
export const holds: Readonly<Record<Hold, { readonly meaning: string; readonly release: 'resume' | 'adopt' }>> = {
  database_restored: {
    meaning: 'The database is older than what was seen here before: it was restored.',
    release: 'resume',
  },
  public_url_changed: {
    meaning: 'The database belongs to another PUBLIC_URL: it was copied, or the address has changed.',
    release: 'adopt',
  },
}

export const holdSentence = (hold: Hold): string =>
  `ON HOLD: ${holds[hold].meaning} Nothing goes out until you say so: \`posthorn ${holds[hold].release}\`.`

const release = (hold: Hold, done: string): Command => ({
  async run({ args, readConfig, say }) {
    demandNoArguments(args)
    return await withDeps(readConfig(), say, async (deps) => {
      const outcome = await releaseHold(installationDeps(deps), hold)
      switch (outcome.kind) {
        case 'released':
          say(done)
          return 0
        case 'no-hold':
          say('Nothing is on hold.')
          return 0
        case 'other-hold':
          say(`${holds[outcome.hold].meaning} \`posthorn ${holds[outcome.hold].release}\` is for that.`)
          return 1
        default:
          return outcome satisfies never
      }
    })
  },
})

export const resume = release('database_restored', 'Released: what is due goes out from now on.')
export const adopt = release('public_url_changed', 'Adopted: this database belongs to this PUBLIC_URL now.')
