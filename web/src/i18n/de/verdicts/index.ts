import type { Messages } from '../../en/index.ts'
import { failures } from './failures.ts'
import { issues } from './issues.ts'
import { refusals } from './refusals.ts'
import { waits } from './waits.ts'

export const verdicts: Messages['verdicts'] = {
  issue: ({ code, message, fix }) => issues[code] ?? (fix === undefined ? message : `${message} ${fix}`),
  failure: (code, said) => {
    const known = code === null ? undefined : (failures[code] ?? issues[code])
    if (known === undefined) return said
    // Where the network gave a reason, its own words say more than ours.
    const quoted = /“(.+)”/.exec(said)?.[1]
    return quoted === undefined ? known : `${known} Das Netzwerk sagt: „${quoted}“`
  },
  refusal: (code, said) => refusals[code] ?? said,
  wait: ({ reason, detail }) => waits[reason]?.(detail) ?? detail,
}
