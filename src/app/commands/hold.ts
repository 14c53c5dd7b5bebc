import { type Hold, releaseHold } from '#modules/installation/index.ts'
import { installationDeps } from '../deps.ts'
import { type Command, UsageFault } from './command.ts'
import { withDeps } from './with-deps.ts'

export const holdNames: Readonly<Record<Hold, string>> = {
  database_restored: 'The database is older than what was seen here before: it was restored.',
  public_url_changed: 'The database belongs to another PUBLIC_URL: it was copied, or the address has changed.',
}

const release = (hold: Hold, about: string, done: string): Command => ({
  usage: '',
  about,
  async run({ args, readConfig, say }) {
    if (args.length > 0) throw new UsageFault('takes no arguments')
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
          say(
            `${holdNames[outcome.hold]} \`posthorn ${outcome.hold === 'database_restored' ? 'resume' : 'adopt'}\` is for that.`,
          )
          return 1
        default:
          return outcome satisfies never
      }
    })
  },
})

export const resume = release(
  'database_restored',
  'After a restore: what is due may go out again.',
  'Released: what is due goes out from now on.',
)
export const adopt = release(
  'public_url_changed',
  'After a move: this database belongs to this PUBLIC_URL from now on.',
  'Adopted: this database belongs to this PUBLIC_URL now.',
)
