import { verifyAnalytics } from '#modules/analytics/index.ts'
import { type Command, requireNoArguments } from './command.ts'
import { withDeps } from './with-deps.ts'

export const analytics: Command = {
  async run({ args, readConfig, say }) {
    requireNoArguments(args)
    // The engine's connections may take longer than those of requests.
    const { accounts, faults } = await withDeps(readConfig(), say, ({ engineDb }) => verifyAnalytics(engineDb))
    for (const fault of faults) say(`FAULT ${fault}.`)
    say(`${accounts} accounts compared.`)
    say(faults.length === 0 ? 'All roll-ups match the snapshots.' : 'Some roll-ups do NOT match the snapshots.')
    return faults.length === 0 ? 0 : 1
  },
}
