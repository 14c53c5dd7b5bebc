import { disposeOnSignal } from '../tools/dispose-on-signal.ts'
import { createSay } from '../tools/figures.ts'
import { readOptions } from '../tools/options.ts'
import { openScene } from './copies/scene.ts'
import { type Report, trials } from './copies/trials.ts'

/**
 * Copies, restores and moves data folders and sets the database's clock back, while posts are due. Then it counts the
 * entries in the networks' ledger: no post may appear twice. A folder that was only moved must not be held, and after
 * the clock went back each account must publish within a minute.
 *
 *     npm run bench -- copies-and-clocks [--only copy,…] [--posts 10] [--together 2]
 */
const { only, posts, together } = readOptions({ only: [], posts: 10, together: 2 })
const print = createSay()
let harm = 0

const reportOn = (name: string): Report => {
  const say = (text: string): void => print(`${name}: ${text}`)
  return {
    say,
    expect(isKept, otherwise) {
      if (isKept) return
      harm += 1
      say(`HARM: ${otherwise}`)
    },
  }
}

await using everything = new AsyncDisposableStack()
disposeOnSignal(everything)
const names = only.length > 0 ? [...only] : Object.keys(trials)
const runSome = async (): Promise<void> => {
  for (let name = names.shift(); name !== undefined; name = names.shift()) {
    const trial = trials[name]
    if (!trial) throw new Error(`no trial is called ${name}; there are ${Object.keys(trials).join(', ')}`)
    const ofTrial = everything.use(new AsyncDisposableStack())
    await trial(await openScene(name, ofTrial), reportOn(name), posts)
    await ofTrial.disposeAsync()
  }
}
await Promise.all(Array.from({ length: together }, runSome))
console.log(harm === 0 ? 'no violations' : `harm: ${harm}`)
if (harm > 0) process.exitCode = 1
