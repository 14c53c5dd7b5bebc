import { performRun, selfTests, startRun } from '#modules/admin/index.ts'
import { type Command, UsageFault } from '../command.ts'
import { withDeps } from '../with-deps.ts'

export const selftest: Command = {
  async run({ args, readConfig, say }) {
    const known = selfTests.map(({ name }) => name)
    const unknown = args.find((name) => !known.includes(name))
    if (unknown !== undefined) throw new UsageFault(`expects any of ${known.join(', ')}`)
    return await withDeps(readConfig(), say, async (deps) => {
      const runId = await startRun(deps, null, args.length === 0 ? undefined : args)
      let faults = 0
      await performRun(deps, runId, ({ name, ok, detail }) => {
        if (!ok) faults += 1
        say(`${(ok ? 'ok' : 'FAULT').padEnd(5)} ${name.padEnd(17)} ${detail}`)
      })
      say(faults === 0 ? 'No problems found.' : faults === 1 ? '1 problem found.' : `${faults} problems found.`)
      return faults === 0 ? 0 : 1
    })
  },
}
